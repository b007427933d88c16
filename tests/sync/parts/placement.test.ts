import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import {
  ann,
  createDish,
  emptyClaim,
  createLoadedPhone,
  noon,
  Phone,
  createStoredReplica,
  syncWith,
} from '#testing/phones/stepped-phone.ts';
import { blankState } from '#sync/ports/storage.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import type { SnapshotTable } from '#testing/snapshot-table.ts';

const place = (phone: Phone, online = true) =>
  phone.take({ kind: 'place', author: ann, request: {}, online });
const ask = (phone: Phone, keepOn: boolean) => phone.take({ kind: 'askPlacement', author: ann, keepOn });
const listResults = (phone: Phone, to = 'place') =>
  phone.of('placeResult').flatMap((effect) => (effect.to === to ? [effect.result?.kind] : []));
const createReadyPhone = (options = {}) => {
  const phone = createLoadedPhone(options);
  phone.add('p0');
  phone.serve('post');
  if (phone.has('snapshot')) phone.serve('snapshot');
  return phone;
};
/** A phone whose order got no answer. */
const createUnansweredPhone = () => {
  const phone = createReadyPhone();
  place(phone);
  phone.fail('place');
  return phone;
};

const peersDish = createItemAdded(
  { id: 'p2:1', at: [noon, 1], seen: {}, userId: 'u2', userName: 'Mei' },
  { lineId: 'p2:1', item: createDish('p1'), quantity: 1 },
);

describe('O1: the phone sends its own changes, writes to disk, then places the order', () => {
  test('pending events are sent first', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    place(phone);
    expect(phone.has('place')).toBe(false);
    phone.serve('post');
    expect(phone.has('place')).toBe(true);
    phone.serve('place');
    expect(listResults(phone)).toEqual(['placed']);
  });

  test('pending events of other tabs count as well', () => {
    const phone = createReadyPhone();
    const of = { id: 't1:1', at: [phone.now, 9] as const, seen: {}, userId: 'u1' };
    const theirs = { ...of, type: 'guestsSet', guests: 2 };
    phone.hearTab({ kind: 'pending', events: [theirs] });
    place(phone);
    expect(phone.has('place')).toBe(false);
    phone.serve('post');
    expect(phone.has('place')).toBe(true);
  });

  test.each([false, true])('an order is not placed if its changes cannot be sent within 10 s (snapshot: %s)', (isPlain) => {
    const phone = createLoadedPhone({ isPlain });
    phone.add('p0');
    phone.fail('post');
    place(phone);
    phone.pass(9_999);
    expect(listResults(phone)).toEqual([]);
    phone.pass(1);
    expect(phone.of('placeResult').at(-1)!.result).toEqual({ kind: 'notSent', reach: 'silent' });
    expect(phone.sent('place')).toEqual([]);
  }); // prettier-ignore

  test('the order is sent only once it is on disk, with the cart that the diner saw at the tap', () => {
    const phone = createReadyPhone();
    phone.holdsDisk = true;
    place(phone);
    expect(phone.sent('place')).toEqual([]);
    expect(phone.batches.at(-1)!.batch.state.placement).not.toBeNull();
    const { known } = phone.state.knowledge.merged.view;
    phone.hear('addCartItem', { sessionId: 's1', events: [peersDish] });
    expect(phone.shown('u2'), 'the next round').toEqual(['1×p1']);
    expect(phone.sent('place')).toEqual([]);
    while (phone.batches.length > 0) phone.written();
    expect(phone.sent('place')).toHaveLength(1);
    const { seen, placementId } = phone.sent('place')[0]!.order;
    expect(seen).toEqual(known);
    expect(placementId).toBe(phone.state.stored!.placementId);
  });

  test('a second tap places the same order', () => {
    const phone = createReadyPhone();
    place(phone);
    place(phone);
    expect(phone.sent('place')).toHaveLength(1);
    phone.serve('place');
    expect(listResults(phone)).toEqual(['placed']);
  });

  test('a phone that knows it is offline looks for the server first', () => {
    const phone = createReadyPhone();
    place(phone, false);
    phone.fail('snapshot');
    expect(phone.of('placeResult').at(-1)!.result).toEqual({ kind: 'notSent', reach: 'silent' });
    expect(phone.state.stored).toBeNull();
    place(phone, false);
    phone.serve('snapshot');
    expect(phone.has('place')).toBe(true);
  });

  test('a phone whose last request got no answer does so too, so that the outcome of the order is not unknown', () => {
    const phone = createReadyPhone();
    phone.take({ kind: 'refresh' });
    phone.fail('snapshot');
    place(phone);
    expect(phone.sent('place')).toEqual([]);
    phone.fail('snapshot');
    expect(listResults(phone)).toEqual(['notSent']);
    place(phone);
    phone.serve('snapshot');
    expect(phone.sent('place')).toHaveLength(1);
  });

  test('a refused order is reported, deleted from disk, and the cart is loaded again', () => {
    const phone = createReadyPhone();
    place(phone);
    phone.refuse('place', codes.soldOut);
    expect(phone.of('placeResult').at(-1)!.result).toMatchObject({ kind: 'refused', code: codes.soldOut });
    expect(phone.state.stored).toBeNull();
    expect(phone.has('snapshot')).toBe(true);
  });
});

