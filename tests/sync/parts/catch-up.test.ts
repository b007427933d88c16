import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { hashView } from '#projections/merge/view-json.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { logOf } from '#events/records/log.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { createDish, createLoadedPhone, noon, Phone, syncWith } from '#testing/phones/stepped-phone.ts';

const countSnapshots = (phone: Phone) => phone.sent('snapshot').length;
const sendHint = (phone: Phone, known: Readonly<Record<string, number>>, digest?: string) =>
  phone.hearServer('cartChanged', {
    version: 1,
    sessionId: 's1',
    known,
    ...(digest !== undefined && { digest }),
  });
const createAddition = (id: string, product = 'p0', quantity = 1) =>
  createItemAdded(
    { id, at: [noon, 0], seen: {}, userId: 'u2' },
    { lineId: id, item: createDish(product), quantity },
  );

/** An answer of a server that has these events and no others. */
function createAnswerWith(events: readonly AnyEvent[], fields = {}) {
  const view = projectCartView(logOf(events.map((event) => ({ t: 0, from: 'server', event }))));
  const snapshot = { version: 1, covers: {}, userCarts: [], events };
  return syncWith({ known: view.known, digest: hashView(view), snapshot, ...fields });
}

describe('G6: the phone asks the server one question at a time', () => {
  test('the next question also answers a request made during the current one', () => {
    const phone = new Phone();
    phone.take({ kind: 'refresh' });
    phone.take({ kind: 'refresh' });
    expect(countSnapshots(phone)).toBe(1);
    phone.serve('snapshot');
    expect(countSnapshots(phone)).toBe(2);
    phone.serve('snapshot');
    expect(countSnapshots(phone)).toBe(2);
  });

  test('many requests cause three questions at once, then one a second', () => {
    const phone = new Phone();
    for (let count = 0; count < 6; count += 1) {
      phone.take({ kind: 'refresh' });
      if (phone.has('snapshot')) phone.serve('snapshot');
      phone.take({ kind: 'refresh' });
    }
    expect(countSnapshots(phone)).toBe(3);
    phone.pass(999);
    expect(countSnapshots(phone)).toBe(3);
    phone.pass(1);
    expect(countSnapshots(phone)).toBe(4);
  });

  test('while an event is missing the pauses double; once it has arrived they start small again', () => {
    const phone = createLoadedPhone({ looking: false });
    phone.take({ kind: 'live', isLive: true });
    sendHint(phone, { p2: 1 });
    phone.pass(200);
    const pauses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      phone.answer('snapshot', { ok: true, value: createAnswerWith([]) });
      pauses.push(phone.passUntil(() => phone.has('snapshot')));
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([createAddition('p2:1')]) });
    expect(phone.has('snapshot')).toBe(false);
    sendHint(phone, { p2: 2 });
    phone.pass(200);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([createAddition('p2:1')]) });
    expect(phone.passUntil(() => phone.has('snapshot'))).toBe(2_000);
  });

  test.each(['wake', 'connected'] as const)('"%s" makes the phone ask for missing events at once', (kind) => {
    const phone = createLoadedPhone();
    sendHint(phone, { p2: 1 });
    phone.pass(200);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([]) });
    expect(phone.has('snapshot')).toBe(false);
    phone.take({ kind });
    expect(phone.has('snapshot')).toBe(true);
  });

  test('a phone that has joined the group tells its pages that messages may be missing', () => {
    const phone = createLoadedPhone();
    phone.take({ kind: 'connected' });
    expect(phone.notices).toEqual([{ kind: 'messagesMissed' }]);
  });

  test('the phone always waits as long as the server asks it to', () => {
    const phone = new Phone();
    phone.fail('snapshot', { kind: 'busy', reason: '', afterMs: 9_000 });
    phone.take({ kind: 'wake' });
    phone.take({ kind: 'connected' });
    phone.pass(8_999);
    expect(countSnapshots(phone)).toBe(1);
    phone.pass(1);
    expect(countSnapshots(phone)).toBe(2);
  });

  test('no answer means offline; a refusal does not, and the phone does not repeat the question by itself', () => {
    const phone = new Phone();
    phone.take({ kind: 'live', isLive: true });
    phone.fail('snapshot');
    expect(phone.state.server.reach).toBe('silent');
    phone.pass(2_000);
    phone.refuse('snapshot', 4711);
    expect(phone.state.server.reach).toBe('silent');
    expect(phone.has('snapshot')).toBe(false);
    expect(phone.notices).toEqual([{ kind: 'callRefused', call: 'fetch', code: 4711, msg: '' }]);
  });

  test('while the group is silent the phone asks every 10 s; while the group is live it does not', () => {
    const phone = createLoadedPhone();
    const before = countSnapshots(phone);
    phone.pass(10_000);
    expect(countSnapshots(phone)).toBe(before + 1);
    phone.serve('snapshot');
    phone.take({ kind: 'live', isLive: true });
    phone.pass(60_000);
    expect(countSnapshots(phone)).toBe(before + 1);
  });

  test('CX8: a snapshot server sends no hints, so the phone asks every 10 s even in a live group', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.take({ kind: 'live', isLive: true });
    const before = countSnapshots(phone);
    phone.pass(9_900);
    expect(countSnapshots(phone)).toBe(before);
    phone.pass(100);
    expect(countSnapshots(phone)).toBe(before + 1);
  });
});

