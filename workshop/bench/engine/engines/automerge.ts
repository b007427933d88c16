/** Automerge: carts[diner][line] is a counter; a clear deletes the keys. */
import * as Automerge from '@automerge/automerge';
import type { Engine, Stored } from '../engine.ts';
import { BytesReplica, stateOf } from './parts/replicas.ts';
import type { TableState, TraceRecord } from '../trace/records.ts';
import { userOf } from '../trace/trace.ts';

type Carts = Record<string, Record<string, Automerge.Counter>>;

// Automerge wants documents to be of a type, not of an interface.
type Content = { carts: Carts; values: Record<string, number> };

export const automerge: Engine<Uint8Array> = {
  name: 'automerge',
  open: (replica) => new AutomergeReplica(replica),
  load: (stored) => new AutomergeReplica(0, stored as Uint8Array),
};

const mostDiners = 24;

/** One first change for all devices: maps that two of them make at the same time would be two. */
const firstChange = (() => {
  const empty = Automerge.init<Content>({ actor: 'ffff' });
  const made = Automerge.change(empty, { time: 0 }, (content) => {
    content.carts = Object.fromEntries(Array.from({ length: mostDiners }, (_, n) => [userOf(n), {}]));
    content.values = {};
  });
  return Automerge.getLastLocalChange(made)!;
})();

class AutomergeReplica extends BytesReplica {
  private doc: Automerge.Doc<Content>;
  private others: AutomergeReplica | undefined;
  /** What the other document has not heard yet. */
  private readonly unheard: Uint8Array[] = [];

  constructor(
    private device: number,
    stored?: Uint8Array,
  ) {
    super();
    const actor = (device + 1).toString(16).padStart(4, '0');
    if (stored) this.doc = Automerge.load<Content>(stored, { actor });
    else [this.doc] = Automerge.applyChanges(Automerge.init<Content>({ actor }), [firstChange]);
  }

  /** A document can't change its author: two take turns, one for the first device and one for all others. */
  become(device: number): void {
    this.others ??= new AutomergeReplica(1);
    const isFirst = device === 0;
    if (isFirst === (this.device === 0)) return;
    [this.doc, this.others.doc] = [this.others.doc, this.doc];
    this.device = isFirst ? 0 : 1;
    this.peers(this.unheard.splice(0));
  }

  own(record: TraceRecord): Uint8Array | undefined {
    const before = this.doc;
    this.doc = Automerge.change(before, { time: 0 }, (content) => act(content, record));
    const message = this.doc === before ? undefined : Automerge.getLastLocalChange(this.doc);
    if (this.others && message) this.unheard.push(message);
    return message;
  }

  peer(message: Uint8Array): void {
    this.peers([message]);
  }

  peers(messages: readonly Uint8Array[]): void {
    [this.doc] = Automerge.applyChanges(this.doc, [...messages]);
  }

  readonly difference = {
    mark: () => Automerge.getHeads(this.doc),
    since: (mark: unknown) => Automerge.saveSince(this.doc, mark as Automerge.Heads),
    merge: (changes: Stored) => {
      this.doc = Automerge.loadIncremental(this.doc, changes as Uint8Array);
    },
  };

  pieces(userId: string): number {
    const cart = this.doc.carts[userId];
    let sum = 0;
    for (const line in cart) if (cart[line]!.value > 0) sum += cart[line]!.value;
    return sum;
  }

  state(): TableState {
    const carts = Object.entries(this.doc.carts).map(
      ([userId, cart]) =>
        [userId, Object.entries(cart).map(([line, { value }]) => [line, value] as const)] as const,
    );
    return stateOf(carts, this.doc.values);
  }

  stored(): Uint8Array {
    return Automerge.save(this.doc);
  }
}

function act(content: Content, { operation, userId, key, movedKey }: TraceRecord): void {
  const cart = content.carts[userId]!;
  const count = cart[key]?.value ?? 0;
  switch (operation.kind) {
    case 'add':
      change(cart, key, operation.quantity);
      break;
    case 'decrease':
      if (count === 1) delete cart[key];
      else if (count > 1) change(cart, key, -1);
      break;
    case 'notes':
      if (count <= 0) break;
      delete cart[key];
      change(cart, movedKey, count);
      break;
    case 'clear':
      for (const each of Object.values(content.carts))
        for (const line of Object.keys(each)) delete each[line];
      break;
    case 'guests':
      content.values['guests'] = operation.guests;
      break;
    case 'orderType':
      content.values['orderType'] = operation.orderType;
      break;
    default:
      operation satisfies never;
  }
}

function change(cart: Record<string, Automerge.Counter>, line: string, by: number): void {
  const counter = cart[line];
  if (counter) counter.increment(by);
  else cart[line] = new Automerge.Counter(by);
}
