import * as fc from 'fast-check';
import type { ValueStamp } from '#events/cart/register.ts';
import {
  cartEventTypes,
  findNewestEventVersion,
  type AnyEvent,
  type CartEventType,
} from '#events/cart/registry.ts';
import { maxCounter, type Stamp } from '#events/log/clock.ts';
import type { LogHeader } from '#events/records/log-file.ts';
import type { Accepted, LogRecord, RecordSource, Rejected, Snapshot } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';

/** Text as diners type it: any UTF-16, with line breaks, quotes and surrogate halves. */
const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('', 'no ice', '少冰', '\u2028"\\', 'caf\u00e9', 'cafe\u0301', '\ud83c'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);
const id = fc.constantFrom('ra:1', 'ra:2', 'rb:1', 'server:1', 'r\u00e9-_/.:7');
const wall = fc.nat(2_000_000_000_000);
const source = fc.constantFrom<RecordSource>('local', 'peer', 'server');

/** Replica ids are any text without a colon, including properties of every object. */
export const vector: fc.Arbitrary<VersionVector> = fc
  .array(
    fc.tuple(
      fc.constantFrom('ra', 'rb', 'server', 'constructor', 'toString', '7', '少', 'r\u00e9-_/."'),
      fc.oneof(fc.nat(9), fc.constant(999_999_999_999_999)),
    ),
    { maxLength: 4 },
  )
  .map((entries) => Object.fromEntries(entries));

/** T3 */
const stamp: fc.Arbitrary<Stamp> = fc.tuple(wall, fc.oneof(fc.nat(9), fc.constant(maxCounter)));

const item = fc.record(
  {
    productId: fc.constantFrom('12', '40'),
    categoryId: fc.constantFrom('', '3'),
    notes: text,
    modifiers: fc.array(
      fc.record({
        modifierProductId: fc.constantFrom('31', '32'),
        quantity: fc.integer({ min: -1, max: 3 }),
        price: fc.constant('0.50'),
      }),
      { maxLength: 2 },
    ),
    name: text,
    price: fc.constant('3.00'),
    /** A field of a later program. */
    spice: fc.integer(),
  },
  { requiredKeys: ['productId', 'categoryId', 'notes', 'modifiers'] },
);
const quantity = fc.integer({ min: 1, max: 5 });

/** The fields of each event type beside the common ones. */
export const bodies: Readonly<Record<CartEventType, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  itemAdded: { lineId: id, item, quantity },
  itemDecreased: { lineId: id, item, quantity },
  notesEdited: { lineId: id, item, notes: text },
  cartCleared: { scope: fc.constantFrom('table', 'user') },
  orderPlaced: { orderId: fc.constantFrom('9001', '9002') },
  guestsSet: { guests: fc.nat(20) },
  orderTypeSet: { orderType: fc.nat(8) },
};

/** Most events have seen nothing. Otherwise they would wait for events that never come. */
const seen = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: vector });
const common = { id, at: stamp, seen, userId: fc.constantFrom('u1', 'u2') };

/** An event of this type in its newest version. */
export function createEvent(type: CartEventType): fc.Arbitrary<AnyEvent> {
  const required = { ...common, type: fc.constant(type), ...bodies[type] };
  return fc.record(
    {
      ...required,
      userName: text,
      v: fc.constant(findNewestEventVersion(type)!),
      /** A field of a later program. */ gift: text,
      ...(type === 'orderPlaced' && { kept: fc.array(id, { maxLength: 2 }) }),
    },
    { requiredKeys: Object.keys(required) as ('id' | 'at' | 'seen' | 'userId' | 'type')[] },
  );
}

/** An event of a later type or version, with any body. */
const eventOfLater: fc.Arbitrary<AnyEvent> = fc.record(
  {
    ...common,
    type: fc.constantFrom('tableMoved', 'itemAdded', 'guestsSet'),
    v: fc.constant(99),
    userName: text,
    guests: text,
    data: fc.record({ notes: text, to: fc.record({ userName: text }) }),
  },
  { requiredKeys: ['id', 'at', 'seen', 'userId', 'type', 'v'] },
);

/** An event of any type. */
export const event: fc.Arbitrary<AnyEvent> = fc.oneof(...cartEventTypes.map(createEvent), eventOfLater);

const valueStamp = fc.option(
  fc
    .tuple(stamp, fc.constantFrom('ra', 'rb'))
    .map(([[at, counter], replica]): ValueStamp => [at, counter, replica]),
);

/** A snapshot of an event server, of a snapshot server, or of both at once. */
export const snapshot: fc.Arbitrary<Snapshot> = fc.record(
  {
    version: fc.nat(99),
    plain: fc.boolean(),
    serverVersion: fc.oneof(fc.nat(9), fc.constant('17')),
    covers: vector,
    userCarts: fc.array(
      fc.record({
        userId: fc.constantFrom('u1', 'u2'),
        lines: fc.array(
          fc.record(
            {
              lineId: fc.constantFrom('501', '502'),
              item,
              quantity: fc.nat(9),
              aliases: fc.array(id, { maxLength: 2 }),
            },
            { requiredKeys: ['lineId', 'item', 'quantity'] },
          ),
          { maxLength: 2 },
        ),
      }),
      { maxLength: 2 },
    ),
    events: fc.array(event, { maxLength: 2 }),
    guests: fc.option(fc.nat(9)),
    guestsAt: valueStamp,
    orderType: fc.option(fc.nat(8)),
    orderTypeAt: valueStamp,
    lastOrderId: fc.option(fc.constant('9001')),
    lastOrderAt: valueStamp,
  },
  { requiredKeys: ['version', 'covers', 'userCarts'] },
);

export const rejected: fc.Arbitrary<Rejected> = fc.record({
  ids: fc.array(id, { maxLength: 3 }),
  code: fc.constantFrom<string | number>(2025, 'clockAhead'),
});

const accepted: fc.Arbitrary<Accepted> = fc.record({
  ids: fc.array(id, { maxLength: 3 }),
  version: fc.nat(99),
});

/** A record of any kind. */
const logRecord: fc.Arbitrary<LogRecord> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ t: wall, from: source, event }) },
  { weight: 1, arbitrary: fc.record({ t: wall, from: source, snapshot }) },
  { weight: 1, arbitrary: fc.record({ t: wall, from: source, rejected }) },
  { weight: 1, arbitrary: fc.record({ t: wall, from: source, accepted }) },
);

export const logRecords = fc.array(logRecord, { maxLength: 6 });

export const logHeader: fc.Arbitrary<LogHeader> = fc.record({
  format: fc.constant('cart-log' as const),
  version: fc.constant(1),
  merchantId: fc.constantFrom('1001', '1002'),
  tableId: fc.constantFrom('7', ''),
  sessionId: fc.constantFrom('s1', 's2', ''),
  replicaId: fc.constantFrom('ra', 'rb'),
  exportedAt: wall,
});