describe('CX8: hints of the server', () => {
  test('the phone does not ask if the peer’s own message arrives first', () => {
    const phone = createLoadedPhone();
    sendHint(phone, { p2: 1 });
    phone.hear('addCartItem', { sessionId: 's1', events: [createAddition('p2:1')] });
    const before = countSnapshots(phone);
    phone.pass(1_000);
    expect(countSnapshots(phone)).toBe(before);
  });

  test('the phone asks until the server has fulfilled both hints', () => {
    const phone = createLoadedPhone();
    phone.take({ kind: 'live', isLive: true });
    sendHint(phone, { p2: 1 });
    phone.pass(200);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([]) });
    sendHint(phone, { p3: 1 });
    phone.pass(2_300);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([createAddition('p3:1', 'p1')]) });
    phone.pass(30_000);
    expect(phone.has('snapshot'), 'p2:1 is missing still').toBe(true);
    phone.answer('snapshot', {
      ok: true,
      value: createAnswerWith([createAddition('p2:1'), createAddition('p3:1', 'p1')]),
    });
    phone.pass(60_000);
    expect(phone.has('snapshot')).toBe(false);
  });

  test('two hints within a moment cause one question', () => {
    const phone = createLoadedPhone();
    sendHint(phone, { p2: 1 });
    sendHint(phone, { p3: 1 });
    phone.pass(200);
    expect(phone.state.catchUp.hinted).toEqual({ p2: 1, p3: 1 });
  });
});

