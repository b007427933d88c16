/** Logs of phones with late, lost and repeated messages, and with answers of either kind of server. */
import * as fc from 'fast-check';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { LogRecord, SnapshotCart } from '#events/records/records.ts';
import { projectCartView, type CartView } from '#projections/merge/cart-view.ts';
import { answerOf, createServerLog, table, type Table } from './served-tables.ts';

interface Circumstances {
  readonly all: Table;
  readonly isServerPlain: boolean;
  /** By how many events each one comes late. */
  readonly late: readonly number[];
  /** The event that never comes. */
  readonly lost: number | null;
  /** After how many events the server answers. */
  readonly answers: readonly number[];
  /** After how many events another phone, with a later program, writes. */
  readonly later: readonly number[];
  /** The event that comes twice. */
  readonly again: number;
}

const moment = fc.nat(40);

/** The records of one phone in the order in which they came. */
export const phoneLog: fc.Arbitrary<LogRecord[]> = fc
  .record({
    all: table,
    isServerPlain: fc.boolean(),
    late: fc.array(fc.oneof(fc.constant(0), fc.nat(6)), { minLength: 40, maxLength: 40 }),
    lost: fc.option(moment, { freq: 3 }),
    answers: fc.array(moment, { maxLength: 3 }),
    later: fc.array(moment, { maxLength: 2 }),
    again: moment,
  })
  .map(logOf);

const userNames = ['Ann', '安', 'Ben', ''];

function logOf({ all, isServerPlain, late, lost, answers, later, again }: Circumstances): LogRecord[] {
  const arriving: { readonly place: number; readonly record: LogRecord }[] = [];
  const addArrival = (place: number, record: LogRecord) => arriving.push({ place, record });

  all.events.forEach((created, index) => {
    if (index === lost) return;
    const event = { ...created, userName: userNames[index % userNames.length] };
    const isOwn = event.id.startsWith('r0:');
    const place = index + (isOwn ? 0 : late[index]!);
    addArrival(place, { t: index, from: isOwn ? 'local' : 'peer', event });
    if (index === again) addArrival(place + 3, { t: index, from: 'server', event });
    if (all.rejected.has(event.id))
      addArrival(place + late[0]!, { t: index, from: 'server', rejected: { ids: [event.id], code: 2025 } });
  });
  later.forEach((place, index) =>
    addArrival(place, { t: place, from: 'peer', event: createLaterEvent(index) }),
  );
  for (const place of answers)
    for (const record of createAnswer(all, place, isServerPlain)) addArrival(place, record);

  return arriving.toSorted((one, other) => one.place - other.place).map(({ record }) => record);
}

/** The answer of a server that has accepted this many events. */
function createAnswer({ events, rejected }: Table, count: number, isPlain: boolean): LogRecord[] {
  const log = createServerLog({ events: events.slice(0, count), rejected });
  const from = 'server';
  const ids = events.slice(0, count).flatMap(({ id }) => (rejected.has(id) ? [] : [id]));
  const accepted: LogRecord = { t: count, from, accepted: { ids, version: count } };
  if (isPlain) {
    const view = projectCartView(log);
    const { known, guests } = view;
    const snapshot = { version: count, covers: known, userCarts: snapshotCarts(view), guests };
    return [accepted, { t: count, from, snapshot }];
  }
  const { rejected: refused = [], snapshot } = answerOf(log, {});
  const facts = refused.map((each): LogRecord => ({ t: count, from, rejected: each }));
  return [accepted, ...facts, ...(snapshot ? [{ t: count, from, snapshot } as const] : [])];
}

/** The carts as a snapshot server names them. */
function snapshotCarts({ carts }: CartView): SnapshotCart[] {
  return carts.map(({ userId, lines }) => ({
    userId,
    userName: 'Ann',
    lines: lines.map(({ item, quantity }, index) => ({ lineId: `${userId}-${index}`, item, quantity })),
  }));
}

/** First an unknown type, then a newer version of a known one. */
function createLaterEvent(index: number): AnyEvent {
  const common = {
    id: `later:${index + 1}`,
    at: [index, 0] as const,
    seen: {},
    userId: 'u3',
    userName: 'Zoe',
  };
  const data = { from: { userName: 'Zoe' }, notes: 'for Zoe' };
  return Object.assign(common, index === 0 ? { type: 'gift', data } : { type: 'itemAdded', v: 99, data });
}
