import * as fc from 'fast-check';
import { cartEventTypes, type AnyEvent } from '#events/catalogue.ts';
import type { LogHeader, LogRecord, RecordSource, Snapshot } from '#events/records.ts';

/** What diners type: any UTF-16, line breaks, quotes and halves of signs included. */
const text = fc.oneof(fc.constantFrom('', 'no ice', '少冰', '\u2028', 'caf\u00e9', 'cafe\u0301', '\ud83c'), fc.string({ unit: 'binary' })); // prettier-ignore
const id = fc.constantFrom('ra:1', 'ra:2', 'rb:1', 'server:1', 'r\u00e9-_/.:7');
const vector = fc.dictionary(fc.constantFrom('ra', 'rb', 'server', 'constructor'), fc.nat(9));
const wall = fc.nat(2_000_000_000_000);
const source = fc.constantFrom<RecordSource>('local', 'peer', 'server');

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

const event: fc.Arbitrary<AnyEvent> = fc.record(
  {
    id,
    at: fc.tuple(wall, fc.nat(9)),
    seen: vector,
    userId: fc.constantFrom('u1', 'u2'),
    type: fc.constantFrom(...cartEventTypes, 'tableMoved'),
    userName: text,
    v: fc.constantFrom(1, 2),
    lineId: id,
    item,
    quantity: fc.integer({ min: 1, max: 5 }),
    notes: text,
    scope: fc.constantFrom('table', 'user'),
    orderId: fc.constantFrom('9001', '9002'),
    guests: fc.nat(20),
    orderType: fc.nat(8),
  },
  {
    requiredKeys: [
      'id', 'at', 'seen', 'userId', 'type', 'lineId', 'item', 'quantity', 'notes', 'scope', 'orderId', 'guests', 'orderType',
    ],
  },
); // prettier-ignore

const valueStamp = fc.option(fc.tuple(wall, fc.nat(9), fc.constantFrom('ra', 'rb')));

const snapshot: fc.Arbitrary<Snapshot> = fc.record(
  {
    version: fc.nat(99),
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

/** L2: a record of any of the four kinds. */
export const logRecord: fc.Arbitrary<LogRecord> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ t: wall, from: source, event }) },
  { weight: 1, arbitrary: fc.record({ t: wall, from: source, snapshot }) },
  {
    weight: 1,
    arbitrary: fc.record({
      t: wall,
      from: source,
      rejected: fc.record({
        ids: fc.array(id, { maxLength: 3 }),
        code: fc.constantFrom<string | number>(2025, 'clockAhead'),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      t: wall,
      from: source,
      accepted: fc.record({ ids: fc.array(id, { maxLength: 3 }), version: fc.nat(99) }),
    }),
  },
);

export const logRecords = fc.array(logRecord, { maxLength: 6 });

/** L1 */
export const logHeader: fc.Arbitrary<LogHeader> = fc.record({
  format: fc.constant('cart-log' as const),
  version: fc.constant(1),
  merchantId: fc.constantFrom('1001', '1002'),
  tableId: fc.constantFrom('7', ''),
  sessionId: fc.constantFrom('s1', 's2', ''),
  replicaId: fc.constantFrom('ra', 'rb'),
  exportedAt: wall,
});