describe('G5: a view that differs from the server’s', () => {
  const truth = createAddition('p2:1', 'p1');
  /** A peer has sent another event under an id than the one that the server has. */
  const receiveLie = (phone: Phone) => {
    const own = [...phone.state.knowledge.log.entries.values()].map(({ event }) => event);
    phone.hear('addCartItem', { sessionId: 's1', events: [createAddition('p2:1', 'p0', 9)] });
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', { ok: true, value: createAnswerWith([...own, truth]) });
    return phone;
  };
  const listFullRequests = (phone: Phone) =>
    phone.sent('snapshot').filter(({ known }) => Object.keys(known).length === 0);

  test('the phone starts again from everything that the server has', () => {
    const phone = receiveLie(createLoadedPhone());
    const before = listFullRequests(phone).length;
    expect(before).toBeGreaterThan(0);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([truth]) });
    expect(phone.shown('u2')).toEqual(['1×p1']);
    expect(phone.of('store').at(-1)!.batch.replaces).toMatchObject({ why: 'diverged' });
  });

  test('the phone passes the events of the answer on to other tabs, because the server announces an event once', () => {
    const phone = receiveLie(createLoadedPhone());
    const missed = createAddition('p3:1', 'p2', 3);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([truth, missed]) });
    const received = phone
      .of('postToTabs')
      .flatMap(({ message }) => (message.kind === 'learnt' ? message.records : []));
    const ids = received.flatMap((record) =>
      'snapshot' in record ? (record.snapshot.events ?? []).map(({ id }) => id) : [],
    );
    expect(ids).toContain('p3:1');
  });

  test('the phone starts again only once, because a second time would not help', () => {
    const phone = receiveLie(createLoadedPhone());
    phone.answer('snapshot', { ok: true, value: createAnswerWith([truth]) });
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', { ok: true, value: createAnswerWith([truth], { digest: 'another' }) });
    expect(phone.state.catchUp.restart).toBeUndefined();
  });

  test('E5: a phone that was misled once trusts only the server, not its peers', () => {
    const phone = receiveLie(createLoadedPhone());
    phone.answer('snapshot', { ok: true, value: createAnswerWith([truth]) });
    phone.hear('addCartItem', { sessionId: 's1', events: [createAddition('p2:2', 'p0', 9)] });
    expect(phone.shown('u2')).toEqual(['1×p1']);
    // The server's hint may be lost, so the phone asks after a peer's message as well.
    phone.pass(1_000);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([truth, createAddition('p2:2', 'p3')]) });
    expect(phone.shown('u2')).toEqual(['1×p1', '1×p3']);
  });

  test('CX8: a hint with another digest makes the phone ask, even if no diner taps', () => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { sessionId: 's1', events: [createAddition('p2:1', 'p0', 9)] });
    const before = countSnapshots(phone);
    sendHint(phone, { p2: 1 }, createAnswerWith([truth]).digest);
    phone.pass(200);
    expect(countSnapshots(phone)).toBe(before + 1);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([truth]) });
    phone.answer('snapshot', { ok: true, value: createAnswerWith([truth]) });
    expect(phone.shown('u2')).toEqual(['1×p1']);
    sendHint(phone, {}, createAnswerWith([truth]).digest);
    phone.pass(200);
    expect(countSnapshots(phone), 'the same digest').toBe(before + 2);
  });

  test('E5: a peer’s event that the server never gets is forgotten, and blocks no tap', () => {
    const phone = createLoadedPhone();
    phone.take({ kind: 'live', isLive: true });
    phone.hear('addCartItem', { sessionId: 's1', events: [createAddition('p2:1', 'p0', 9)] });
    for (let look = 0; look < 2; look += 1) {
      phone.pass(3_000);
      phone.answer('snapshot', { ok: true, value: createAnswerWith([]) });
    }
    expect(phone.shown('u2')).toEqual(['9×p0']);
    phone.pass(3_000);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([]) });
    expect(phone.shown('u2')).toEqual([]);
    phone.pass(60_000);
    expect(phone.has('snapshot')).toBe(false);
  });

  test('E5: a tap that has seen such an event is not blocked either', () => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { sessionId: 's1', events: [createAddition('p2:1', 'p0', 9)] });
    phone.add('p1');
    phone.answer('post', { ok: true, value: syncWith({ missing: { p2: 1 } }) });
    phone.answer('snapshot', { ok: true, value: createAnswerWith([]) });
    phone.serve('snapshot');
    expect(phone.has('post')).toBe(true);
    phone.serve('post');
    expect(phone.shown('u2')).toEqual([]);
    expect(phone.shown()).toEqual(['1×p1']);
    expect(phone.pending).toEqual([]);
  });

  test('E5: the phone does not ask about an event that the server confirms in time', () => {
    const phone = createLoadedPhone();
    phone.take({ kind: 'live', isLive: true });
    const before = countSnapshots(phone);
    phone.hear('addCartItem', { sessionId: 's1', events: [createAddition('p2:1')] });
    sendHint(phone, { p2: 1 });
    phone.pass(2_000);
    phone.hear('addCartItem', { sessionId: 's1', events: [createAddition('p2:2')] });
    phone.pass(1_000);
    sendHint(phone, { p2: 2 });
    phone.pass(60_000);
    expect(countSnapshots(phone)).toBe(before);
  });

  test('the phone does not start again from an answer that lacks an event reported as accepted', () => {
    const phone = receiveLie(createLoadedPhone());
    phone.answer('snapshot', { ok: true, value: createAnswerWith([]) });
    expect(phone.shown('u2')).toEqual(['9×p0']);
    expect(phone.state.catchUp.isMended).toBe(false);
  });

  test('the phone starts again only when no event is in flight, so that no event is created twice', () => {
    const phone = receiveLie(createLoadedPhone());
    const [tapped] = phone.add('p5');
    phone.answer('snapshot', { ok: true, value: createAnswerWith([truth]) });
    expect(phone.state.catchUp.isMended).toBe(false);
    expect(phone.pending).toEqual([tapped]);
  });

  test('the phone does not start again from an answer that lacks an event the server accepted', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.serve('post');
    const [second] = phone.add('p1');
    for (let count = 0; count < 3; count += 1) {
      phone.answer('post', { ok: true, value: syncWith({}) });
      if (count < 2) phone.pass(30_000);
    }
    phone.answer('snapshot', { ok: true, value: createAnswerWith([]) });
    expect(phone.shown()).toEqual(['1×p0', '1×p1']);
    expect(phone.pending).toEqual([second]);
  });

  test('E7: a phone that does not understand an event shows less by design, and starts again once', () => {
    const phone = createLoadedPhone();
    phone.take({ kind: 'live', isLive: true });
    const later = { ...createAddition('p2:1'), type: 'tasted' };
    const newer = { ok: true, value: createAnswerWith([later], { digest: 'of a newer program' }) } as const;
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', newer);
    expect(phone.state.catchUp.restart).toBeDefined();
    phone.answer('snapshot', newer);
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', newer);
    expect(phone.state.catchUp.restart).toBeUndefined();
    sendHint(phone, {}, 'of a newer program');
    phone.pass(60_000);
    expect(phone.has('snapshot')).toBe(false);
  });

  test('T2: if the server has other numbers of this replica, the phone continues under another id', () => {
    const phone = createLoadedPhone();
    phone.add('p0', 'p1');
    phone.serve('post');
    phone.serve('post');
    const createGuests = (id: string) =>
      createGuestsSet({ id, at: [noon, 0], seen: {}, userId: 'u1' }, { guests: 2 });
    const more = ['r1:1', 'r1:2', 'r1:3'].map(createGuests);
    receiveLie(phone);
    expect(phone.state.catchUp.restart).toBeDefined();
    phone.answer('snapshot', { ok: true, value: createAnswerWith([...more, truth]) });
    const [id] = phone.add('p2');
    expect(phone.state.knowledge.log.entries.has('r1:3')).toBe(true);
    expect(id!.startsWith('r1:')).toBe(false);
  });

  test('T2: if the server has the same numbers, the phone continues under its own id', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.serve('post');
    const own = [...phone.state.knowledge.log.entries.values()].map(({ event }) => event);
    receiveLie(phone);
    phone.answer('snapshot', { ok: true, value: createAnswerWith([...own, truth]) });
    expect(phone.state.catchUp.isMended).toBe(true);
    expect(phone.add('p2')).toEqual(['r1:2']);
  });
});

