import { describe, expect, test } from 'vitest';
import { codes, rejections } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import type { LogRecord } from '#events/records/records.ts';
import { blankState } from '#sync/ports/storage.ts';
import {
  add,
  emptyClaim,
  createLoadedPhone,
  Phone,
  createStoredReplica,
  syncWith,
} from '#testing/phones/stepped-phone.ts';

const listSentIds = (phone: Phone) => phone.sent('post').map(({ events }) => events.map(({ id }) => id));
const countPosts = (phone: Phone) => phone.sent('post').length;

/** The time from a failure to the next post, ms. */
function pauseAfter(phone: Phone, fail: () => void): number {
  fail();
  const before = countPosts(phone);
  return phone.passUntil(() => countPosts(phone) > before);
}

describe('G4: the outbox sends events in order, one request at a time', () => {
  test('events created during a request go in the next one', () => {
    const phone = createLoadedPhone();
    const ids = phone.add('p0', 'p1', 'p2');
    expect(listSentIds(phone)).toEqual([[ids[0]]]);
    phone.serve('post');
    expect(listSentIds(phone)).toEqual([[ids[0]], [ids[1], ids[2]]]);
    phone.serve('post');
    expect(phone.pending).toEqual([]);
  });

  test('a request has at most as many events as the server accepts', () => {
    const phone = createLoadedPhone();
    phone.add(...Array.from({ length: limits.eventsPerRequest + 2 }, () => 'p0'));
    phone.serve('post');
    phone.serve('post');
    expect(listSentIds(phone).map(({ length }) => length)).toEqual([1, limits.eventsPerRequest, 1]);
  });

  const silence = (phone: Phone) => phone.fail('post');
  const refusePost = (phone: Phone) => phone.refuse('post', 4711);
  const failAsBusy = (phone: Phone) => phone.fail('post', { kind: 'busy', reason: '', afterMs: 17_000 });

  test.each([
    ['while the page is hidden the pauses after no answer double, up to half a minute', silence, false, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
    ['G7: while the diner looks the pause after no answer is never longer than 2.5 s', silence, true, [1_000, 2_000, 2_500, 2_500]],
    ['a refusal keeps its own, longer wait, also while the diner looks', refusePost, true, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]],
    ['429: not before the time that the server names', failAsBusy, true, [17_000]],
  ])('%s', (_what, fails, looking, pauses) => {
    const phone = createLoadedPhone({ looking });
    phone.add('p0');
    expect(pauses.map(() => pauseAfter(phone, () => fails(phone)))).toEqual(pauses);
  }); // prettier-ignore

  test('the pause starts small again after any answer', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    for (let count = 0; count < 3; count += 1) pauseAfter(phone, () => refusePost(phone));
    phone.serve('post');
    phone.add('p1');
    expect(pauseAfter(phone, () => refusePost(phone))).toBe(1_000);
  });

  test('after a refused batch the outbox sends its events one by one until it finds the faulty one, then batches again', () => {
    const phone = createLoadedPhone();
    phone.add('p0', 'p1', 'p2', 'p3');
    phone.serve('post');
    phone.refuse('post', codes.tooLarge);
    expect(listSentIds(phone).at(-1)).toHaveLength(1);
    const [at] = listSentIds(phone).at(-1)!;
    phone.refuse('post', codes.tooLarge);
    expect(phone.state.knowledge.log.rejected.get(at!)).toBe(codes.tooLarge);
    expect(phone.notices).toContainEqual({ kind: 'changeRejected', code: codes.tooLarge, product: 'p1' });
    phone.pass(2_000);
    expect(listSentIds(phone).at(-1)).toHaveLength(1);
    const more = phone.add('p0', 'p1');
    const accepted = { ids: listSentIds(phone).at(-1)!, version: 2 };
    phone.answer('post', { ok: true, value: syncWith({ accepted }) });
    expect(listSentIds(phone).at(-1)).toHaveLength(3);
    expect(listSentIds(phone).at(-1)!.slice(1)).toEqual(more);
  });

  test('F2: when a single event is refused, only this phone rejects it, and does not notify other clients', () => {
    const phone = createLoadedPhone();
    const [first] = phone.add('p0');
    phone.refuse('post', codes.tooLarge);
    expect(phone.state.knowledge.log.rejected.get(first!)).toBe(codes.tooLarge);
    expect(phone.state.notifying.untold).toEqual([]);
  });

  test('the outbox ignores a late refusal if another tab leads by now and sends the event as well', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.take({ kind: 'lead', leads: false });
    phone.refuse('post', codes.tooLarge);
    expect(phone.state.knowledge.log.rejected.size).toBe(0);
    expect(phone.shown()).toEqual(['1×p0']);
  });

  test.each([401, 403, codes.badRequest, codes.tooLarge, codes.tooManyRequests, codes.tableUnavailable, 66666])(
    'after a refusal of the whole request with %i the outbox pauses, and notifies nobody',
    (code) => {
      const phone = createLoadedPhone();
      phone.add('p0', 'p1', 'p2');
      for (let count = 0; count < 9 && phone.has('post'); count += 1) phone.refuse('post', code);
      expect(countPosts(phone)).toBeLessThanOrEqual(3);
      expect(phone.of('publish')).toEqual([]);
    },
  ); // prettier-ignore

  test.each([
    [codes.shoppingCartUpdated, true],
    [4711, false],
  ])(
    'after a refusal of the whole request with %i the diner is notified once and the cart is loaded again: %s',
    (code, isLoaded) => {
      const phone = createLoadedPhone();
      phone.add('p0');
      phone.fail('post', { kind: 'refused', code, msg: 'No' });
      expect(phone.notices).toEqual([{ kind: 'callRefused', call: 'update', code, msg: 'No' }]);
      expect(phone.has('snapshot')).toBe(isLoaded);
      expect(phone.shown(), 'nothing is lost').toEqual(['1×p0']);
    },
  );

  test('the page is offline after no answer, and online after a refusal', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.fail('post');
    expect(phone.state.server.reach).toBe('silent');
    phone.pass(1_000);
    phone.refuse('post', 4711);
    expect(phone.state.server.reach).toBe('answered');
    phone.pass(2_500);
    phone.fail('post', { kind: 'busy', reason: '' });
    expect(phone.state.server.reach).toBe('answered');
    phone.pass(5_000);
    phone.fail('post', { kind: 'retry', reason: '', came: 'unreadable' });
    expect(phone.state.server.reach, 'P5').toBe('unreadable');
  });
});

