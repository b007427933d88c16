/**
 * Immer, as a page without an engine would use it. The phone has a log of actions and one immutable state. It applies each
 * action in the order of arrival, and resolves no conflicts.
 */
import { produce } from 'immer';
import type { Bytes, Contender, Replica } from './contender.ts';
import type { Action, Carts } from './evening.ts';

export const immer: Contender = {
  name: 'immer',
  open: () => new ImmerReplica(),
  load(stored) {
    const replica = new ImmerReplica();
    replica.catchUp(stored);
    return replica;
  },
};

interface State {
  readonly carts: Carts;
  readonly guests: number;
}

type Draft = { carts: Record<string, Record<string, number>>; guests: number };

class ImmerReplica implements Replica {
  private state: State = { carts: {}, guests: 0 };
  private readonly log: Action[] = [];
  /** By diner, the number of their actions in the log. */
  private readonly received: number[] = [];

  prepare(action: Action): Action {
    return action;
  }

  act(action: unknown): Bytes {
    this.apply(action as Action);
    return JSON.stringify(action);
  }

  hear(message: Bytes): void {
    this.apply(JSON.parse(message as string) as Action);
  }

  pieces(userId: string): number {
    const cart = this.state.carts[userId];
    let sum = 0;
    for (const key in cart) sum += cart[key]!;
    return sum;
  }

  carts(): Carts {
    const full = Object.entries(this.state.carts).filter(([, cart]) => Object.keys(cart).length > 0);
    return Object.fromEntries(full);
  }

  stored(): Bytes {
    return this.log.map((action) => JSON.stringify(action)).join('\n');
  }

  known(): unknown {
    return [...this.received];
  }

  lacking(known: unknown): Bytes {
    const missing = this.log.filter(({ diner, seq }) => seq > ((known as number[])[diner] ?? 0));
    return missing.map((action) => JSON.stringify(action)).join('\n');
  }

  catchUp(missing: Bytes): void {
    for (const line of (missing as string).split('\n')) this.hear(line);
  }

  private apply(action: Action): void {
    if (action.seq <= (this.received[action.diner] ?? 0)) return;
    this.received[action.diner] = action.seq;
    this.log.push(action);
    this.state = produce(this.state, (draft) => fold(draft, action));
  }
}

function fold(draft: Draft, { userId, change, key, movedKey }: Action): void {
  const cart = (draft.carts[userId] ??= {});
  const quantity = cart[key] ?? 0;
  switch (change.kind) {
    case 'add':
      cart[key] = quantity + change.quantity;
      break;
    case 'decrease':
      if (quantity > 1) cart[key] = quantity - 1;
      else delete cart[key];
      break;
    case 'notes':
      delete cart[key];
      cart[movedKey] = (cart[movedKey] ?? 0) + quantity;
      break;
    case 'clear':
      draft.carts = {};
      break;
    case 'guests':
      draft.guests = change.guests;
      break;
    default:
      change satisfies never;
  }
}
