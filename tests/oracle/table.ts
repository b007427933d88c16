import type { Dice } from './dice.ts';
import type { Item, LoggedEvent, LogRecord, NaiveView, VersionVector } from './log-records.ts';
import { toItem, noteTexts, drawItem } from './menu.ts';
import { hasSameKey } from './naive-lines.ts';
import { isRemoval, isItemEvent, computeNaiveView, hasNamed, parseId } from './naive-view.ts';
import { createEventAnswer, createSnapshotAnswer } from './server-answers.ts';

/** Names that are unsafe as object keys, and one that sorts before the letters. */
const phones = [
  { replica: 'ra', userId: 'u1' },
  { replica: 'rb', userId: 'u1' },
  { replica: 'constructor', userId: 'u2' },
  { replica: '7', userId: 'toString' },
];
const userIds = ['u1', 'u2', 'toString'];
const noon = 1_763_640_000_000;

/** One table: the events of each replica, and the records that are on their way to the phone whose log this is. */
export class Table {
  readonly log: LogRecord[] = [];
  private readonly all: LoggedEvent[] = [];
  /** The records of each author. The server's are the events that it accepted and rejected. */
  private readonly applied = new Map<string, LogRecord[]>();
  private readonly shown = new Map<string, NaiveView>();
  private readonly onTheWay: LogRecord[] = [];
  private version = 0;
  private wall = noon;
  /** Percentage of events that lie about their `seen` or about anything else. */
  private readonly dishonest: number;
  /** Percentage of the peers' events that reach the phone only in the server's answers. */
  private readonly lossRate: number;
  private readonly serverKind: 'none' | 'aware' | 'plain' | 'both';
  private readonly present: typeof phones;

  /** A long evening has few clears, orders and lies. Its phones often act on an old view. */
  constructor(
    private readonly dice: Dice,
    private readonly long: boolean,
  ) {
    this.dishonest = long ? dice.one([0, 3]) : dice.one([0, 0, 10, 40]);
    this.serverKind = dice.one(['none', 'aware', 'aware', 'plain', 'plain', 'both']);
    this.lossRate = this.serverKind === 'none' ? 0 : dice.one([0, 0, 30, 70]);
    const oneDiner = dice.chance(30) ? { userId: 'u1' } : {};
    this.present = phones
      .filter((_, n) => n === 0 || dice.chance(65))
      .map((each) => ({ ...each, ...oneDiner }));
  }

  play(steps: number): LogRecord[] {
    for (let step = 0; step < steps; step += 1) {
      const what = this.long && this.dice.chance(80) ? this.dice.one([0, 90]) : this.dice.below(100);
      if (what < 46) this.act(this.dice.one(this.present));
      else if (what < 59) this.serverTakes();
      else if (what < 63) this.orderIsPlaced();
      else if (what < 65) this.login();
      else if (what < 78) this.serverAnswers();
      else if (what < 94) this.arrive();
      else this.gossip();
    }
    // The remaining records arrive at last, except those that are lost for good.
    const lossy = this.dice.chance(50);
    while (this.onTheWay.length > 0) {
      if (lossy && this.dice.chance(20)) this.onTheWay.splice(this.dice.below(this.onTheWay.length), 1);
      else this.arrive();
    }
    return this.log;
  }

  private recordsOf(replica: string): LogRecord[] {
    const records = this.applied.get(replica) ?? [];
    this.applied.set(replica, records);
    return replica === 'ra' ? this.log : records;
  }

  // Phones

  /** A diner does something: the phone creates one event, and the others may receive it. */
  private act({ replica, userId }: (typeof phones)[number]): void {
    const shown = this.shown.get(replica);
    const view =
      this.long && shown && this.dice.chance(90) ? shown : computeNaiveView(this.recordsOf(replica));
    const id = this.nextId(replica);
    this.shown.set(replica, { ...view, known: { ...view.known, [replica]: parseId(id)?.seq ?? 1 } });
    this.publish(replica, { ...this.common(replica, view), id, userId, ...this.deed(id, userId, view) });
  }

