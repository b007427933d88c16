import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceEventSchema, interpretService, type Act } from '#events/fulfilment/service-event.ts';
import { extendLife, foldOrderLife } from '#projections/service/order-life.ts';
import * as z from 'zod/mini';
import { anyAct, orderId, streamOf } from './given-acts.ts';

const placed = [
  { id: '1-1', round: 1, quantity: 2 },
  { id: '1-2', round: 1, quantity: 1 },
  { id: '2-1', round: 2, quantity: 3 },
];
const getDish = (id: string, ...events: readonly Act[]) =>
  foldOrderLife(placed, streamOf(...events)).dishes.find((dish) => dish.id === id)!;
const createSent = (round: number) => ({ type: 'roundSent', orderId, round }) as const;
const createReady = (orderItemId: string, quantity: number) =>
  ({ type: 'dishReady', orderId, orderItemId, quantity }) as const;
const createServed = (orderItemId: string, quantity: number) =>
  ({ type: 'dishServed', orderId, orderItemId, quantity }) as const;
const createVoid = (orderItemId: string, quantity: number) =>
  ({ type: 'dishVoided', orderId, orderItemId, quantity, reason: 'spilt' }) as const;

describe('A1: the state of an order', () => {
  test('a round is sent, a dish is ready, then served, piece by piece', () => {
    expect(getDish('1-1')).toMatchObject({ left: 2, sent: 0, ready: 0, served: 0, sentAt: undefined });
    expect(getDish('1-1', createSent(1), createReady('1-1', 1))).toMatchObject({
      sent: 2,
      ready: 1,
      served: 0,
      sentAt: 1_000,
    });
    const all = [
      createSent(1),
      createReady('1-1', 1),
      createServed('1-1', 1),
      createServed('1-1', 1),
    ] as const;
    expect(getDish('1-1', ...all)).toMatchObject({ sent: 2, ready: 2, served: 2, servedAt: 4_000 });
    expect(getDish('2-1', ...all)).toMatchObject({ left: 3, sent: 0 });
  });

  test('a dish that a waiter serves without the kitchen counts as sent and ready', () => {
    expect(getDish('2-1', createServed('2-1', 2))).toMatchObject({ left: 3, sent: 2, ready: 2, served: 2 });
  });

  test('the whole order is ready at once, except voided dishes', () => {
    const all = { type: 'orderReady', orderId } as const;
    expect(getDish('1-1', all)).toMatchObject({ sent: 2, ready: 2, served: 0, sentAt: 1_000 });
    expect(getDish('2-1', createVoid('2-1', 1), createServed('2-1', 1), all)).toMatchObject({
      left: 2,
      sent: 2,
      ready: 2,
      served: 1,
    });
    expect(getDish('1-2', createVoid('1-2', 1), all)).toMatchObject({ left: 0, ready: 0, sentAt: undefined });
  });

  // CX85
  test('pieces that move to another bill are those least far, and are not voided; they arrive as they left', () => {
    const movedTo = { orderId: 'o2', tableName: '7' };
    const gone = {
      type: 'dishVoided',
      orderId,
      orderItemId: '2-1',
      quantity: 2,
      reason: '',
      movedTo,
    } as const;
    expect(getDish('2-1', createSent(2), createReady('2-1', 2), createServed('2-1', 1), gone)).toMatchObject({
      left: 1,
      sent: 1,
      ready: 1,
      served: 1,
      moved: 2,
      voidedSent: 0,
      voidedUnsent: 0,
    });
    const item = { productId: 'p', categoryId: 'c', notes: '', modifiers: [] };
    const here = {
      type: 'dishAdded',
      orderId,
      round: 1,
      item,
      quantity: 2,
      userId: 'u',
      movedFrom: movedTo,
      progress: { sent: 2, ready: 1, served: 0, sentAt: 400 },
    } as const;
    expect(getDish('desk-1', here)).toMatchObject({ left: 2, sent: 2, ready: 1, served: 0, sentAt: 400 });
  });

  // CX86
  test('a held dish is not sent with its round; fired, it is in the kitchen from then on', () => {
    const dishes = [{ orderItemId: '1-1', quantity: 2 }];
    const held = { type: 'courseHeld', orderId, round: 1, course: 2, dishes } as const;
    const fired = { type: 'courseFired', orderId, course: 2, dishes } as const;
    const sent = { type: 'roundSent', orderId, round: 1 } as const;
    expect(getDish('1-1', held, sent)).toMatchObject({ heldCourse: 2, sent: 0 });
    expect(getDish('1-2', held, sent)).toMatchObject({ heldCourse: undefined, sent: 1 });
    const made = { heldCourse: undefined, firedAt: 3_000, sent: 2, sentAt: 3_000 };
    expect(getDish('1-1', held, sent, fired)).toMatchObject(made);
    expect(getDish('1-1', sent, held, fired), 'it was sent before').toMatchObject(made);
    expect(getDish('1-1', fired)).toMatchObject({ firedAt: undefined, sent: 0 });
    expect(getDish('1-1', held, fired, held)).toMatchObject({ heldCourse: 2, firedAt: undefined });
  });

  // CX66
  test('a ticket is ready, then served, with all dishes at once; a recall undoes the tap', () => {
    const createBump = (stage: 'ready' | 'served') =>
      ({
        type: 'ticketBumped' as const,
        orderId,
        stage,
        dishes: [
          { orderItemId: '1-1', quantity: 2 },
          { orderItemId: '1-2', quantity: 1 },
        ],
      }) satisfies Act;
    const createRecall = (recalledId: string) => ({ type: 'ticketRecalled', orderId, recalledId }) as const;
    const acts = [createBump('ready'), createBump('served')] as const;
    const all = { ready: 2, served: 2, sentAt: 1_000, readyAt: 1_000, servedAt: 2_000 };
    expect(getDish('1-1', ...acts)).toMatchObject(all);
    expect(getDish('1-2', ...acts)).toMatchObject({ ready: 1, served: 1 });
    expect(getDish('2-1', ...acts)).toMatchObject({ sent: 0, readyAt: undefined });
    const back = [...acts, createRecall('act-2')] as const;
    expect(getDish('1-1', ...back)).toMatchObject({ ready: 2, served: 0, servedAt: undefined });
    expect(getDish('1-1', ...back, createRecall('act-1'))).toMatchObject({ sent: 0, ready: 0, served: 0 });
    // A recall can be undone, too.
    const undo = { type: 'takenBack', actId: 'act-3' } as const;
    expect(foldOrderLife(placed, streamOf(...back, undo)).dishes[0]).toMatchObject(all);
  });

  test('a void takes the pieces that are least far, and counts separately those that the kitchen had', () => {
    expect(getDish('2-1', createVoid('2-1', 1))).toMatchObject({ left: 2, voidedUnsent: 1, voidedSent: 0 });
    const halfWay = [createServed('2-1', 2), createVoid('2-1', 2)] as const;
    const one = { left: 1, voidedUnsent: 1, voidedSent: 1, sent: 1, served: 1 };
    expect(getDish('2-1', ...halfWay)).toMatchObject(one);
    expect(getDish('2-1', createVoid('2-1', 1)).voidReason).toBe('spilt');
  });

  test('a refund takes the pieces that are left; a void takes refunded pieces first', () => {
    const createRefund = (quantity: number) => {
      const dishes = [{ orderItemId: '2-1', quantity, amount: '1.00' }];
      return { type: 'orderRefunded', orderId, amount: '1.00', method: 'cash', reason: '', dishes } as const;
    };
    expect(getDish('2-1').refunded).toBe(0);
    expect(getDish('2-1', createRefund(2))).toMatchObject({ left: 3, refunded: 2 });
    expect(getDish('2-1', createRefund(2), createRefund(2))).toMatchObject({ left: 3, refunded: 3 });
    expect(getDish('2-1', createRefund(2), createVoid('2-1', 1))).toMatchObject({ left: 2, refunded: 1 });
    expect(getDish('2-1', createRefund(1), createVoid('2-1', 2))).toMatchObject({ left: 1, refunded: 0 });
  });

  // A3
  test('a payback is a payment below zero, and so is its tip', () => {
    const paid = { type: 'orderPaid', orderId, amount: '12.50', tip: '1.00', method: 'card' } as const;
    const back = { type: 'orderRefunded', orderId, amount: '2.50', method: 'cash', reason: 'cold' } as const;
    const { payments } = foldOrderLife(placed, streamOf(paid, back, { ...back, tip: '1.00', share: 'u1' }));
    expect(payments.map(({ amount, tip, share }) => [amount, tip, share])).toEqual([
      ['12.50', '1.00', undefined],
      ['-2.50', undefined, undefined],
      ['-2.50', '-1.00', 'u1'],
    ]);
  });

  test('a discount keeps who gave it until it is removed; removing it again changes nothing', () => {
    const late = { type: 'orderDiscounted', orderId, percent: 10, reason: 'late' } as const;
    const regular = { type: 'orderDiscounted', orderId, amount: '2.00', reason: 'regular' } as const;
    const removed = { type: 'discountRemoved', orderId, discountId: 'act-1', reason: 'mistake' } as const;
    const foldDiscounts = (...acts: readonly Act[]) =>
      foldOrderLife(placed, streamOf(late, regular, ...acts)).discounts;
    expect(foldDiscounts()).toMatchObject([
      { actId: 'act-1', percent: 10, reason: 'late', by: { name: 'Mo' } },
      { actId: 'act-2', amount: '2.00', reason: 'regular', by: { name: 'Mo' } },
    ]);
    for (const acts of [[removed], [removed, removed]])
      expect(foldDiscounts(...acts)).toMatchObject([{ actId: 'act-2' }]);
  });

  test('a closed order stays closed until it is reopened, whoever closed it', () => {
    const by = { kind: 'server', name: '' } as const;
    const before = { outcome: 'completed', at: 1, by, reason: '' } as const;
    expect(foldOrderLife(placed, streamOf(), before)).toMatchObject({ closed: before, isReopened: false });
    const reopened = streamOf({ type: 'orderReopened', orderId, reason: 'they stay' });
    expect(foldOrderLife(placed, reopened, before)).toMatchObject({ closed: undefined, isReopened: true });
  });

  test('A3: for any acts, no piece is ahead of its previous state, and none is lost', () => {
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 20 }), (acts) => {
        const events = streamOf(...acts);
        for (const dish of foldOrderLife(placed, events).dishes) {
          const { id, left, sent: inKitchen, ready: onPass, served: onTable } = dish;
          const chain = [0, onTable, onPass, inKitchen, left];
          expect(chain, id).toEqual(chain.toSorted((a, b) => a - b));
          const first = placed.find((each) => each.id === id)?.quantity ?? getAddedQuantity(events, id);
          const { voidedUnsent, voidedSent, moved } = dish;
          expect(left + voidedUnsent + voidedSent + moved, id).toBe(first);
          expect(Math.min(voidedUnsent, voidedSent), id).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('A3: an undone act has no effect', () => {
    fc.assert(
      fc.property(fc.array(anyAct, { minLength: 1, maxLength: 12 }), fc.nat(), (acts, at) => {
        const events = streamOf(...acts);
        const gone = events[at % events.length]!;
        const { actId, by } = gone;
        const back = { id: 'desk:99', at: 99_000, actId, by, type: 'takenBack' } as const;
        const others = events.filter((event) => event !== gone);
        expect(foldOrderLife(placed, [...events, back])).toEqual(foldOrderLife(placed, others));
      }),
    );
  });
});

test('A1: one act at a time gives the same state as all at once; unaffected parts keep their identity', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { minLength: 1, maxLength: 12 }), fc.array(fc.nat()), (acts, undone) => {
      const made = streamOf(...acts);
      const back = undone.map((at, n) => ({
        ...made[0]!,
        id: `desk:${100 + n}`,
        at: 100_000,
        actId: made[at % made.length]!.actId,
        type: 'takenBack' as const,
      }));
      const events: ReturnType<typeof streamOf> = [];
      let life = foldOrderLife(placed, events);
      for (const event of [...made, ...back]) {
        const next = extendLife(life, events, event);
        const isRecalledBefore = events.some(
          (each) => each.type === 'ticketRecalled' && each.recalledId === event.actId,
        );
        const undoes = event.type === 'takenBack' || event.type === 'ticketRecalled';
        expect(next === undefined).toBe(undoes || isRecalledBefore);
        events.push(event);
        const recomputed = foldOrderLife(placed, events);
        expect(next ?? recomputed).toEqual(recomputed);
        const touched =
          event.type === 'roundSent' ||
          event.type === 'orderReady' ||
          'orderItemId' in event ||
          'dishes' in event;
        if (next && !touched) expect(life.dishes.every((dish, n) => next.dishes[n] === dish)).toBe(true);
        life = next ?? recomputed;
      }
    }),
  );
});