describe('O5: an order without some lines', () => {
  const placeWithout = (phone: Phone) =>
    phone.take({ kind: 'place', author: ann, request: { without: ['r0:1'] }, online: true });

  test('the phone sends the whole cart and the ids of the lines that stay', () => {
    const phone = createReadyPhone();
    phone.add('p1');
    phone.serve('post');
    placeWithout(phone);
    const { detail, without: left } = phone.sent('place')[0]!.order;
    expect(detail.orderItems).toHaveLength(2);
    expect(left).toEqual(['r0:1']);
  });

  test('the phone does not send this to a snapshot server, which would order everything', () => {
    const phone = createReadyPhone({ isPlain: true });
    placeWithout(phone);
    phone.serve('openOrder');
    expect(phone.of('placeResult').at(-1)!.result).toMatchObject({
      kind: 'refused',
      code: codes.shoppingCartUpdated,
    });
    expect(phone.sent('place')).toEqual([]);
    expect(phone.state.stored).toBeNull();
  });
});

describe('O2: an order is placed once', () => {
  test('no answer means unknown, and the phone asks only when the diner wants to know', () => {
    const phone = createUnansweredPhone();
    expect(listResults(phone)).toEqual(['unknown']);
    expect(phone.state.stored).not.toBeNull();
    phone.pass(60_000);
    expect(phone.sent('placement')).toEqual([]);
  });

  test('one question has three tries, two seconds apart; then the outcome is still unknown', () => {
    const phone = createUnansweredPhone();
    ask(phone, false);
    for (let count = 0; count < 3; count += 1) {
      expect(phone.sent('placement')).toHaveLength(count + 1);
      phone.fail('placement');
      phone.pass(1_999);
      expect(phone.sent('placement')).toHaveLength(count + 1);
      phone.pass(1);
    }
    expect(listResults(phone, 'ask')).toEqual(['unknown']);
    phone.pass(60_000);
    expect(phone.sent('placement')).toHaveLength(3);
  });

  test('the phone asks until it knows, with pauses that double up to half a minute', () => {
    const phone = createUnansweredPhone();
    phone.take({ kind: 'live', isLive: true });
    ask(phone, true);
    const pauses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      for (let count = 0; count < 3; count += 1) {
        phone.fail('placement');
        const pause = phone.passUntil(() => phone.has('placement'));
        if (count === 2) pauses.push(pause);
      }
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    phone.serve('placement');
    expect(listResults(phone, 'known')).toEqual(['refused']);
    expect(phone.state.stored).toBeNull();
  });

  test('G7: an answer to any call ends the pause', () => {
    const phone = createUnansweredPhone();
    ask(phone, true);
    phone.fail('placement');
    phone.take({ kind: 'connected' });
    expect(phone.sent('placement')).toHaveLength(2);
  });

  test('a server that refuses the question is not asked in quick succession', () => {
    const phone = createUnansweredPhone();
    phone.take({ kind: 'live', isLive: true });
    ask(phone, true);
    for (let count = 0; count < 300; count += 1) {
      if (phone.has('placement')) phone.refuse('placement', codes.failure);
      phone.pass(100);
    }
    expect(phone.sent('placement').length).toBeGreaterThan(3);
    expect(phone.sent('placement').length).toBeLessThanOrEqual(12);
  });

  test('the table is notified of a placed order once', () => {
    const phone = createReadyPhone();
    place(phone);
    const call = phone.sent('place')[0]!;
    phone.server.answer('u1', call);
    phone.fail('place');
    ask(phone, false);
    phone.serve('placement');
    expect(phone.of('publish').filter(({ messageType }) => messageType === 'placeOrder')).toHaveLength(1);
    ask(phone, false);
    expect(listResults(phone, 'ask')).toEqual(['placed', undefined]);
  });

  test('a second order waits for the outcome of the first', () => {
    const phone = createUnansweredPhone();
    place(phone);
    expect(phone.sent('place')).toHaveLength(1);
    phone.serve('placement');
    expect(phone.of('placeResult').map(({ result }) => result?.kind)).toEqual(['unknown', 'refused']);
    if (phone.has('snapshot')) phone.serve('snapshot');
    expect(phone.sent('place')).toHaveLength(2);
    expect(phone.sent('place')[1]!.order.placementId).not.toBe(phone.sent('place')[0]!.order.placementId);
  });

  test('the second order is not placed if the first was placed after all', () => {
    const phone = createReadyPhone();
    place(phone);
    phone.server.answer('u1', phone.sent('place')[0]!);
    phone.fail('place');
    place(phone);
    phone.serve('placement');
    expect(listResults(phone)).toEqual(['unknown', 'placed']);
    expect(phone.sent('place')).toHaveLength(1);
  });

  test('after a reload the phone asks by itself and notifies the diner', () => {
    const placement = { placementId: 'p1', seen: {}, at: 1 };
    const own = createStoredReplica({ state: { ...blankState, placement } });
    const phone = new Phone({ claim: { ...emptyClaim, own } });
    const order = { id: 'o7', rowVersion: 1 } as never;
    phone.answer('placement', { ok: true, value: { outcome: 'placed', order, code: null, msg: '' } });
    const notice = { kind: 'orderSubmitted', userName: '', orderId: 'o7', mine: true };
    expect(phone.notices).toContainEqual(notice);
  });

  test('S1: the end of the session answers every waiting caller', () => {
    const phone = createReadyPhone();
    place(phone);
    ask(phone, true);
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', { ok: true, value: syncWith({ sessionId: 's2' }) });
    expect(listResults(phone)).toEqual(['unknown']);
    expect(listResults(phone, 'known')).toEqual([undefined]);
    place(phone);
    ask(phone, false);
    expect(listResults(phone)).toEqual(['unknown', 'notSent']);
    expect(listResults(phone, 'ask')).toEqual([undefined]);
    const other = createLoadedPhone();
    other.add('p0');
    place(other);
    other.take({ kind: 'close' });
    expect(listResults(other)).toEqual(['notSent']);
  });
});

