/**
 * Yjs: a map for each diner, with a key for each (line, device) that holds the device's net count; counters have no type
 * of their own. Pieces are the sum, not below 0.
 */
import * as Y from 'yjs';
import type { Engine, Stored } from '../engine.ts';
import { BytesReplica, stateOf } from './parts/replicas.ts';
import { actOnLine, countsOf } from './parts/part-keys.ts';
import type { TableState, TraceRecord } from '../trace/records.ts';

export const yjs: Engine<Uint8Array> = {
  name: 'yjs',
  open: (replica) => new YjsReplica(replica),
  load(stored) {
    const replica = new YjsReplica(nobody);
    replica.peer(stored as Uint8Array);
    replica.become(0);
    return replica;
  },
};

const prefix = 'cart:';

/** A document that takes in what its own id has written is given another one. */
const nobody = 999;

class YjsReplica extends BytesReplica {
  private readonly doc = new Y.Doc();
  private readonly values: Y.Map<number> = this.doc.getMap('values');
  private message: Uint8Array | undefined;

  constructor(private device: number) {
    super();
    this.become(device);
    this.doc.on('update', (update: Uint8Array) => {
      this.message = update;
    });
  }

  become(device: number): void {
    this.device = device;
    this.doc.clientID = device + 1;
  }

  own(record: TraceRecord): Uint8Array | undefined {
    this.message = undefined;
    this.doc.transact(() => this.act(record));
    return this.message;
  }

  peer(message: Uint8Array): void {
    Y.applyUpdate(this.doc, message);
  }

  peers(messages: readonly Uint8Array[]): void {
    // Quicker than one transaction for all, and than merging the messages first.
    for (const message of messages) Y.applyUpdate(this.doc, message);
  }

  readonly difference = {
    mark: () => Y.encodeStateVector(this.doc),
    since: (mark: unknown) => Y.encodeStateAsUpdate(this.doc, mark as Uint8Array),
    merge: (update: Stored) => Y.applyUpdate(this.doc, update as Uint8Array),
  };

  pieces(userId: string): number {
    let sum = 0;
    for (const pieces of countsOf(this.cartOf(userId).entries()).values()) sum += pieces;
    return sum;
  }

  state(): TableState {
    const carts = this.userIds().map((id) => [id, countsOf(this.cartOf(id).entries())] as const);
    return stateOf(carts, this.values.toJSON());
  }

  stored(): Uint8Array {
    return Y.encodeStateAsUpdate(this.doc);
  }

  private act(record: TraceRecord): void {
    const { operation, userId } = record;
    if (operation.kind === 'guests') this.values.set('guests', operation.guests);
    else if (operation.kind === 'orderType') this.values.set('orderType', operation.orderType);
    else if (operation.kind === 'clear') for (const each of this.userIds()) this.cartOf(each).clear();
    else actOnLine(this.cartOf(userId), record, this.device);
  }

  /** Types of the top level have names: two devices that make one at the same time make the same. */
  private cartOf(userId: string): Y.Map<number> {
    return this.doc.getMap(prefix + userId);
  }

  private userIds(): string[] {
    const names = [...this.doc.share.keys()].filter((name) => name.startsWith(prefix));
    return names.map((name) => name.slice(prefix.length));
  }
}
