import { lineKey, type Line, type Operation, type TableState, type TraceRecord } from './records.ts';

/** A piece remembers the add that it came from, so that a clear can void exactly the adds that it had seen. */
interface Pieces {
  readonly replica: number;
  readonly seq: number;
  quantity: number;
}

interface TracedLine {
  readonly line: Line;
  pieces: Pieces[];
}

/** What one diner sees; just good enough to choose a line that is really there. */
export interface CausalView {
  readonly carts: Map<string, Map<string, TracedLine>>;
  guests: number | null;
  orderType: number | null;
}

export function emptyCausalView(): CausalView {
  return { carts: new Map(), guests: null, orderType: null };
}

/** Takes one record in. */
export function applyTo(view: CausalView, { replica, seq, userId, operation }: TraceRecord): void {
  switch (operation.kind) {
    case 'clear':
      return clear(view, operation.seen);
    case 'guests':
      view.guests = operation.guests;
      return;
    case 'orderType':
      view.orderType = operation.orderType;
      return;
    default:
      return applyToCart(cartOf(view, userId), { replica, seq, quantity: 0 }, operation);
  }
}

/**
 * The neutral outcome of a trace: all records once, in the order (lamport, replica), each clear taking the pieces of the
 * adds that it had seen. It differs from the merge rules where a clear had seen a decrease or new notes: there these are
 * void as well.
 */
export function neutralFold(records: readonly TraceRecord[]): TableState {
  const view = emptyCausalView();
  const ordered = [...records].sort((a, b) => a.lamport - b.lamport || a.replica - b.replica);
  for (const record of ordered) applyTo(view, record);
  const carts: Record<string, Record<string, number>> = {};
  for (const [userId, cart] of view.carts) {
    const lines = [...cart].map(([key, { pieces }]) => [
      key,
      pieces.reduce((sum, each) => sum + each.quantity, 0),
    ]);
    if (lines.length > 0) carts[userId] = Object.fromEntries(lines) as Record<string, number>;
  }
  return { carts, guests: view.guests, orderType: view.orderType };
}

function clear({ carts }: CausalView, seen: Uint32Array): void {
  for (const cart of carts.values()) {
    for (const [key, traced] of cart) {
      const left = traced.pieces.filter(({ replica, seq }) => seq > seen[replica]!);
      if (left.length > 0) traced.pieces = left;
      else cart.delete(key);
    }
  }
}

function applyToCart(
  cart: Map<string, TracedLine>,
  from: Pieces,
  operation: Extract<Operation, { line: Line }>,
): void {
  const key = lineKey(operation.line);
  const found = cart.get(key);
  if (operation.kind === 'add') {
    const pieces = { ...from, quantity: operation.quantity };
    if (found) found.pieces.push(pieces);
    else cart.set(key, { line: operation.line, pieces: [pieces] });
  } else if (found && operation.kind === 'decrease') {
    const last = found.pieces.at(-1)!;
    last.quantity -= 1;
    if (last.quantity === 0) found.pieces.pop();
    if (found.pieces.length === 0) cart.delete(key);
  } else if (found && operation.kind === 'notes') {
    const line = { ...operation.line, notes: operation.notes };
    const moved = lineKey(line);
    if (moved === key) return;
    cart.delete(key);
    const other = cart.get(moved);
    if (other) other.pieces.push(...found.pieces);
    else cart.set(moved, { line, pieces: found.pieces });
  }
}

function cartOf({ carts }: CausalView, userId: string): Map<string, TracedLine> {
  let cart = carts.get(userId);
  if (!cart) carts.set(userId, (cart = new Map()));
  return cart;
}