describe('O2: a snapshot server', () => {
  test('the phone reads its open order before, and finds out afterwards whether the new order is in it', () => {
    const phone = createReadyPhone({ isPlain: true });
    place(phone);
    phone.serve('openOrder');
    phone.server.answer('u1', phone.sent('place')[0]!);
    phone.fail('place');
    ask(phone, false);
    phone.serve('openOrder');
    expect(listResults(phone, 'ask')).toEqual(['placed']);
    expect(phone.sent('placement')).toEqual([]);
  });

  const line = { id: '0', productId: 'p1', categoryId: 'c1', quantity: 1, notes: '', orderItemModifiers: [] };

  test('P2: a peer’s change that is in no cart yet is not ordered twice: the phone loads the cart first, then orders', () => {
    const phone = createReadyPhone({ isPlain: true });
    // The cart with the dish comes before the peer's message, so the dish counts twice for a moment.
    (phone.server as SnapshotTable).addLine('u2', 'p1');
    phone.pass(10_000);
    phone.serve('snapshot');
    phone.hear('addCartItem', { events: [peersDish] });
    expect(phone.shown('u2')).toEqual(['2×p1']);
    place(phone);
    expect(phone.has('openOrder')).toBe(false);
    phone.pass(1_000);
    phone.serve('snapshot');
    phone.serve('openOrder');
    expect(phone.sent('place')).toEqual([]);
    const refused = { kind: 'refused', code: codes.shoppingCartUpdated };
    expect(phone.of('placeResult').at(-1)!.result).toMatchObject(refused);
    expect(phone.shown('u2')).toEqual(['1×p1']);
  });

  test('P1: a dish that was tapped just before is ordered under the name that the server gave it', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.add('p0');
    place(phone);
    phone.serve('post');
    phone.serve('snapshot');
    phone.serve('openOrder');
    const { id } = (phone.server as SnapshotTable).linesOf('u1')[0]!;
    expect(phone.sent('place')[0]!.order.detail.orderItems).toMatchObject([{ id, quantity: 1 }]);
  });

  test('the order waits for such a dish even if each answer takes long', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.add('p0');
    place(phone);
    phone.pass(9_000);
    phone.serve('post');
    phone.pass(9_000);
    phone.serve('snapshot');
    phone.serve('openOrder');
    expect(phone.sent('place')).toHaveLength(1);
  });

  test('the order is not placed if a change is still not sent after a minute', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.add('p0');
    phone.serve('post');
    phone.add('p1');
    place(phone);
    phone.pass(59_999);
    expect(listResults(phone)).toEqual([]);
    phone.pass(1);
    expect(listResults(phone)).toEqual(['notSent']);
  });

  /** A cart with the diner's dish, and lines that a waiter weighed. */
  const createCartAnswer = (...quantities: readonly number[]) => ({
    plain: true as const,
    serverVersion: { cartRowVersion: 7 },
    carts: [{ userId: 'u1', lines: [{ lineId: '100001', item: createDish('p0'), quantity: 1 }] }],
    unread: quantities.map((quantity) => ({ userId: 'u1', line: { ...line, id: '9', quantity } })),
  });

  test.each([
    ['weighed again', [0.7]],
    ['removed', []],
    ['as it was', [0.5]],
  ])(
    'P5: weights that a waiter entered are ordered as the diner saw them, or not at all: %s',
    (what, quantities) => {
      const phone = new Phone({ isPlain: true });
      phone.answer('snapshot', { ok: true, value: { ...createCartAnswer(0.5), carts: [] } });
      phone.add('p0');
      place(phone);
      phone.serve('post');
      phone.answer('snapshot', { ok: true, value: createCartAnswer(...quantities) });
      phone.serve('openOrder');
      if (what === 'as it was')
        return expect(phone.sent('place')[0]!.order.detail.orderItems).toMatchObject([{}, { quantity: 0.5 }]);
      expect(phone.sent('place')).toEqual([]);
      const refused = { kind: 'refused', code: codes.shoppingCartUpdated };
      expect(phone.of('placeResult').at(-1)!.result).toMatchObject(refused);
    },
  );

  test.each([true, false])(
    'P5: after a reload the phone orders nothing before the first answer has a waiter’s weights (%s)',
    (isReached) => {
      const phone = new Phone({ isPlain: true });
      if (!isReached) phone.fail('snapshot');
      place(phone);
      if (!isReached) {
        phone.answer('snapshot', { ok: true, value: createCartAnswer(0.5) });
        expect(phone.sent('openOrder'), 'that was the look for the server alone').toEqual([]);
        phone.pass(1_000);
      }
      phone.answer('snapshot', { ok: true, value: createCartAnswer(0.5) });
      phone.serve('openOrder');
      expect(phone.sent('place')).toEqual([]);
      const refused = { kind: 'refused', code: codes.shoppingCartUpdated };
      expect(phone.of('placeResult').at(-1)!.result).toMatchObject(refused);
    },
  );

  test('an order that is refused because it was placed already is found in the open order', () => {
    const phone = createReadyPhone({ isPlain: true });
    place(phone);
    phone.serve('openOrder');
    phone.server.answer('u1', phone.sent('place')[0]!);
    phone.refuse('place', codes.shoppingCartUpdated);
    expect(listResults(phone)).toEqual([]);
    phone.serve('openOrder');
    expect(listResults(phone)).toEqual(['placed']);
  });

  test.each([
    [
      { kind: 'retry', reason: '' },
      { kind: 'notSent', reach: 'silent' },
    ],
    [
      { kind: 'retry', reason: '', came: 'unreadable' },
      { kind: 'notSent', reach: 'unreadable' },
    ],
    [
      { kind: 'retry', reason: '', came: 'failing' },
      { kind: 'notSent', reach: 'failing' },
    ],
    [
      { kind: 'refused', code: 4711, msg: 'No such page' },
      { kind: 'refused', code: 4711, msg: 'No such page' },
    ],
  ] as const)('P5: the open order cannot be read: %j, and nothing is ordered', (failure, result) => {
    const phone = createReadyPhone({ isPlain: true });
    place(phone);
    phone.fail('openOrder', failure);
    expect(phone.of('placeResult').at(-1)!.result).toEqual(result);
    expect(phone.sent('place')).toEqual([]);
    expect(phone.state.stored).toBeNull();
  });

  test('G3: the phone tells the table about a placed order once it is on disk', () => {
    const phone = createReadyPhone({ isPlain: true });
    place(phone);
    phone.serve('openOrder');
    phone.holdsDisk = true;
    phone.serve('place');
    const listPublished = () => phone.of('publish').filter(({ messageType }) => messageType === 'placeOrder');
    expect(listPublished()).toEqual([]);
    while (phone.batches.length > 0) phone.written();
    expect(listPublished()[0]!.data.events).toMatchObject([
      { type: 'orderPlaced', orderId: expect.any(String) },
    ]);
  });
});
