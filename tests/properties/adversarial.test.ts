import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cartEventTypes, eventSchema, type AnyEvent } from '#events/catalogue.ts';
import { compareStamps, maxCounter, mint } from '#events/clock.ts';
import { readLogFile, writeLogFile } from '#events/log-file.ts';
import { logOf } from '#events/log.ts';
import type { LogHeader, LogRecord, Snapshot, ValueStamp } from '#events/records.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { cartView, type CartView } from '#projections/cart-view.ts';
import { emptyReading, readOn, type Reading } from '#projections/reading.ts';
import { viewDigest, viewJson } from '#projections/view-json.ts';
import { runs } from './histories.ts';

/** Ids that nobody would choose, and that a careless look-up takes for something else. */
const replicas = ['a', 'b', 'B', 'server', 'constructor', 'toString', 'valueOf', 'a/1'];
const users = ['u1', 'u2', 'constructor', '__proto__'];
const enormous = 999_999_999_999_999;

const replica = fc.constantFrom(...replicas);
const user = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('u1', 'u2') }, fc.constantFrom(...users));
const seq = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.constant(enormous) },
);
const id = fc.tuple(replica, seq).map(([replicaId, n]) => `${replicaId}:${n}`);
/** Texts that look like ids and are none. */
const noId = fc.constantFrom(
  'a',
  'a:0',
  'a:01',
  'a:1e0',
  ':1',
  'a:b:1',
  'a:-1',
  'a:1 ',
  '__proto__:1',
  `a:1${enormous}`,
);
/** From own past to the future of everybody. */
const vector: fc.Arbitrary<VersionVector> = fc
  .uniqueArray(fc.tuple(replica, fc.oneof(fc.integer({ min: 0, max: 4 }), seq)), {
    maxLength: 4,
    selector: ([replicaId]) => replicaId,
  })
  .map((entries) => Object.fromEntries(entries));
const stamp = fc.tuple(fc.nat(3), fc.nat(2));

const modifier = fc.record({
  modifierProductId: fc.constantFrom('1', '2', '10', '__proto__'),
  quantity: fc.integer({ min: -1, max: 2 }),
  price: fc.constantFrom('1.00', '2.00'),
});
const item = fc.record({
  productId: fc.constantFrom('p', 'q'),
  categoryId: fc.constantFrom('c', ''),
  notes: fc.constantFrom('', 'x', '\u00e9', 'e\u0301', '\ud800'),
  modifiers: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(modifier, { maxLength: 3 }) },
  ),
  name: fc.constantFrom('P', 'Q'),
});
/** Lines are named by events, by a plain server, and by nobody. */
const lineId = fc.oneof(id, fc.constantFrom('l1', 'l2', '17'));

const body = fc.record({
  type: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('itemAdded', 'itemDecreased', 'notesEdited') },
    { weight: 4, arbitrary: fc.constantFrom(...cartEventTypes, 'toString', 'tableMoved') },
  ),
  v: fc.option(fc.constantFrom(1, 2), { nil: undefined, freq: 8 }),
  lineId,
  item,
  notes: fc.constantFrom('', 'x', '\u00e9'),
  quantity: fc.integer({ min: 1, max: 3 }),
  scope: fc.constantFrom('table', 'user'),
  orderId: fc.constantFrom('o1', 'o2'),
  guests: fc.nat(3),
  orderType: fc.nat(8),
});

/** Bodies have the fields of every type: whatever the type is, the event is valid. */
const anyEvent: fc.Arbitrary<AnyEvent> = fc
  .record({
    id,
    at: stamp,
    seen: fc.oneof(vector, fc.constant({})),
    userId: user,
    body,
    honest: fc.boolean(),
  })
  .map(({ id, at, seen, userId, body, honest }) => {
    const [replicaId, n] = [id.slice(0, id.lastIndexOf(':')), Number(id.slice(id.lastIndexOf(':') + 1))];
    const own = n > 1 ? Object.fromEntries([[replicaId, n - 1]]) : {};
    return { ...body, id, at, seen: honest ? own : seen, userId };
  });

const valueStamp = fc.option(
  fc.tuple(fc.nat(3), fc.nat(2), replica).map((each): ValueStamp => each),
  { nil: undefined },
);