describe('S2: a server that has lost events which it accepted', () => {
  /** A phone with an accepted dish. `answersFromBefore` sends answers without it. */
  function createAnsweredPhone() {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.serve('post');
    phone.take({ kind: 'refresh' });
    const listEndNotices = () =>
      phone.effects.flatMap((effect) =>
        effect.kind === 'notice' && effect.notice.kind === 'sessionEnded' ? [effect.notice] : [],
      );
    const sendOldAnswers = (times: number) => {
      for (let n = 0; n < times; n += 1) {
        phone.answer('snapshot', { ok: true, value: createAnswerWith([]) });
        phone.pass(700);
      }
    };
    return { phone, listEndNotices, sendOldAnswers };
  }

  test('six such answers in a row mean that its data was restored: within 5 s the diner sees which changes were lost', () => {
    const { phone, listEndNotices, sendOldAnswers } = createAnsweredPhone();
    const from = phone.uptime;
    sendOldAnswers(5);
    expect(listEndNotices()).toEqual([]);
    sendOldAnswers(1);
    expect(listEndNotices()).toMatchObject([
      { unsent: 0, restored: { mine: [{ item: { productId: 'p0' }, quantity: 1 }] } },
    ]);
    expect(phone.uptime - from).toBeLessThan(5_000);
  });

  test('a replica that lags behind does not mean that: the phone keeps showing what it lacks', () => {
    const { phone, listEndNotices, sendOldAnswers } = createAnsweredPhone();
    sendOldAnswers(5);
    phone.serve('snapshot');
    phone.take({ kind: 'refresh' });
    sendOldAnswers(5);
    expect(listEndNotices()).toEqual([]);
    expect(phone.shown()).toEqual(['1×p0']);
  });

  test.each([
    ['s1', { restored: { mine: [{ item: { productId: 'p0' } }, { item: { productId: 'p1' } }] } }],
    ['s0', {}],
  ])('a refusal that reports the loss of %s ends the session; for its own loss the diner sees which changes were lost', (restoredFrom, restored) => {
    const { phone, listEndNotices } = createAnsweredPhone();
    phone.add('p1');
    phone.fail('snapshot', { kind: 'refused', code: codes.tableUnavailable, msg: '', restoredFrom });
    expect(listEndNotices()).toMatchObject([{ unsent: 1, ...restored }]);
    expect('restored' in listEndNotices()[0]!).toBe(restoredFrom === 's1');
  }); // prettier-ignore

  test('S1: another session ends this log, and the diner sees how many changes were not sent', () => {
    const { phone, listEndNotices } = createAnsweredPhone();
    phone.add('p1');
    phone.answer('snapshot', { ok: true, value: syncWith({ sessionId: 's2' }) });
    expect(listEndNotices()).toEqual([{ kind: 'sessionEnded', unsent: 1 }]);
  });
});