  private deed(id: string, userId: string, view: NaiveView): Record<string, unknown> & { type: string } {
    const { dice } = this;
    const own = view.carts.find((cart) => cart.userId === userId)?.lines ?? [];
    const what = dice.below(this.long && dice.chance(90) ? 76 : 100);
    if (what < 40 || (what < 76 && own.length === 0 && dice.chance(70))) {
      const item = drawItem(dice);
      const line = own.find((each) => hasSameKey(each, item));
      return { type: 'itemAdded', ...this.line(line?.lineId ?? id, item), quantity: 1 + dice.below(3) };
    }
    if (what < 76) {
      const target = own.length > 0 ? dice.one(own) : undefined;
      const line = this.line(target?.lineId ?? id, target ? toItem(target) : drawItem(dice));
      if (what < 54) return { type: 'itemDecreased', ...line, quantity: 1 + dice.below(3) };
      // Often the notes of another line of that dish, which the line then joins (V5c).
      const others = own.filter(
        (each) => each !== target && target && hasSameKey(each, { ...target, notes: each.notes }),
      );
      const notes = others.length > 0 && dice.chance(70) ? dice.one(others).notes : dice.one(noteTexts);
      return { type: 'notesEdited', ...line, notes };
    }
    if (what < 82) return { type: 'cartCleared', scope: dice.chance(60) ? 'user' : 'table' };
    if (what < 89) return { type: 'guestsSet', guests: dice.below(4) };
    if (what < 94) return { type: 'orderTypeSet', orderType: dice.below(3) };
    // Unknown events (E7): one has the fields of a clear, two those of an item event.
    const unknown = { scope: 'table', ...this.line(id, drawItem(dice)), quantity: 1, guests: 9 };
    return {
      ...unknown,
      ...dice.one([{ type: 'tipSet' }, { type: 'itemAdded', v: 2 }, { type: 'cartCleared', v: 99 }]),
    };
  }

  /** A line id and its item. A dishonest author names any line that ever was. */
  private line(lineId: string, item: Item): { lineId: string; item: Item } {
    const lies = this.dice.chance(this.dishonest);
    const ids = [...this.all.map(({ id }) => id), '501', '502', 'nowhere'];
    return { lineId: lies ? this.dice.one(ids) : lineId, item };
  }

  /** The next id of a replica. */
  private nextId(replica: string): string {
    const numbers = this.all.flatMap(({ id }) =>
      parseId(id)?.replica === replica ? [parseId(id)?.seq ?? 0] : [],
    );
    return `${replica}:${Math.max(0, ...numbers) + 1}`;
  }

  /** The author's `seen` (E1), and a clock that moves on a little, stands still, or is another replica's (T3). */
  private common(replica: string, view: NaiveView): { at: readonly [number, number]; seen: VersionVector } {
    const { dice } = this;
    const received = this.recordsOf(replica).flatMap(({ event }) => (event ? [event.at] : []));
    const latest: readonly [number, number] = [...received]
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
      .at(-1) ?? [noon, 0];
    this.wall += dice.below(4);
    // In steps, so that two replicas have equal stamps now and then.
    const late = noon + 5 * Math.floor(Math.max(0, this.wall - noon - dice.below(15)) / 5);
    const honestAt = late > latest[0] ? ([late, 0] as const) : ([latest[0], latest[1] + 1] as const);
    const wrongAt = dice.chance(40) ? latest : ([noon + 5 * dice.below(8), dice.below(3)] as const);
    const at = dice.chance(this.dishonest) ? wrongAt : honestAt;
    if (!dice.chance(this.dishonest)) return { at, seen: { ...view.known } };
    const replicas = [...phones.map((phone) => phone.replica), 'server', 'nobody'];
    const forged = replicas.filter(() => dice.chance(40)).map((each) => [each, 1 + dice.below(5)] as const);
    return { at, seen: Object.fromEntries(forged) };
  }

  /** An event goes to its author at once, to the phone whose log this is later, and to the server. */
  private publish(replica: string, event: LoggedEvent): void {
    const { dice } = this;
    this.all.push(event);
    const record = { t: this.wall, from: 'peer', event } as const;
    this.recordsOf(replica).push(replica === 'ra' ? { ...record, from: 'local' } : record);
    if (replica !== 'ra' && !dice.chance(this.lossRate)) this.onTheWay.push(record);
    // The same event twice, perhaps with other content (E6).
    if (dice.chance(8)) this.onTheWay.push(record);
    if (dice.chance(4))
      this.onTheWay.push({ ...record, event: { ...event, ...this.deed(event.id, event.userId, emptyView) } });
    if (dice.chance(1))
      this.onTheWay.push({ ...record, event: { ...event, id: dice.one(['', 'ra', 'ra:0', ':1', 'ra:x']) } });
  }

  /** Another phone receives events of all. */
  private gossip(): void {
    const hearer = this.dice.one(this.present).replica;
    for (const event of this.all) {
      if (hearer !== 'ra' && this.dice.chance(60))
        this.recordsOf(hearer).push({ t: this.wall, from: 'peer', event });
    }
  }

  /** A record on its way arrives, mostly the oldest. */
  private arrive(): void {
    if (this.onTheWay.length === 0) return;
    const n = this.dice.chance(60) ? 0 : this.dice.below(this.onTheWay.length);
    this.log.push(...this.onTheWay.splice(n, 1));
  }

  // Server

