/**
 * The exact outcome of a trace, straight from the rules and independent of the engine: a clear voids every change of a
 * line that its author had seen, and nothing else; what is left is folded in each author's own order. (In a trace a cart
 * is changed by its owner's device alone, so that between authors only clears meet.)
 */
import type { Replica } from '../../engine.ts';
import { deliveries } from '../../workload.ts';
import type { TableState, Trace, TraceRecord } from '../../trace/records.ts';
import { lineKey, type Line } from '../../trace/records.ts';

interface RuleLine {
  /** V5a, V5c: whatever has named the line. */
  readonly ids: Set<string>;
  item: Line;
  quantity: number;
}

/** A change of a line, with the line that its author saw. */
interface Change {
  readonly record: TraceRecord;
  readonly lineId: string;
}

/** By author, how far a device's knowledge of clears reaches. */
type Cleared = Uint32Array;

/** The carts once everybody knows everything. */
export function rulesFold(trace: Trace): TableState['carts'] {
  let carts = folded.get(trace);
  if (!carts) folded.set(trace, (carts = fromRules(trace)));
  return carts;
}

const folded = new WeakMap<Trace, TableState['carts']>();

/** How many lines differ, and how many there are. */
export function compared(
  a: TableState['carts'],
  b: TableState['carts'],
): readonly [wrong: number, all: number] {
  let [wrong, all] = [0, 0];
  for (const userId of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [ofA, ofB] = [a[userId] ?? {}, b[userId] ?? {}];
    for (const line of new Set([...Object.keys(ofA), ...Object.keys(ofB)])) {
      all += 1;
      if (ofA[line] !== ofB[line]) wrong += 1;
    }
  }
  return [wrong, all];
}

/** Whoever is measured has done the work: of a trace in which nobody was apart every line comes out right. */
export function mustBeExact(name: string, replica: Replica, trace: Trace): void {
  const [wrong, all] = compared(replica.state().carts, rulesFold(trace));
  if (wrong > 0) throw new Error(`${name}: ${wrong} of ${all} lines are wrong`);
}

function fromRules(trace: Trace): TableState['carts'] {
  const changes = Array.from({ length: trace.diners }, (): Change[] => []);
  const cleared = Array.from({ length: trace.diners }, (): Cleared => new Uint32Array(trace.diners));
  const all = new Uint32Array(trace.diners);
  for (const { record, to } of deliveries(trace)) {
    const { operation, replica } = record;
    if (operation.kind === 'clear') {
      widen(cleared[to]!, operation.seen);
      widen(all, operation.seen);
    } else if (to === replica && 'line' in operation) {
      const known = cleared[replica]![replica]!;
      const own = changes[replica]!.filter((each) => each.record.seq > known);
      changes[replica] = own;
      const view = fold(own, cleared[replica]!);
      const tapped = view.find(({ item }) => lineKey(item) === record.key);
      if (tapped || operation.kind === 'add')
        own.push({ record, lineId: tapped ? [...tapped.ids][0]! : idOf(record) });
    }
  }
  const carts = changes.map((own) => {
    const lines = fold(own, all).map(({ item, quantity }) => [lineKey(item), quantity] as const);
    return [own[0]?.record.userId ?? '', Object.fromEntries(lines)] as const;
  });
  return Object.fromEntries(carts.filter(([, cart]) => Object.keys(cart).length > 0));
}

function fold(changes: readonly Change[], cleared: Cleared): RuleLine[] {
  let lines: RuleLine[] = [];
  for (const { record, lineId } of changes) {
    const { operation, replica, seq } = record;
    if (seq <= cleared[replica]! || !('line' in operation)) continue;
    const variant = variantOf(operation.line);
    const byId = lines.find(({ ids, item }) => ids.has(lineId) && variantOf(item) === variant);
    const isAdd = operation.kind === 'add';
    const found = byId ?? (isAdd ? lines.find(({ item }) => lineKey(item) === record.key) : undefined);
    if (operation.kind === 'add') {
      const { line: item, quantity } = operation;
      if (!found) lines.push({ ids: new Set([lineId]), item, quantity });
      else {
        found.quantity += quantity;
        found.ids.add(lineId);
      }
    } else if (found && operation.kind === 'decrease') found.quantity -= 1;
    else if (found && operation.kind === 'notes') {
      const item = { ...found.item, notes: operation.notes };
      const other = lines.find((each) => each !== found && lineKey(each.item) === lineKey(item));
      if (!other) found.item = item;
      else {
        other.quantity += found.quantity;
        for (const id of found.ids) other.ids.add(id);
        found.quantity = 0;
      }
    }
    lines = lines.filter(({ quantity }) => quantity > 0);
  }
  return lines;
}

function widen(cleared: Cleared, seen: Uint32Array): void {
  for (const [replica, seq] of seen.entries()) cleared[replica] = Math.max(cleared[replica]!, seq);
}

function idOf({ replica, seq }: TraceRecord): string {
  return `${replica}:${seq}`;
}

function variantOf(line: Line): string {
  return lineKey({ ...line, notes: '' });
}