describe('G7: the wait after no answer ends early when the next try may succeed', () => {
  const createUnansweredPhone = () => {
    const phone = createLoadedPhone({ looking: false });
    phone.add('p0');
    for (let count = 0; count < 5; count += 1) pauseAfter(phone, () => phone.fail('post'));
    phone.fail('post');
    return { phone, before: countPosts(phone) };
  };

  test.each([
    ['a tap', (phone: Phone) => void phone.wish(add('p1'))],
    ['a connected group', (phone: Phone) => void phone.take({ kind: 'connected' })],
    ['the page that is visible again', (phone: Phone) => void phone.take({ kind: 'wake' })],
    ['a question that is answered', (phone: Phone) => void (phone.take({ kind: 'refresh' }), phone.serve('snapshot'))],
    ['a question that is refused', (phone: Phone) => void (phone.take({ kind: 'refresh' }), phone.refuse('snapshot', 4711))],
  ])('%s', (_name, sign) => {
    const { phone, before } = createUnansweredPhone();
    sign(phone);
    expect(countPosts(phone)).toBe(before + 1);
    // The pauses start small again.
    expect(pauseAfter(phone, () => phone.fail('post'))).toBe(1_000);
  }); // prettier-ignore

  test('the wait continues if the other call got no answer either', () => {
    const { phone, before } = createUnansweredPhone();
    phone.take({ kind: 'refresh' });
    phone.fail('snapshot');
    expect(countPosts(phone)).toBe(before);
  });

  test.each(['refused', 'busy'] as const)('%s does not end the wait after a refusal', (kind) => {
    const phone = createLoadedPhone();
    phone.add('p0');
    if (kind === 'refused') phone.refuse('post', 4711);
    else phone.fail('post', { kind, reason: '', afterMs: 900 });
    phone.wish(add('p1'));
    phone.take({ kind: 'wake' });
    phone.take({ kind: 'connected' });
    phone.serve('snapshot');
    expect(countPosts(phone)).toBe(1);
    phone.pass(1_000);
    expect(countPosts(phone)).toBe(2);
  });

  test('a timed-out request is abandoned once another call is answered', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.pass(3_000);
    expect(phone.of('giveUp')).toEqual([]);
    phone.serve('snapshot');
    expect(phone.of('giveUp')).toHaveLength(1);
    expect(countPosts(phone)).toBe(2);
  });

  test('a request that a later call has overtaken is abandoned when it times out, and not before', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.take({ kind: 'refresh' });
    phone.serve('snapshot');
    phone.pass(2_900);
    expect(phone.of('giveUp')).toEqual([]);
    phone.pass(100);
    expect(phone.of('giveUp')).toHaveLength(1);
    expect(countPosts(phone)).toBe(2);
  });

  test('each following request may take twice as long, so that a slow one has time for its answer', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    const lives: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const before = countPosts(phone);
      const life = phone.passUntil(() => {
        if (phone.has('snapshot')) phone.serve('snapshot');
        return countPosts(phone) > before;
      });
      lives.push(life);
    }
    // The phone gives up with the next answer after that time.
    for (const [index, hangs] of [3_000, 6_000, 12_000, 24_000, 24_000].entries()) {
      expect(lives[index]).toBeGreaterThanOrEqual(hangs);
      expect(lives[index]).toBeLessThanOrEqual(hangs + 4_000);
    }
    phone.serve('post');
    phone.add('p1');
    expect(phone.state.outbox.underWay!.hangsAt - phone.uptime).toBe(3_000);
  });

  test('a request that an outage may have swallowed is sent again once the server answers anything', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.pass(1_000);
    phone.take({ kind: 'refresh' });
    phone.fail('snapshot');
    expect(phone.state.outbox.underWay!.hangsAt).toBe(phone.uptime);
    phone.passUntil(() => phone.has('snapshot'));
    expect(countPosts(phone)).toBe(1);
    phone.serve('snapshot');
    expect(phone.of('giveUp')).toHaveLength(1);
    expect(countPosts(phone)).toBe(2);
  });

  test('P2: at a snapshot server a timed-out request is not sent again before a cart has arrived', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.add('p0');
    phone.pass(60_000);
    phone.take({ kind: 'connected' });
    expect(countPosts(phone)).toBe(1);
  });

  test('while a request is timed out and the diner looks, the phone checks for the server every 2 to 4 s', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.pass(3_000);
    const before = phone.sent('snapshot').length;
    phone.pass(6_900);
    const asked = phone.sent('snapshot').length - before;
    expect(asked).toBeGreaterThanOrEqual(6.9 / 4);
    expect(asked).toBeLessThanOrEqual(6.9 / 2);
  });

  test('while the page is hidden, the phone checks less often', () => {
    const phone = createLoadedPhone({ looking: false });
    phone.add('p0');
    const before = phone.sent('snapshot').length;
    phone.pass(30_000);
    expect(phone.sent('snapshot').length - before).toBeLessThanOrEqual(3);
  });
});

