/**
 * Logs for benchmarks: what the phones of one table would export after a long evening with an event-aware server.
 * Pure and seeded: the same options give the same logs.
 */
import { cartCleared } from '#events/cart-cleared.ts';
import type { CartEvent } from '#events/catalogue.ts';
import { clockStart, mint, receive, type Stamp } from '#events/clock.ts';
import type { EventFields } from '#events/event-fields.ts';
import { eventId } from '#events/event-id.ts';
import { guestsSet } from '#events/guests-set.ts';
import { itemAdded } from '#events/item-added.ts';
import { itemDecreased } from '#events/item-decreased.ts';
import { itemKey, type Item } from '#events/item.ts';
import type { Log } from '#events/log.ts';
import { notesEdited } from '#events/notes-edited.ts';
import { orderPlaced } from '#events/order-placed.ts';
import { orderTypeSet } from '#events/order-type-set.ts';
import { logFormatVersion, type LogHeader, type LogRecord, type Snapshot } from '#events/records.ts';
import { reach, type VersionVector } from '#events/version-vector.ts';
import type { CartLine, CartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readOn, type Reading } from '#projections/merge/reading.ts';
import { settledPrefix } from '#projections/merge/settled.ts';
import { randomOf, type Random } from '#workshop/simulation/world/random.ts';
import { notes } from '#workshop/simulation/servers/menu.ts';

interface TableOptions {
  /** 64 bits, as `0x…` or decimal text. */
  readonly seed: string;
  /** Each is one diner's. */
  readonly phones: number;
  /** Of each phone's log. */
  readonly records: number;
}

/** What one phone exports. */
export interface PhoneLog {
  readonly header: LogHeader;
  readonly records: readonly LogRecord[];
}

/** When the party sits down, ms. */
const start = Date.UTC(2025, 10, 20, 18);

const offered =
  '红烧牛肉面 Beef noodles|Dan dan noodles|担仔面|Xiao long bao|鲜虾烧卖 Prawn siu mai|Char siu bun|Spring rolls|' +
  'Steamed rice|扬州炒饭|Iced tea|珍珠奶茶 Pearl milk tea|Soy milk|Mapo tofu|宫保鸡丁|Three-cup chicken|Egg tart';
const extras = ['Pearls', '大份', 'Extra egg'].map((name, index) => [
  { modifierProductId: String(901 + index), quantity: 1, price: '0.50', name },
]);

/** Every dish that can be ordered: plain, and with each extra. */
const dishes: readonly Item[] = offered.split('|').flatMap((name, index) =>
  [[], ...extras].map((modifiers) => {
    const ids = { productId: String(12 + index), categoryId: String(3 + (index % 6)) };
    return { ...ids, name, price: '12.50', notes: '', modifiers };
  }),
);

const names = ['Ann', 'Ben', '陈美玲', 'Dora', 'Émile', '王伟', 'Gül', 'Hana'];

/** The logs of all phones of one table session. */
export function tableLogs({ seed, phones: count, records }: TableOptions): PhoneLog[] {
  const random = randomOf(seed);
  const server = new Server();
  const phones = Array.from({ length: count }, (_, index) => new Phone(index, server));
  for (let now = start; phones.some((phone) => phone.records.length < records);) {
    now += random.between(50, 1_500);
    random.pick(phones).act(random, now);
    for (const phone of phones) phone.hear(random, now);
  }
  return phones.map(({ replicaId, records: all }) => ({
    header: {
      format: 'cart-log',
      version: logFormatVersion,
      merchantId: '1001',
      tableId: '7',
      sessionId: 's1',
      replicaId,
      exportedAt: all[records - 1]!.t,
    },
    records: all.slice(0, records),
  }));
}

/** Takes what phones send, in order (G4), and tells everybody. */
class Server {
  private reading: Reading = emptyReading;
  version = 0;
  readonly phones: Phone[] = [];
  private settled: VersionVector = {};
  private orders = 0;

  get log(): Log {
    return this.reading.log;
  }

  /** Sold out now and then (F2); else accepted (F3), and passed on by its author (P3). */
  take(author: Phone, event: CartEvent, random: Random, now: number): void {
    this.version += 1;
    const { id } = event;
    const isRefused = event.type === 'itemAdded' && random.chance(0.01);
    if (isRefused) {
      const record: LogRecord = { t: now, from: 'server', rejected: { ids: [id], code: 2025 } };
      this.learn({ t: now, from: 'peer', event });
      this.learn(record);
      for (const phone of this.phones) phone.receive(record, random, now);
      return;
    }
    this.learn({ t: now, from: 'peer', event });
    author.take({ t: now, from: 'server', accepted: { ids: [id], version: this.version } });
    for (const phone of this.phones)
      if (phone !== author) phone.receive({ t: now, from: 'peer', event }, random, now);
  }

  /** O1: the order takes what its submitter had seen. */
  order(userId: string, seen: VersionVector, random: Random, now: number): void {
    this.orders += 1;
    this.version += 1;
    const event = orderPlaced(
      { id: eventId('server', this.orders), at: [now, 0], seen, userId },
      { orderId: String(9000 + this.orders) },
    );
    this.learn({ t: now, from: 'local', event });
    this.settled = settledPrefix(this.log);
    for (const phone of this.phones) phone.receive({ t: now, from: 'server', event }, random, now);
  }

