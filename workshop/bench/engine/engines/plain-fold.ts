/** The limit: records folded into maps in the order in which they come, without any handling of conflicts. */
import { parseLines, type Engine } from '../engine.ts';
import { RecordReplica } from './parts/replicas.ts';
import type { TableState, TraceRecord } from '../trace/records.ts';

export const plainFold: Engine<TraceRecord> = {
  name: 'plain maps',
  open: () => new PlainReplica(),
  load(stored) {
    const replica = new PlainReplica();
    replica.peers(parseLines<TraceRecord>(stored as string));
    return replica;
  },
};

export type PlainCarts = Map<string, Map<string, number>>;

class PlainReplica extends RecordReplica {
  private readonly carts: PlainCarts = new Map();
  private guests: number | null = null;
  private orderType: number | null = null;

  protected fold(record: TraceRecord): void {
    const { operation } = record;
    if (operation.kind === 'guests') this.guests = operation.guests;
    else if (operation.kind === 'orderType') this.orderType = operation.orderType;
    else foldIntoCarts(this.carts, record);
  }

  pieces(userId: string): number {
    let sum = 0;
    for (const quantity of this.carts.get(userId)?.values() ?? []) sum += quantity;
    return sum;
  }

  state(): TableState {
    return { carts: cartsOf(this.carts), guests: this.guests, orderType: this.orderType };
  }
}

/** One record of a line, or a clear that takes everything. */
export function foldIntoCarts(carts: PlainCarts, { userId, operation, key, movedKey }: TraceRecord): void {
  if (operation.kind === 'clear') {
    carts.clear();
    return;
  }
  let cart = carts.get(userId);
  if (!cart) carts.set(userId, (cart = new Map()));
  const quantity = cart.get(key) ?? 0;
  if (operation.kind === 'add') cart.set(key, quantity + operation.quantity);
  else if (operation.kind === 'decrease') {
    if (quantity > 1) cart.set(key, quantity - 1);
    else cart.delete(key);
  } else if (operation.kind === 'notes' && quantity > 0) {
    cart.delete(key);
    cart.set(movedKey, (cart.get(movedKey) ?? 0) + quantity);
  }
}

/** Without carts and lines that are empty. */
export function cartsOf(carts: PlainCarts): Record<string, Record<string, number>> {
  const full = [...carts].filter(([, cart]) => cart.size > 0);
  return Object.fromEntries(full.map(([userId, cart]) => [userId, Object.fromEntries(cart)]));
}