describe('CE9: the server fails to process a change', () => {
  const listRefusals = (phone: Phone) => phone.notices.filter(({ kind }) => kind === 'callRefused');

  test.each([
    ['a 5xx, of the server or of a proxy', 'failing', true],
    ['an unreadable answer: an HTML page, a 404 of the route, no JSON', 'unreadable', true],
    ['a snapshot server’s 5xx', 'failing', false],
  ] as const)('the diner is notified at once and the change is sent again: %s', (_name, came, isAware) => {
    const phone = createLoadedPhone({ isPlain: !isAware });
    phone.add('p0');
    phone.fail('post', { kind: 'retry', reason: '', came });
    expect(listRefusals(phone)).toEqual([expect.objectContaining({ call: 'update', msg: '' })]);
    if (!isAware) phone.serve('snapshot');
    expect(phone.passUntil(() => countPosts(phone) === 2)).toBeLessThanOrEqual(2_500);
    phone.fail('post', { kind: 'retry', reason: '', came });
    expect(listRefusals(phone), 'not with every try').toHaveLength(1);
    expect(phone.pending).toHaveLength(1);
  });

  test('a lost packet is not reported as a failure; the page says that it is offline', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.fail('post');
    expect(listRefusals(phone)).toEqual([]);
  });
});

describe('E5: the server holds an event back', () => {
  const answerPost = (phone: Phone, fields = {}) =>
    phone.answer('post', { ok: true, value: syncWith(fields) });

  test('a held event is sent again after a pause, and stays pending', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    expect(pauseAfter(phone, () => answerPost(phone))).toBe(1_000);
    expect(phone.pending).toHaveLength(1);
    expect(phone.state.outbox.sent.size).toBe(1);
  });

  test('an accepted event that is missing now is sent first', () => {
    const phone = createLoadedPhone();
    const [first] = phone.add('p0');
    phone.serve('post');
    const [second] = phone.add('p1');
    answerPost(phone, { missing: { r1: 1 } });
    phone.pass(1_000);
    expect(listSentIds(phone).at(-1)).toEqual([first, second]);
    phone.serve('post');
    expect(phone.state.outbox.again.size).toBe(0);
  });

  test('after being held three times in a row, the phone starts again from the server’s state', () => {
    const phone = createLoadedPhone();
    const [old] = phone.add('p0');
    for (let count = 0; count < 3; count += 1) {
      expect(phone.state.catchUp.restart).toBeUndefined();
      answerPost(phone);
      if (count < 2) phone.pass(30_000);
    }
    const wholes = phone.sent('snapshot').filter(({ known }) => Object.keys(known).length === 0);
    expect(phone.state.catchUp.restart).toMatchObject({ reason: 'stuck' });
    const before = countPosts(phone);
    phone.pass(9_000);
    expect(countPosts(phone), 'no request is sent meanwhile').toBe(before);
    expect(wholes.length).toBeGreaterThan(0);
    phone.serve('snapshot');
    expect(phone.state.knowledge.renamed.has(old!)).toBe(true);
    expect(phone.shown()).toEqual(['1×p0']);
  });
});

