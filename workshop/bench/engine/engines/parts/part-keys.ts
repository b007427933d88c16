/**
 * Counters for documents that have none: a cart holds a key for each (line, device) with what that device has added on
 * balance. Only that device writes there, so that two of them never overwrite each other.
 */
import type { TraceRecord } from '../../trace/records.ts';

/** A cart in such a document. */
export interface Parts {
  get(key: string): number | undefined;
  set(key: string, count: number): unknown;
  delete(key: string): unknown;
  keys(): Iterable<string>;
}

/** No line's key has one. */
const between = '\n';

/** An action on a line of the cart, by that device. */
export function actOnLine(cart: Parts, { operation, key, movedKey }: TraceRecord, device: number): void {
  const own = partKey(key, device);
  if (operation.kind === 'add') cart.set(own, (cart.get(own) ?? 0) + operation.quantity);
  else if (operation.kind === 'decrease') {
    const count = cart.get(own) ?? 0;
    if (count <= 0 && sumOf(cart, key) <= 0) return;
    const isLast = count === 1 && sumOf(cart, key) === 1;
    if (isLast) clearLine(cart, key);
    else cart.set(own, count - 1);
  } else if (operation.kind === 'notes') {
    const moving = sumOf(cart, key);
    if (moving <= 0) return;
    clearLine(cart, key);
    const moved = partKey(movedKey, device);
    cart.set(moved, (cart.get(moved) ?? 0) + moving);
  }
}

/** Pieces by line; what is at 0 or below is not there. */
export function countsOf(entries: Iterable<readonly [key: string, count: number]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [key, count] of entries) {
    const line = key.slice(0, key.lastIndexOf(between));
    counts.set(line, (counts.get(line) ?? 0) + count);
  }
  for (const [line, count] of counts) if (count <= 0) counts.delete(line);
  return counts;
}

function partKey(line: string, device: number): string {
  return `${line}${between}${device}`;
}

function partsOf(cart: Parts, line: string): string[] {
  return [...cart.keys()].filter((key) => key.startsWith(line + between));
}

function sumOf(cart: Parts, line: string): number {
  return partsOf(cart, line).reduce((sum, key) => sum + (cart.get(key) ?? 0), 0);
}

function clearLine(cart: Parts, line: string): void {
  for (const key of partsOf(cart, line)) cart.delete(key);
}
