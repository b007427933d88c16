/** Fulfilment events for tests, in the order in which they are made. */
import * as fc from 'fast-check';
import type { Act, ServiceEvent } from '#events/fulfilment/service-event.ts';

const by = { kind: 'staff', name: 'Mo' } as const;

/** Numbers the acts of a stream, a second apart. An act gets an id of its own unless it has one. */
export function streamOf(...acts: readonly (Act & { readonly actId?: string })[]): ServiceEvent[] {
  return acts.map((act, index) => {
    const seq = index + 1;
    return { actId: `act-${seq}`, ...act, id: `desk:${seq}`, at: seq * 1_000, by };
  });
}

export const orderId = 'o1';

/** Any act on an order of two rounds. Some have more pieces than were ordered, or name dishes that do not exist. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    type: fc.constant('roundSent' as const),
    orderId: fc.constant(orderId),
    round: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    type: fc.constantFrom('dishReady' as const, 'dishServed' as const),
    orderId: fc.constant(orderId),
    orderItemId: fc.constantFrom('1-1', '1-2', '2-1', '9-9', 'desk-3'),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ type: fc.constant('orderReady' as const), orderId: fc.constant(orderId) }),
  fc.record({
    type: fc.constant('ticketBumped' as const),
    orderId: fc.constant(orderId),
    stage: fc.constantFrom('ready' as const, 'served' as const),
    dishes: fc.array(
      fc.record({
        orderItemId: fc.constantFrom('1-1', '1-2', '2-1', '9-9', 'desk-3'),
        quantity: fc.integer({ min: 1, max: 4 }),
      }),
    ),
  }),
  fc.record({
    type: fc.constant('ticketRecalled' as const),
    orderId: fc.constant(orderId),
    recalledId: fc.constantFrom('act-1', 'act-2', 'act-5'),
  }),
  fc.record({
    type: fc.constant('courseHeld' as const),
    orderId: fc.constant(orderId),
    round: fc.constant(1),
    course: fc.constantFrom(1, 2),
    dishes: fc.array(
      fc.record({ orderItemId: fc.constantFrom('1-1', '1-2', '9-9'), quantity: fc.constant(1) }),
    ),
  }),
  fc.record({
    type: fc.constant('courseFired' as const),
    orderId: fc.constant(orderId),
    course: fc.constantFrom(1, 2),
    dishes: fc.array(
      fc.record({ orderItemId: fc.constantFrom('1-1', '1-2', '9-9'), quantity: fc.constant(1) }),
    ),
  }),
  fc.record({
    type: fc.constant('dishVoided' as const),
    orderId: fc.constant(orderId),
    orderItemId: fc.constantFrom('1-1', '1-2', '2-1', '9-9'),
    quantity: fc.integer({ min: 1, max: 4 }),
    reason: fc.constantFrom('spilt', ''),
    movedTo: fc.constantFrom(undefined, { orderId: 'o2', tableName: null }),
  }),
  fc.record({
    type: fc.constant('dishAdded' as const),
    orderId: fc.constant(orderId),
    round: fc.integer({ min: 1, max: 2 }),
    item: fc.constant({ productId: '7', categoryId: '1', notes: '', modifiers: [], price: '3.00' }),
    quantity: fc.integer({ min: 1, max: 3 }),
    userId: fc.constant('u1'),
  }),
  fc.record({
    type: fc.constant('orderDiscounted' as const),
    orderId: fc.constant(orderId),
    percent: fc.constantFrom(10, 100),
    reason: fc.constantFrom('late', ''),
  }),
  fc.record({
    type: fc.constant('discountRemoved' as const),
    orderId: fc.constant(orderId),
    discountId: fc.constantFrom('act-1', 'act-2', 'act-5'),
    reason: fc.constant(''),
  }),
  fc.record({
    type: fc.constant('orderPaid' as const),
    orderId: fc.constant(orderId),
    amount: fc.constantFrom('1.00', '20.50'),
    method: fc.constant('cash'),
  }),
  fc.record({
    type: fc.constant('orderRefunded' as const),
    orderId: fc.constant(orderId),
    amount: fc.constantFrom('1.00', '19.50'),
    method: fc.constant('cash'),
    reason: fc.constant(''),
    rounding: fc.constantFrom('0.02', '-0.02', '0.00'),
  }),
  fc.record({
    type: fc.constant('orderRefunded' as const),
    orderId: fc.constant(orderId),
    amount: fc.constant('1.00'),
    method: fc.constant('cash'),
    reason: fc.constant(''),
    dishes: fc.array(
      fc.record({ orderItemId: fc.constant('2-1'), quantity: fc.nat(3), amount: fc.constant('1.00') }),
    ),
  }),
  fc.record({
    type: fc.constant('orderClosed' as const),
    orderId: fc.constant(orderId),
    outcome: fc.constantFrom('completed' as const, 'cancelled' as const),
    reason: fc.constant(''),
    owed: fc.constant('0.00'),
    unsent: fc.constant(0),
  }),
  fc.record({
    type: fc.constant('orderReopened' as const),
    orderId: fc.constant(orderId),
    reason: fc.constant(''),
  }),
);