describe('P1: a clear of the table', () => {
  test('is sent alone, in its place among the others', () => {
    const phone = createLoadedPhone();
    phone.add('p0', 'p1');
    phone.wish({ kind: 'clear', scope: 'table' });
    const [last] = phone.add('p2');
    phone.serve('post');
    expect(listSentIds(phone).at(-1)).toHaveLength(1);
    expect(phone.has('clear')).toBe(false);
    phone.serve('post');
    expect(phone.sent('clear')).toHaveLength(1);
    expect(phone.has('post')).toBe(false);
    phone.serve('clear');
    expect(listSentIds(phone).at(-1)).toEqual([last]);
  });

  test('waits until the phone knows the kind of server; an event server also gets its event', () => {
    const event = createGuestsSet({ id: 'r1:1', at: [1, 0], seen: {}, userId: 'u1' }, { guests: 2 });
    const cleared = createCartCleared(
      { id: 'r1:2', at: [1, 1], seen: { r1: 1 }, userId: 'u1' },
      { scope: 'table' },
    );
    const records: LogRecord[] = [
      { t: 1, from: 'local', event },
      { t: 1, from: 'server', accepted: { ids: ['r1:1'], version: 1 } },
      { t: 1, from: 'local', event: cleared },
    ];
    const state = { ...blankState, lastSeq: 2, clock: [1, 1] as const };
    const own = createStoredReplica({ state, records, nextIndex: 1 });
    const phone = new Phone({ claim: { ...emptyClaim, own } });
    phone.pass(9_000);
    expect(phone.sent('clear')).toEqual([]);
    phone.loaded();
    expect(phone.sent('clear')[0]!.event).toMatchObject({ type: 'cartCleared' });
    const plain = createLoadedPhone({ isPlain: true });
    plain.add('p0');
    plain.serve('post');
    plain.serve('snapshot');
    plain.wish({ kind: 'clear', scope: 'table' });
    expect(plain.sent('clear')).toEqual([{ call: 'clear', event: undefined }]);
  });
});

