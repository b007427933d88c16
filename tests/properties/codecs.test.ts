// @module-tag long
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { messageSchema } from '#contract/messages.ts';
import { cartEventTypes, eventSchema, interpret, type AnyEvent } from '#events/cart/registry.ts';
import { versionVectorSchema } from '#events/log/event-fields.ts';
import { formatEventId, parseEventId } from '#events/log/event-id.ts';
import { isSameVector, normaliseVector } from '#events/log/version-vector.ts';
import { expectSame } from './expect-same.ts';
import { bodies, event, createEvent, rejected, vector } from './log-records.ts';
import { forAll, forAllOften, manyRunsTime } from './for-all.ts';

/** Writes a value as JSON and reads it through its schema. */
function readAgain<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  return z.parse(schema, JSON.parse(JSON.stringify(value)));
}

const message = fc.record({
  fromBrowserId: fc.string(),
  messageType: fc.constantFrom('addCartItem', 'placeOrder', 'cartChanged', 'ofALaterProgram'),
  data: fc.record(
    {
      userName: fc.string({ unit: 'binary' }),
      product: fc.string({ unit: 'binary' }),
      quantity: fc.nat(9),
      orderId: fc.constant('9001'),
      guests: fc.nat(9),
      orderType: fc.nat(8),
      shouldClearCart: fc.boolean(),
      sessionId: fc.constantFrom('', 's1'),
      events: fc.array(event, { maxLength: 2 }),
      version: fc.nat(99),
      rejected: fc.array(rejected, { maxLength: 2 }),
      known: vector,
      /** A field of a later program. */
      table: fc.constant({ moved: true }),
    },
    { requiredKeys: [] },
  ),
});

describe('a value that is written as JSON is the same when read', manyRunsTime, () => {
  test.each(cartEventTypes)('E5: %s, which its program understands', (type) => {
    forAllOften(createEvent(type), (event) => {
      const read = readAgain(eventSchema, event);
      expectSame(read, event);
      expectSame(interpret(read), event);
    });
  });

  test('E5: an event without any one of its fields is rejected', () => {
    const one = fc
      .constantFrom(...cartEventTypes)
      .chain((type) =>
        fc.tuple(
          createEvent(type),
          fc.constantFrom('id', 'at', 'seen', 'userId', 'type', ...Object.keys(bodies[type])),
        ),
      );
    forAll(one, ([event, field]) => {
      const { [field as keyof AnyEvent]: _left, ...others } = event;
      expect(z.safeParse(eventSchema, others).success).toBe(false);
    });
  });

  test('T2: event ids', () => {
    const replica = fc.string({ unit: 'binary', minLength: 1 }).filter((each) => !/[:\n\r\u2028\u2029]|^__proto__$/.test(each)); // prettier-ignore
    forAllOften(replica, fc.integer({ min: 1, max: 999_999_999_999_999 }), (replicaId, seq) => {
      expectSame(parseEventId(formatEventId(replicaId, seq)), { replicaId, seq });
    });
  });

  test('T6: version vectors; equal ones have the same text', () => {
    forAllOften(vector, (each) => {
      const read = readAgain(versionVectorSchema, each);
      expectSame(read, each);
      const turned = Object.fromEntries(Object.entries(each).toReversed());
      expect(JSON.stringify(normaliseVector(turned))).toBe(JSON.stringify(normaliseVector(each)));
      expect(isSameVector(normaliseVector(each), each)).toBe(true);
    });
  });

  test('P3: messages of the table group', () => {
    forAllOften(message, (each) => expectSame(readAgain(messageSchema, each), each));
  });
});
