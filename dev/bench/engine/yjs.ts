/**
 * Yjs has no counters, so this replica has a map for each diner with a key for each line and phone. The value is the number
 * of pieces that this phone has added, minus those that it has removed. Only one phone writes to a key, so two phones never
 * overwrite each other's number. The pieces of a line are the sum over its keys.
 */
import * as Y from 'yjs';
import type { Bytes, Contender, Replica } from './contender.ts';
import { nameUser, type Action, type Carts } from './evening.ts';

export const yjs: Contender = {
  name: 'yjs',
  open: (diner) => new YjsReplica(diner),
  load(stored) {
    const replica = new YjsReplica(nobody);
    replica.catchUp(stored);
    replica.become(0);
    return replica;
  },
};

/** The id of a document while it loads. Yjs changes the id of a document that receives updates under its own id. */
const nobody = 999;
/** Separates line and phone in a key. No key of a line contains it. */
const separator = '\n';

class YjsReplica implements Replica {
  private readonly doc = new Y.Doc();
  private readonly values: Y.Map<number> = this.doc.getMap('values');
  private message: Uint8Array | undefined;

  constructor(private diner: number) {
    this.become(diner);
    this.doc.on('update', (update: Uint8Array) => {
      this.message = update;
    });
  }

  become(diner: number): void {
    this.diner = diner;
    this.doc.clientID = diner + 1;
  }

  prepare(action: Action): Action {
    return action;
  }

  act(action: unknown): Bytes {
    this.message = undefined;
    this.doc.transact(() => this.change(action as Action));
    if (!this.message) throw new Error('the action changed nothing');
    return this.message;
  }

  hear(message: Bytes): void {
    Y.applyUpdate(this.doc, message as Uint8Array);
  }

  pieces(userId: string): number {
    let sum = 0;
    for (const count of this.cartOf(userId).values()) sum += count;
    return sum;
  }

  carts(): Carts {
    const carts: Record<string, Record<string, number>> = {};
    for (const userId of this.userIds())
      for (const [key, count] of this.cartOf(userId).entries()) {
        const line = key.slice(0, key.lastIndexOf(separator));
        const cart = (carts[userId] ??= {});
        cart[line] = (cart[line] ?? 0) + count;
      }
    return carts;
  }

  stored(): Bytes {
    return Y.encodeStateAsUpdate(this.doc);
  }

  known(): unknown {
    return Y.encodeStateVector(this.doc);
  }

  lacking(known: unknown): Bytes {
    return Y.encodeStateAsUpdate(this.doc, known as Uint8Array);
  }

  catchUp(missing: Bytes): void {
    this.hear(missing);
  }

  private change({ change, userId, key, movedKey }: Action): void {
    const cart = this.cartOf(userId);
    const own = key + separator + this.diner;
    if (change.kind === 'guests') this.values.set('guests', change.guests);
    else if (change.kind === 'clear') for (const each of this.userIds()) this.cartOf(each).clear();
    else if (change.kind === 'add') cart.set(own, (cart.get(own) ?? 0) + change.quantity);
    else {
      const keys = [...cart.keys()].filter((each) => each.startsWith(key + separator));
      const pieces = keys.reduce((sum, each) => sum + cart.get(each)!, 0);
      if (change.kind === 'decrease' && pieces > 1) return void cart.set(own, (cart.get(own) ?? 0) - 1);
      for (const each of keys) cart.delete(each);
      if (change.kind === 'decrease') return;
      const moved = movedKey + separator + this.diner;
      cart.set(moved, (cart.get(moved) ?? 0) + pieces);
    }
  }

  /** A named top-level map is the same one on all phones, even if two phones create it at the same time. */
  private cartOf(userId: string): Y.Map<number> {
    return this.doc.getMap(userId);
  }

  private userIds(): string[] {
    return [...this.doc.share.keys()].filter((name) => name.startsWith(nameUser(0)[0]!) && name !== 'values');
  }
}
