/** json-joy: an object for each diner, with a key for each (line, device), since it has no counters. */
import { type ConNode, Model, Patch, s } from 'json-joy/lib/json-crdt/index.js';
import type { Engine } from '../engine.ts';
import { BytesReplica, stateOf } from './parts/replicas.ts';
import { actOnLine, countsOf, type Parts } from './parts/part-keys.ts';
import type { TableState, TraceRecord } from '../trace/records.ts';
import { userOf } from '../trace/trace.ts';

export const jsonJoy: Engine<Uint8Array> = {
  name: 'json-joy',
  open: (replica) => new JsonJoyReplica(replica),
  load: (stored) => new JsonJoyReplica(0, stored as Uint8Array),
};

/** The first session id that is not reserved. */
const firstSession = 65_536;
const mostDiners = 24;

/** The same on every device: objects that two of them make at the same time would be two. */
const emptyCarts = Object.fromEntries(Array.from({ length: mostDiners }, (_, n) => [userOf(n), s.obj({})]));
const schema = s.obj({ carts: s.obj(emptyCarts), values: s.obj({}) });

type Values = Record<string, number>;

class JsonJoyReplica extends BytesReplica {
  private readonly model;

  constructor(
    private device: number,
    stored?: Uint8Array,
  ) {
    super();
    const session = firstSession + device;
    this.model = stored ? Model.load(stored, session) : Model.create(schema, session);
    this.model.api.flush();
  }

  become(device: number): void {
    this.device = device;
    this.model.setSid(firstSession + device);
  }

  own(record: TraceRecord): Uint8Array | undefined {
    this.act(record);
    const patch = this.model.api.flush();
    return patch.ops.length > 0 ? patch.toBinary() : undefined;
  }

  peer(message: Uint8Array): void {
    this.model.applyPatch(Patch.fromBinary(message));
  }

  peers(messages: readonly Uint8Array[]): void {
    this.model.applyBatch(messages.map((message) => Patch.fromBinary(message)));
  }

  pieces(userId: string): number {
    let sum = 0;
    for (const pieces of countsOf(Object.entries(this.viewOf(userId))).values()) sum += pieces;
    return sum;
  }

  state(): TableState {
    const { carts, values } = this.model.view() as unknown as {
      carts: Record<string, Values>;
      values: Values;
    };
    return stateOf(
      Object.entries(carts).map(([userId, cart]) => [userId, countsOf(Object.entries(cart))] as const),
      values,
    );
  }

  stored(): Uint8Array {
    return this.model.toBinary();
  }

  private act(record: TraceRecord): void {
    const { operation, userId } = record;
    const values = () => this.model.api.obj(['values']);
    if (operation.kind === 'guests') values().set({ guests: operation.guests });
    else if (operation.kind === 'orderType') values().set({ orderType: operation.orderType });
    else if (operation.kind === 'clear') {
      for (let diner = 0; diner < mostDiners; diner += 1) {
        const keys = Object.keys(this.viewOf(userOf(diner)));
        if (keys.length > 0) this.cartOf(userOf(diner)).del(keys);
      }
    } else actOnLine(this.parts(userId), record, this.device);
  }

  private cartOf(userId: string) {
    return this.model.api.obj(['carts', userId]);
  }

  private viewOf(userId: string): Values {
    return this.cartOf(userId).view() as Values;
  }

  private parts(userId: string): Parts {
    const cart = this.cartOf(userId);
    return {
      get: (key) => (cart.node.get(key) as ConNode<number | undefined> | undefined)?.val,
      set: (key, count) => cart.set({ [key]: count }),
      delete: (key) => cart.del([key]),
      keys: () => Object.keys(cart.view() as object),
    };
  }
}
