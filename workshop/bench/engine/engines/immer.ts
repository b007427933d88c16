/** What a page's store would do without an engine: the same fold, one immutable state for each event. */
import { produce } from 'immer';
import { parseLines, type Engine } from '../engine.ts';
import { RecordReplica } from './parts/replicas.ts';
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

class ImmerReplica extends RecordReplica {
  private current: State = { carts: {}, guests: null, orderType: null };

  protected fold(record: TraceRecord): void {
    this.current = produce(this.current, (draft) => fold(draft, record));
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