describe('P2: a snapshot server', () => {
  test('an unanswered change that arrived is found in the next cart, reported, and not sent again', () => {
    const phone = createLoadedPhone({ isPlain: true });
    const ids = phone.add('p0');
    phone.server.answer('u1', phone.sent('post')[0]!);
    phone.fail('post');
    expect(countPosts(phone)).toBe(1);
    phone.serve('snapshot');
    expect(phone.pending).toEqual([]);
    expect(phone.of('publish').flatMap(({ data }) => data.events?.map(({ id }) => id))).toEqual(ids);
    expect(phone.state.outbox.unanswered).toEqual([]);
    expect(phone.shown()).toEqual(['1×p0']);
    phone.pass(9_000);
    expect(countPosts(phone)).toBe(1);
  });

  test('an unanswered change that did not arrive is sent again, and its record stays', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.add('p0');
    phone.fail('post');
    phone.serve('snapshot');
    phone.passUntil(() => countPosts(phone) === 2);
    expect(phone.state.outbox.unanswered).toHaveLength(2);
    phone.serve('post');
    expect(phone.state.outbox.unanswered).toEqual([expect.objectContaining({ isOvertaken: true })]);
    expect(phone.shown()).toEqual(['1×p0']);
  });

  describe('an unanswered change that may be part of an order is looked for in that order', () => {
    const createDoubtfulPhone = () => {
      const phone = createLoadedPhone({ isPlain: true });
      phone.add('p0');
      phone.fail('post');
      phone.hear('placeOrder', { userName: 'Ben', orderId: 'o9' });
      phone.serve('snapshot');
      expect(phone.sent('openOrder')).toHaveLength(1);
      return phone;
    };

    test('if the order lacks the change, the outcome stays open and the change is not resent automatically', () => {
      const phone = createDoubtfulPhone();
      const value = { id: 'o9', rowVersion: 1, orderItems: [] } as unknown as Order;
      phone.answer('openOrder', { ok: true, value });
      expect(phone.pending).toEqual([]);
      expect(phone.notices).toContainEqual(
        expect.objectContaining({ kind: 'changeRejected', code: rejections.unanswered, product: 'p0' }),
      );
      phone.pass(9_000);
      expect(countPosts(phone)).toBe(1);
    });

    test('if there is no order, the change is sent again', () => {
      const phone = createDoubtfulPhone();
      phone.refuse('openOrder', 404);
      phone.passUntil(() => countPosts(phone) === 2);
      expect(phone.pending).toHaveLength(1);
    });
  });

  test('a POST is on disk before it is sent', () => {
    const phone = createLoadedPhone({ isPlain: true, holdsDisk: false });
    phone.holdsDisk = true;
    phone.add('p0');
    phone.written();
    expect(countPosts(phone)).toBe(0);
    expect(phone.batches.at(-1)!.batch.state.unanswered).toHaveLength(1);
    phone.written();
    expect(countPosts(phone)).toBe(1);
  });

  test('a GET and a change never overlap, so a cart never shows half a change or brings back cleared lines', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.take({ kind: 'refresh' });
    phone.add('p0');
    expect(countPosts(phone)).toBe(0);
    phone.serve('snapshot');
    expect(countPosts(phone)).toBe(1);
    phone.take({ kind: 'refresh' });
    expect(phone.has('snapshot')).toBe(false);
    phone.serve('post');
    phone.wish({ kind: 'clear', scope: 'table' });
    expect([phone.has('snapshot'), phone.has('clear')]).toEqual([true, false]);
    phone.serve('snapshot');
    expect([phone.has('snapshot'), phone.has('clear')]).toEqual([false, true]);
  });

  test('a log of 0.1.0 stays readable: its stored server version is not higher than the next cart’s', () => {
    const item = { productId: 'p7', categoryId: 'c1', notes: '', modifiers: [] };
    const userCarts = [{ userId: 'u2', lines: [{ lineId: '5', item, quantity: 2 }] }];
    const version = 1_795_346_546_507;
    const records: LogRecord[] = [{ t: 1, from: 'server', snapshot: { version, covers: {}, userCarts } }];
    const own = createStoredReplica({ records, nextIndex: 1 });
    const phone = new Phone({ claim: { ...emptyClaim, own }, isPlain: true });
    expect(phone.shown('u2')).toEqual(['2×p7']);
    phone.serve('snapshot');
    expect(phone.shown('u2'), 'the server has cleared it since').toEqual([]);
    expect(phone.state.knowledge.log.snapshot).toMatchObject({ plain: true });
    expect(phone.state.knowledge.log.snapshot!.version).toBeGreaterThan(version);
    phone.add('p0');
    phone.serve('post');
    phone.serve('snapshot');
    expect([phone.shown(), phone.pending]).toEqual([['1×p0'], []]);
  });

  test('a cart without guests or order type changes neither', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.wish({ kind: 'setGuests', guests: 4 });
    phone.serve('post');
    phone.answer('snapshot', {
      ok: true,
      value: { plain: true, serverVersion: { cartRowVersion: 1 }, carts: [] },
    });
    expect(phone.state.knowledge.merged.view.guests).toBe(4);
  });

  test('P4: before a change the phone loads one cart, not two, if the newest is older than 5 s', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.pass(5_100);
    const before = phone.sent('snapshot').length;
    phone.add('p0');
    expect(countPosts(phone)).toBe(0);
    phone.serve('snapshot');
    expect(countPosts(phone)).toBe(1);
    expect(phone.sent('snapshot')).toHaveLength(before + 1);
    expect(phone.has('snapshot')).toBe(false);
  });

  test('the next change waits for the cart after the previous one, which names its lines', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.add('p0', 'p1');
    phone.serve('post');
    expect(countPosts(phone)).toBe(1);
    phone.serve('snapshot');
    expect(countPosts(phone)).toBe(2);
    expect(phone.sent('post')[1]!.detail.orderItems.map(({ id }) => id === '0')).toEqual([false, true]);
  });
});