  /** The server accepts some events, each after all that it has seen (G4), and rejects some. */
  private serverTakes(): void {
    const { dice } = this;
    const records = this.recordsOf('server');
    let { known } = computeNaiveView(records);
    for (const event of this.all) {
      if (hasNamed(known, event.id) || dice.chance(25)) continue;
      const record = { t: this.wall, from: 'server' } as const;
      if (dice.chance(isRemoval(event) ? 25 : 8)) {
        const rejected = { ids: dice.chance(5) ? [event.id, 'ra:99', 'nonsense'] : [event.id], code: 2025 };
        if (rejected.ids.length === 1) records.push({ ...record, rejected });
        this.onTheWay.push({ ...record, from: dice.one(['server', 'peer']), rejected });
        known = computeNaiveView(records).known;
      } else if (isNext(event, known)) {
        records.push({ ...record, event });
        known = { ...known, [event.id.split(':')[0] ?? '']: parseId(event.id)?.seq ?? 0 };
        if (dice.chance(60))
          this.onTheWay.push({ ...record, accepted: { ids: [event.id], version: this.version + 1 } });
      } else continue;
      this.version += 1;
    }
  }

  /** The server creates an order of all that a submitter had seen, and may keep some of it (O1, O5). */
  private orderIsPlaced(): void {
    const { dice } = this;
    const submitter = dice.one(this.present);
    const received = this.recordsOf(submitter.replica);
    const server = this.recordsOf('server');
    const seen = intersectVectors(computeNaiveView(received).known, computeNaiveView(server).known);
    const took = this.all.filter(isItemEvent).filter(({ id }) => hasNamed(seen, id));
    // Whole lines stay, or any events.
    const left = drawItem(dice);
    const shouldStay = (item: Item) =>
      dice.chance(this.dishonest) ? dice.chance(50) : item.productId === left.productId;
    const kept = took.filter(({ item }) => shouldStay(item)).map(({ id }) => id);
    const order = {
      type: 'orderPlaced',
      orderId: String(9000 + this.all.length),
      ...(dice.chance(60) ? { kept } : {}),
    };
    // At a snapshot server the phone creates the order, under a replica id of its own (P2).
    const replica = this.serverKind === 'plain' ? 'rp' : 'server';
    const { at } = this.common(replica, computeNaiveView(server));
    this.serverWrites(replica, { ...order, id: this.nextId(replica), at, seen, userId: submitter.userId });
  }

  /** A guest's lines become a member's: the server clears one diner's cart, then adds the lines (O4). */
  private login(): void {
    const view = computeNaiveView(this.recordsOf('server'));
    const cart = view.carts[0];
    if (cart === undefined) return;
    const write = (event: Record<string, unknown> & { type: string; userId: string }) => {
      const common = this.common('server', computeNaiveView(this.recordsOf('server')));
      this.serverWrites('server', { ...common, id: this.nextId('server'), ...event });
    };
    write({ type: 'cartCleared', scope: 'user', userId: cart.userId });
    const userId = this.dice.one(userIds);
    for (const line of cart.lines) {
      const lineId = this.nextId('server');
      write({ type: 'itemAdded', userId, lineId, item: toItem(line), quantity: line.quantity });
    }
  }

  private serverWrites(replica: string, event: LoggedEvent): void {
    this.recordsOf('server').push({ t: this.wall, from: 'server', event });
    this.version += 1;
    this.publish(replica, event);
  }

  private serverAnswers(): void {
    if (this.serverKind === 'none') return;
    const plain = this.serverKind === 'plain' || (this.serverKind === 'both' && this.dice.chance(50));
    // A snapshot server's version is the number of the GET (P2), and the same one now and then.
    if (plain && this.dice.chance(90)) this.version += 1;
    const asked = { records: this.recordsOf('server'), log: this.log, version: this.version, t: this.wall };
    this.onTheWay.push(
      ...(plain ? createSnapshotAnswer(this.dice, asked) : createEventAnswer(this.dice, asked)),
    );
  }
}

const emptyView: NaiveView = {
  known: {},
  waiting: [],
  guests: null,
  orderType: null,
  lastOrderId: null,
  carts: [],
};

function intersectVectors(a: VersionVector, b: VersionVector): VersionVector {
  const both = Object.entries(a).map(
    ([replica, n]) => [replica, Math.min(n, Object.hasOwn(b, replica) ? (b[replica] ?? 0) : 0)] as const,
  );
  return Object.fromEntries(both.filter(([, n]) => n > 0));
}

/** True if a server may accept the event: it is the next of its replica, and all that it saw is known (G4). */
function isNext(event: LoggedEvent, known: VersionVector): boolean {
  const { replica = '', seq = 0 } = parseId(event.id) ?? {};
  const before = seq === 1 || hasNamed(known, `${replica}:${seq - 1}`);
  return before && Object.entries(event.seen).every(([author, n]) => hasNamed(known, `${author}:${n}`));
}