  /** F1: what a phone that knows so much lacks. */
  snapshotFor(known: VersionVector): Snapshot {
    const { guests, orderType, lastOrderId } = this.reading.merged.view;
    const events = [...this.log.entries.values()].filter(
      ({ replicaId, seq }) => seq > reach(known, replicaId) && seq > reach(this.settled, replicaId),
    );
    return {
      version: this.version,
      covers: this.settled,
      userCarts: [],
      events: events.map(({ event }) => event),
      guests,
      orderType,
      lastOrderId,
    };
  }

  private learn(record: LogRecord): void {
    this.reading = readOn(this.reading, [record]);
  }
}

/** One diner's phone: acts, loses its connection, catches up. */
class Phone {
  readonly replicaId: string;
  readonly records: LogRecord[] = [];
  private reading: Reading = emptyReading;
  private readonly userId: string;
  private readonly userName: string;
  private clock: Stamp = clockStart;
  private seq = 0;
  private outbox: CartEvent[] = [];
  private inbox: { readonly at: number; readonly record: LogRecord }[] = [];
  private offlineUntil = 0;

  constructor(
    index: number,
    private readonly server: Server,
  ) {
    this.replicaId = `r${index + 1}`;
    this.userId = `u${index + 1}`;
    this.userName = names[index % names.length]!;
    server.phones.push(this);
  }

  private get view(): CartView {
    return this.reading.merged.view;
  }

  act(random: Random, now: number): void {
    if (this.outbox.length === 0 && this.view.waiting.length === 0 && random.chance(0.015))
      return this.server.order(this.userId, this.view.known, random, now);
    const event = this.decide(random, now);
    this.take({ t: now, from: 'local', event });
    this.outbox.push(event);
    if (this.offlineUntil === 0 && random.chance(0.01))
      this.offlineUntil = now + random.between(2_000, 60_000);
  }

  /** Reached by a message, late now and then, or never: then the phone catches up (G6). */
  receive(record: LogRecord, random: Random, now: number): void {
    if (this.offlineUntil > 0) return;
    this.inbox.push({ at: now + (random.chance(0.05) ? random.between(500, 8_000) : 0), record });
  }

  /** What has arrived by now; after time without a connection a snapshot, then what piled up goes out. */
  hear(random: Random, now: number): void {
    if (this.offlineUntil > now) return;
    if (this.offlineUntil > 0) {
      this.offlineUntil = 0;
      this.inbox = [];
      this.take({ t: now, from: 'server', snapshot: this.server.snapshotFor(this.view.known) });
      const ids = [...this.server.log.rejected.keys()].filter((id) => !this.reading.log.rejected.has(id));
      if (ids.length > 0) this.take({ t: now, from: 'server', rejected: { ids, code: 2025 } });
    }
    for (const event of this.outbox.splice(0)) this.server.take(this, event, random, now);
    const arrived = this.inbox.filter(({ at }) => at <= now);
    if (arrived.length === 0) return;
    this.inbox = this.inbox.filter(({ at }) => at > now);
    for (const { record } of arrived) this.take({ ...record, t: now });
  }

  take(record: LogRecord): void {
    this.records.push(record);
    const { news, ...reading } = readOn(this.reading, [record]);
    this.reading = reading;
    for (const { event } of news.entries) this.clock = receive(this.clock, event.at, record.t);
  }

  private decide(random: Random, now: number): CartEvent {
    const lines = this.view.carts.find(({ userId }) => userId === this.userId)?.lines ?? [];
    const what = random.next();
    const fields = this.fieldsOfNext(now);
    if (what < 0.02) return guestsSet(fields, { guests: random.between(1, 8) });
    if (what < 0.03) return orderTypeSet(fields, { orderType: random.pick([0, 2]) });
    if (what < 0.035) return cartCleared(fields, { scope: random.chance(0.3) ? 'table' : 'user' });
    if (lines.length > 0 && what < 0.5) return changeOf(random.pick(lines), fields, what < 0.17, random);
    const item = { ...random.pick(dishes), notes: random.chance(0.15) ? random.pick(notes) : '' };
    const line = lines.find((each) => itemKey(each.item) === itemKey(item));
    return itemAdded(fields, { lineId: line?.lineId ?? fields.id, item, quantity: random.between(1, 3) });
  }

  private fieldsOfNext(now: number): EventFields {
    this.seq += 1;
    this.clock = mint(this.clock, now);
    return {
      id: eventId(this.replicaId, this.seq),
      at: this.clock,
      seen: this.view.known,
      userId: this.userId,
      userName: this.userName,
    };
  }
}

/** A tap on a line that stands there: new notes, one less, or one more of it. */
function changeOf(
  { lineId, item }: CartLine,
  fields: EventFields,
  isNote: boolean,
  random: Random,
): CartEvent {
  if (isNote) {
    const others = notes.filter((each) => each !== item.notes);
    return notesEdited(fields, { lineId, item, notes: random.pick(others) });
  }
  const more = random.chance(0.4);
  return more
    ? itemAdded(fields, { lineId, item, quantity: 1 })
    : itemDecreased(fields, { lineId, item, quantity: 1 });
}