const snapshot: fc.Arbitrary<Snapshot> = fc.record({
  version: fc.nat(3),
  covers: fc.oneof(fc.constant({}), vector),
  userCarts: fc.oneof(
    fc.constant([]),
    fc.array(
      fc.record({
        userId: user,
        lines: fc.array(
          fc.record({
            lineId,
            aliases: fc.option(fc.array(lineId, { maxLength: 3 }), { nil: undefined }),
            item,
            quantity: fc.integer({ min: -1, max: 3 }),
          }),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 3 },
    ),
  ),
  events: fc.option(fc.array(anyEvent, { maxLength: 3 }), { nil: undefined }),
  guests: fc.option(fc.nat(3)),
  guestsAt: valueStamp,
  orderType: fc.option(fc.nat(8)),
  orderTypeAt: valueStamp,
  lastOrderId: fc.option(fc.constantFrom('o1', 'o9')),
  lastOrderAt: valueStamp,
});

const ids = fc.array(fc.oneof({ weight: 5, arbitrary: id }, { weight: 1, arbitrary: noId }), {
  maxLength: 3,
});
const from = fc.constantFrom('local' as const, 'peer' as const, 'server' as const);
const learnt: fc.Arbitrary<LogRecord> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ t: fc.constant(0), from, event: anyEvent }) },
  { weight: 2, arbitrary: fc.record({ t: fc.constant(0), from, snapshot }) },
  {
    weight: 2,
    arbitrary: fc.record({ t: fc.constant(0), from, rejected: fc.record({ ids, code: fc.constant('no') }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ t: fc.constant(0), from, accepted: fc.record({ ids, version: fc.nat(3) }) }),
  },
);
const records = fc.array(learnt, { minLength: 1, maxLength: 30 });

/** V6, and beyond it what finds a line and what it costs. */
function everythingOf(view: CartView) {
  const { carts } = view;
  const lines = carts.map((cart) =>
    cart.lines.map(({ aliases, item, fromBase }) => ({ aliases, item, fromBase })),
  );
  return { ...viewJson(view), lines };
}

function viewOf(all: readonly LogRecord[]): CartView {
  const log = logOf(all);
  return cartView(log);
}

test('G1: incremental = plain at every step of what no honest phone would say', () => {
  fc.assert(
    fc.property(records, (all) => {
      let reading: Reading = emptyReading;
      for (const record of all) {
        reading = readOn(reading, [record]);
        expect(everythingOf(reading.merged.view)).toEqual(everythingOf(cartView(reading.log)));
      }
    }),
    runs,
  );
});

/** So many events of one dish that the folded lines are kept in between, arriving late, rejected, cut, on a base. */
const crowded = fc
  .array(
    fc.record({
      body,
      at: fc.tuple(fc.nat(200), fc.nat(1)),
      replica: fc.nat(1),
      cut: fc.nat(60),
      late: fc.nat(),
    }),
    { minLength: 40, maxLength: 140 },
  )
  .chain((all) =>
    fc.record({
      events: fc.constant(all),
      rejected: fc.array(fc.nat(all.length - 1), { maxLength: 6 }),
      snapshot,
      snapshotAt: fc.nat(all.length),
    }),
  )
  .map(({ events, rejected, snapshot, snapshotAt }): LogRecord[] => {
    const counts = [0, 0];
    const dish = { productId: 'p', categoryId: 'c', modifiers: [] };
    const arriving = events.map(({ body, at, replica: index, cut, late }, order) => {
      const n = (counts[index]! += 1);
      const event: AnyEvent & { item: unknown } = {
        ...body,
        item: { ...dish, notes: body.notes },
        type:
          cut === 0 ? 'cartCleared' : ['itemAdded', 'itemAdded', 'itemDecreased', 'notesEdited'][cut % 4]!,
        v: 1,
        id: `${replicas[index]}:${n}`,
        at,
        seen: n > 1 ? { [replicas[index]!]: n - 1 } : {},
        userId: 'u1',
      };
      return { event, place: order + (late % 40) };
    });
    const inOrder = arriving.toSorted((one, other) => one.place - other.place);
    const learnt: LogRecord[] = inOrder.map(({ event }) => ({ t: 0, from: 'peer', event }));
    for (const index of rejected)
      learnt.push({ t: 0, from: 'server', rejected: { ids: [arriving[index]!.event.id], code: 'no' } });
    const lines = [1, 2].map((n) => ({ lineId: `l${n}`, item: { ...dish, notes: 'x' }, quantity: n }));
    const userCarts = [...snapshot.userCarts, { userId: 'u1', lines }];
    learnt.splice(snapshotAt, 0, { t: 0, from: 'server', snapshot: { ...snapshot, covers: {}, userCarts } });
    return learnt;
  });

