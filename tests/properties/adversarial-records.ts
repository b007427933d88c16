/** Records that no honest phone writes, ids that are unsafe as object keys, and logs with many events of one dish. */
import * as fc from 'fast-check';
import { cartEventTypes, type AnyEvent } from '#events/cart/registry.ts';
import type { ValueStamp } from '#events/cart/register.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';

/** Ids that are properties of every object. */
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
/** Texts that look like event ids but are invalid. */
export const noId = fc.constantFrom(
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
/** Version vectors from an event's own past to the future of every replica. */
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
/** Line ids made by events, by a snapshot server, or by no event of the log. */
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
  kept: fc.option(fc.array(id, { maxLength: 3 }), { nil: undefined }),
});

/** Bodies have the fields of every type, so the event is valid whatever its type is. */
export const anyEvent: fc.Arbitrary<AnyEvent> = fc
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
  plain: fc.option(fc.boolean(), { nil: undefined }),
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
const anyRecord: fc.Arbitrary<LogRecord> = fc.oneof(
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
export const records = fc.array(anyRecord, { minLength: 1, maxLength: 30 });

/** Enough events of one dish that folded lines are cached on the way. Events are late, rejected, or removed. */
export const crowded = fc
  .array(
    fc.record({
      body,
      at: fc.tuple(fc.nat(200), fc.nat(1)),
      replica: fc.nat(1),
      /** 0 is a clear, 1 an order, any other number an item event. */
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
      covered: fc.nat(20),
      snapshotAt: fc.nat(all.length),
    }),
  )
  .map(({ events, rejected, snapshot, covered, snapshotAt }): LogRecord[] => {
    const counts = [0, 0];
    const items = ['itemAdded', 'itemAdded', 'itemDecreased', 'notesEdited'];
    const dish = { productId: 'p', categoryId: 'c', modifiers: [] };
    const arriving = events.map(({ body, at, replica: index, cut, late }, order) => {
      const n = (counts[index]! += 1);
      const event: AnyEvent & { item: unknown; kept: unknown } = {
        ...body,
        item: { ...dish, notes: body.notes },
        type: ['cartCleared', 'orderPlaced'][cut] ?? items[cut % items.length]!,
        // One of the events that it has seen.
        kept: [late % n, cut % n].map((seq) => `${replicas[index]}:${seq}`),
        v: 1,
        id: `${replicas[index]}:${n}`,
        at,
        seen: n > 1 ? { [replicas[index]!]: n - 1 } : {},
        userId: 'u1',
      };
      return { event, place: order + (late % 40) };
    });
    const inOrder = arriving.toSorted((one, other) => one.place - other.place);
    const applied: LogRecord[] = inOrder.map(({ event }) => ({ t: 0, from: 'peer', event }));
    for (const index of rejected)
      applied.push({ t: 0, from: 'server', rejected: { ids: [arriving[index]!.event.id], code: 'no' } });
    const lines = [1, 2].map((n) => ({ lineId: `l${n}`, item: { ...dish, notes: 'x' }, quantity: n }));
    const userCarts = [...snapshot.userCarts, { userId: 'u1', lines }];
    const covers: VersionVector = covered % 2 === 0 ? {} : { [replicas[1]!]: covered };
    applied.splice(snapshotAt, 0, { t: 0, from: 'server', snapshot: { ...snapshot, covers, userCarts } });
    return applied;
  });
