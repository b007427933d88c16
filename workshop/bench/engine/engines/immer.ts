/** What a page's store would do without an engine: the same fold, one immutable state for each event. */
import { produce } from 'immer';
import type { Engine, Replica } from '../engine.ts';
import { linesOf, parseLines } from './parts/json-parts.ts';
import type { TableState, TraceRecord } from '../trace/records.ts';

interface State {
  readonly carts: Record<string, Record<string, number>>;
  readonly guests: number | null;
  readonly orderType: number | null;
}

export const immer: Engine<TraceRecord> = {
  name: 'immer',
  open: () => new ImmerReplica(),
  load(stored) {
    const replica = new ImmerReplica();
    replica.peers(parseLines<TraceRecord>(stored as string));
    return replica;
  },
};

class ImmerReplica implements Replica<TraceRecord> {
  private current: State = { carts: {}, guests: null, orderType: null };
  private readonly log: TraceRecord[] = [];
  private readonly heard = new Set<string>();

  /** A record says itself who made it. */
  become(): void {}

  prepare(record: TraceRecord) {
    return record;
  }

  own(record: TraceRecord): TraceRecord {
    this.peer(record);
    return record;
  }

  peer(record: TraceRecord): void {
    const id = `${record.replica}:${record.seq}`;
    if (this.heard.has(id)) return;
    this.heard.add(id);
    this.log.push(record);
    this.current = produce(this.current, (draft) => fold(draft, record));
  }

  peers(records: readonly TraceRecord[]): void {
    for (const record of records) this.peer(record);
  }

  pieces(userId: string): number {
    const cart = this.current.carts[userId];
    let sum = 0;
    for (const key in cart) sum += cart[key]!;
    return sum;
  }

  state(): TableState {
    const carts = Object.entries(this.current.carts).filter(([, cart]) => Object.keys(cart).length > 0);
    return { ...this.current, carts: Object.fromEntries(carts) };
  }

  stored(): string {
    return linesOf(this.log);
  }

  wire(record: TraceRecord): string {
    return JSON.stringify(record);
  }
}

function fold(
  draft: { carts: Record<string, Record<string, number>>; guests: number | null; orderType: number | null },
  { userId, operation, key, movedKey }: TraceRecord,
): void {
  const cart = (draft.carts[userId] ??= {});
  const quantity = cart[key] ?? 0;
  switch (operation.kind) {
    case 'add':
      cart[key] = quantity + operation.quantity;
      break;
    case 'decrease':
      if (quantity > 1) cart[key] = quantity - 1;
      else delete cart[key];
      break;
    case 'notes':
      delete cart[key];
      if (quantity > 0) cart[movedKey] = (cart[movedKey] ?? 0) + quantity;
      break;
    case 'clear':
      draft.carts = {};
      break;
    case 'guests':
      draft.guests = operation.guests;
      break;
    case 'orderType':
      draft.orderType = operation.orderType;
      break;
    default:
      operation satisfies never;
  }
}