function getAddedQuantity(events: ReturnType<typeof streamOf>, id: string): number {
  const event = events.find((each) => each.id.replace(':', '-') === id);
  return event?.type === 'dishAdded' ? event.quantity : NaN;
}

describe('A4: a fulfilment event in a file', () => {
  const [event] = streamOf({ type: 'orderPaid', orderId, amount: '12.50', method: 'cash' });
  const parseEvent = (changed: object) => z.safeParse(serviceEventSchema, { ...event, ...changed });

  test.each([
    [{ id: 'server:1' }, 'id'],
    [{ at: -1 }, 'at'],
    [{ actId: '' }, 'actId'],
    [{ by: { kind: 'waiter', name: '' } }, 'by.kind'],
    [{ amount: '12.5055' }, 'amount'],
    [{ amount: 12.5 }, 'amount'],
    [{ orderId: '' }, 'orderId'],
  ])('%o is refused at %s', (changed, path) => {
    const { error } = parseEvent(changed);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
  });

  test('an event of a newer server is accepted unchanged, and has no effect', () => {
    const { data } = parseEvent({ type: 'songWished', title: 'Yellow' });
    expect(data).toMatchObject({ type: 'songWished', title: 'Yellow' });
    expect(interpretService(data!)).toBeUndefined();
    expect(interpretService(parseEvent({}).data!)).toEqual(event);
  });
});
