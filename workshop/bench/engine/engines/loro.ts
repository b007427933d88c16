/** Loro: a map for each diner with a counter for each line; a clear takes the counters down to 0 and deletes them. */
import { LoroCounter, LoroDoc, type LoroMap, type VersionVector } from 'loro-crdt';
import type { Engine, Stored } from '../engine.ts';
import { BytesReplica, stateOf } from './parts/replicas.ts';
import type { TableState, TraceRecord } from '../trace/records.ts';

export const loro: Engine<Uint8Array> = {
  name: 'loro',
  open: (replica) => new LoroReplica(replica),
  load(stored) {
    const replica = new LoroReplica(0);
    replica.peer(stored as Uint8Array);
    return replica;
  },
};

const prefix = 'cart:';

class LoroReplica extends BytesReplica {
  private readonly doc = new LoroDoc();
  private readonly values = this.doc.getMap('values');
  /** Handles into WebAssembly: made once, since the collector is slow to free them. */
  private readonly carts = new Map<string, LoroMap>();
  private message: Uint8Array | undefined;

  constructor(device: number) {
    super();
    this.become(device);
    this.doc.subscribeLocalUpdates((update) => {
      this.message = update;
    });
  }

  become(device: number): void {
    this.doc.setPeerId(BigInt(device + 1));
  }

  own(record: TraceRecord): Uint8Array | undefined {
    this.message = undefined;
    this.act(record);
    this.doc.commit();
    return this.message;
  }

  peer(message: Uint8Array): void {
    this.doc.import(message);
  }

  peers(messages: readonly Uint8Array[]): void {
    this.doc.importBatch([...messages]);
  }

  readonly difference = {
    mark: () => this.doc.oplogVersion(),
    since: (mark: unknown) => this.doc.export({ mode: 'update', from: mark as VersionVector }),
    merge: (update: Stored) => void this.doc.import(update as Uint8Array),
  };

  pieces(userId: string): number {
    let sum = 0;
    const cart = this.cartOf(userId).toJSON() as Record<string, number>;
    for (const line in cart) if (cart[line]! > 0) sum += cart[line]!;
    return sum;
  }

  state(): TableState {
    const all = this.doc.toJSON() as Record<string, Record<string, number>>;
    const carts = Object.entries(all).filter(([name]) => name.startsWith(prefix));
    return stateOf(
      carts.map(([name, cart]) => [name.slice(prefix.length), Object.entries(cart)] as const),
      all['values'] ?? {},
    );
  }

  stored(): Uint8Array {
    return this.doc.export({ mode: 'snapshot' });
  }

  private act({ operation, userId, key, movedKey }: TraceRecord): void {
    switch (operation.kind) {
      case 'add':
        this.change(userId, key, operation.quantity);
        break;
      case 'decrease': {
        const count = this.count(userId, key);
        if (count === 1) this.take(userId, key, 1);
        else if (count > 1) this.change(userId, key, -1);
        break;
      }
      case 'notes': {
        const count = this.count(userId, key);
        if (count <= 0) break;
        this.take(userId, key, count);
        this.change(userId, movedKey, count);
        break;
      }
      case 'clear':
        for (const name of Object.keys(this.doc.getShallowValue())) {
          if (!name.startsWith(prefix)) continue;
          const owner = name.slice(prefix.length);
          const cart = this.cartOf(owner).toJSON() as Record<string, number>;
          for (const [line, count] of Object.entries(cart)) this.take(owner, line, count);
        }
        break;
      case 'guests':
        this.values.set('guests', operation.guests);
        break;
      case 'orderType':
        this.values.set('orderType', operation.orderType);
        break;
      default:
        operation satisfies never;
    }
  }

  private cartOf(userId: string): LoroMap {
    let cart = this.carts.get(userId);
    if (!cart) this.carts.set(userId, (cart = this.doc.getMap(prefix + userId)));
    return cart;
  }

  private count(userId: string, line: string): number {
    const counter = this.cartOf(userId).get(line) as LoroCounter | undefined;
    const count = counter?.value ?? 0;
    counter?.free();
    return count;
  }

  private change(userId: string, line: string, by: number): void {
    const blank = new LoroCounter();
    const counter = this.cartOf(userId).getOrCreateContainer(line, blank);
    counter.increment(by);
    counter.free();
    blank.free();
  }

  private take(userId: string, line: string, count: number): void {
    this.change(userId, line, -count);
    this.cartOf(userId).delete(line);
  }
}