test('G1: incremental = plain for many events of one dish', () => {
  fc.assert(
    fc.property(crowded, (all) => {
      let reading: Reading = emptyReading;
      for (const [index, record] of all.entries()) {
        reading = readOn(reading, [record]);
        if (index % 8 === 0 || index >= all.length - 6)
          expect(everythingOf(reading.merged.view)).toEqual(everythingOf(cartView(reading.log)));
      }
    }),
    { numRuns: Math.ceil(runs.numRuns / 5) },
  );
});

test('V1–V6: what was learnt decides, not when: any order of delivery shows the same', () => {
  const once = records
    .map((all) => {
      // E6 and F1 let the first content of an id stay, and of equal versions the later one.
      const seen = new Set<string | number>();
      const isNew = (key: string | number) => !seen.has(key) && seen.add(key).size > 0;
      return all.flatMap((record): LogRecord[] => {
        if ('event' in record) return isNew(record.event.id) ? [record] : [];
        if (!('snapshot' in record)) return [record];
        if (!isNew(record.snapshot.version)) return [];
        const events = record.snapshot.events?.filter((event) => isNew(event.id));
        return [{ ...record, snapshot: { ...record.snapshot, events } }];
      });
    })
    .chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
  fc.assert(
    fc.property(once, ([all, shuffled]) => {
      expect(everythingOf(viewOf(shuffled))).toEqual(everythingOf(viewOf(all)));
      expect(viewDigest(viewOf(shuffled))).toBe(viewDigest(viewOf(all)));
    }),
    runs,
  );
});

test('V1: what is known has no hole, and nothing is known before what its author had seen', () => {
  fc.assert(
    fc.property(records, (all) => {
      const log = logOf(all);
      const { known, waiting } = cartView(log);
      const covers = new Map(Object.entries(log.covers));
      const reach = new Map(Object.entries(known));
      for (const [replicaId, last] of reach) {
        for (let n = (covers.get(replicaId) ?? 0) + 1; n <= last; n += 1) {
          const id = `${replicaId}:${n}`;
          const entry = log.entries.get(id);
          expect(log.rejected.has(id) || entry !== undefined).toBe(true);
          if (log.rejected.has(id)) continue;
          for (const [other, needed] of Object.entries(entry!.event.seen))
            expect(reach.get(other) ?? 0).toBeGreaterThanOrEqual(needed);
        }
      }
      for (const { event, replicaId, seq: n } of log.entries.values()) {
        const isWaiting = n > (reach.get(replicaId) ?? 0) && !log.rejected.has(event.id);
        expect(waiting.includes(event.id)).toBe(isWaiting);
      }
    }),
    runs,
  );
});

test('L1, L2: a log that was written to a file and read again shows the same', () => {
  const header: LogHeader = {
    format: 'cart-log',
    version: 1,
    merchantId: '1001',
    tableId: '7',
    sessionId: 's1',
    replicaId: 'a',
    exportedAt: 0,
  };
  fc.assert(
    fc.property(records, (all) => {
      const read = readLogFile(writeLogFile(header, all));
      if (!read.ok) throw new Error(JSON.stringify(read.error));
      expect(everythingOf(viewOf(read.file.records))).toEqual(everythingOf(viewOf(all)));
    }),
    runs,
  );
});

test('T3: after any stamp that was heard comes a later one that every reader takes for a number', () => {
  const far = fc.oneof(fc.nat(3), fc.constantFrom(maxCounter - 1, maxCounter, Number.MAX_SAFE_INTEGER));
  fc.assert(
    fc.property(fc.tuple(fc.nat(3), far), fc.nat(3), (last, now) => {
      const next = mint(last, now);
      expect(compareStamps(next, last)).toBeGreaterThan(0);
      expect(next[1]).toBeLessThanOrEqual(maxCounter);
    }),
    runs,
  );
});

test('T2: a text that is no event id is refused where it enters', () => {
  fc.assert(
    fc.property(anyEvent, noId, (event, text) => {
      expect(z.safeParse(eventSchema, event).success).toBe(true);
      const vector: unknown = JSON.parse('{"__proto__":1}');
      expect(z.safeParse(eventSchema, { ...event, seen: vector }).success).toBe(false);
      expect(z.safeParse(eventSchema, { ...event, id: text }).success).toBe(false);
    }),
    runs,
  );
});
