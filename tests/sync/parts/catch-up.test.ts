import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { hashView } from '#projections/merge/view-json.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { logOf } from '#events/records/log.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { createDish, createLoadedPhone, noon, Phone, syncWith } from '#testing/phones/stepped-phone.ts';

const asked = (phone: Phone) => phone.sent('snapshot').length;
const hint = (phone: Phone, known: Readonly<Record<string, number>>, digest?: string) =>
  phone.hearServer('cartChanged', {
    version: 1,
    sessionId: 's1',
    known,
    ...(digest !== undefined && { digest }),
  });
const of = (id: string, product = 'p0', quantity = 1) =>
  createItemAdded(
    { id, at: [noon, 0], seen: {}, userId: 'u2' },
    { lineId: id, item: createDish(product), quantity },
  );

/** An answer of a server that has these events and no others. */
function having(events: readonly AnyEvent[], fields = {}) {
  const view = projectCartView(logOf(events.map((event) => ({ t: 0, from: 'server', event }))));
  const snapshot = { version: 1, covers: {}, userCarts: [], events };
  return syncWith({ known: view.known, digest: hashView(view), snapshot, ...fields });
}

describe('G6: one question at a time', () => {
  test('a wish while one is under way is served by the next one', () => {
    const phone = new Phone();
    phone.take({ kind: 'refresh' });
    phone.take({ kind: 'refresh' });
    expect(asked(phone)).toBe(1);
    phone.serve('snapshot');
    expect(asked(phone)).toBe(2);
    phone.serve('snapshot');
    expect(asked(phone)).toBe(2);
  });

  test('a flood of wishes is three questions at once, then one a second', () => {
    const phone = new Phone();
    for (let count = 0; count < 6; count += 1) {
      phone.take({ kind: 'refresh' });
      if (phone.has('snapshot')) phone.serve('snapshot');
      phone.take({ kind: 'refresh' });
    }
    expect(asked(phone)).toBe(3);
    phone.pass(999);
    expect(asked(phone)).toBe(3);
    phone.pass(1);
    expect(asked(phone)).toBe(4);
  });

  test('while something is missing the pauses double, and begin small again once it is there', () => {
    const phone = createLoadedPhone({ looking: false });
    phone.take({ kind: 'live', isLive: true });
    hint(phone, { p2: 1 });
    phone.pass(200);
    const pauses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      phone.answer('snapshot', { ok: true, value: having([]) });
      pauses.push(phone.passUntil(() => phone.has('snapshot')));
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    phone.answer('snapshot', { ok: true, value: having([of('p2:1')]) });
    expect(phone.has('snapshot')).toBe(false);
    hint(phone, { p2: 2 });
    phone.pass(200);
    phone.answer('snapshot', { ok: true, value: having([of('p2:1')]) });
    expect(phone.passUntil(() => phone.has('snapshot'))).toBe(2_000);
  });

  test.each(['wake', 'connected'] as const)('what is missing is asked for at once on "%s"', (kind) => {
    const phone = createLoadedPhone();
    hint(phone, { p2: 1 });
    phone.pass(200);
    phone.answer('snapshot', { ok: true, value: having([]) });
    expect(phone.has('snapshot')).toBe(false);
    phone.take({ kind });
    expect(phone.has('snapshot')).toBe(true);
  });

  test('a server that asks for patience has it, whatever happens', () => {
    const phone = new Phone();
    phone.fail('snapshot', { kind: 'busy', reason: '', afterMs: 9_000 });
    phone.take({ kind: 'wake' });
    phone.take({ kind: 'connected' });
    phone.pass(8_999);
    expect(asked(phone)).toBe(1);
    phone.pass(1);
    expect(asked(phone)).toBe(2);
  });

  test('no answer is offline; a no is not, and is not asked again by itself', () => {
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

  test('a silent group is made up for by asking every 10 s; a live one is not', () => {
    const phone = createLoadedPhone();
    const before = asked(phone);
    phone.pass(10_000);
    expect(asked(phone)).toBe(before + 1);
    phone.serve('snapshot');
    phone.take({ kind: 'live', isLive: true });
    phone.pass(60_000);
    expect(asked(phone)).toBe(before + 1);
  });

  test('CX8: a snapshot server gives no hints: it is asked every 10 s although the group is live', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.take({ kind: 'live', isLive: true });
    const before = asked(phone);
    phone.pass(9_900);
    expect(asked(phone)).toBe(before);
    phone.pass(100);
    expect(asked(phone)).toBe(before + 1);
  });
});

describe('CX8: hints', () => {
  test('the peer’s own message mostly comes first: then nothing is asked', () => {
    const phone = createLoadedPhone();
    hint(phone, { p2: 1 });
    phone.hear('addCartItem', { sessionId: 's1', events: [of('p2:1')] });
    const before = asked(phone);
    phone.pass(1_000);
    expect(asked(phone)).toBe(before);
  });

  test('two hints are one wish: asking ends only when both are fulfilled', () => {
    const phone = createLoadedPhone();
    phone.take({ kind: 'live', isLive: true });
    hint(phone, { p2: 1 });
    phone.pass(200);
    phone.answer('snapshot', { ok: true, value: having([]) });
    hint(phone, { p3: 1 });
    phone.pass(2_300);
    phone.answer('snapshot', { ok: true, value: having([of('p3:1', 'p1')]) });
    phone.pass(30_000);
    expect(phone.has('snapshot'), 'p2:1 is missing still').toBe(true);
    phone.answer('snapshot', { ok: true, value: having([of('p2:1'), of('p3:1', 'p1')]) });
    phone.pass(60_000);
    expect(phone.has('snapshot')).toBe(false);
  });

  test('two hints within a moment count together', () => {
    const phone = createLoadedPhone();
    hint(phone, { p2: 1 });
    hint(phone, { p3: 1 });
    phone.pass(200);
    expect(phone.state.catchUp.hinted).toEqual({ p2: 1, p3: 1 });
  });
});

describe('G5: divergence', () => {
  const truth = of('p2:1', 'p1');
  /** A peer has sent another event under an id than the one that the server has. */
  const lied = (phone: Phone) => {
    const own = [...phone.state.knowledge.log.entries.values()].map(({ event }) => event);
    phone.hear('addCartItem', { sessionId: 's1', events: [of('p2:1', 'p0', 9)] });
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', { ok: true, value: having([...own, truth]) });
    return phone;
  };
  const whole = (phone: Phone) =>
    phone.sent('snapshot').filter(({ known }) => Object.keys(known).length === 0);

  test('the phone begins again from everything that the server has', () => {
    const phone = lied(createLoadedPhone());
    const before = whole(phone).length;
    expect(before).toBeGreaterThan(0);
    phone.answer('snapshot', { ok: true, value: having([truth]) });
    expect(phone.shown('u2')).toEqual(['1×p1']);
    expect(phone.of('store').at(-1)!.batch.replaces).toMatchObject({ why: 'diverged' });
  });

  test('the other tabs receive the events of the answer, because the server announces an event once', () => {
    const phone = lied(createLoadedPhone());
    const missed = of('p3:1', 'p2', 3);
    phone.answer('snapshot', { ok: true, value: having([truth, missed]) });
    const told = phone
      .of('postToTabs')
      .flatMap(({ message }) => (message.kind === 'learnt' ? message.records : []));
    const ids = told.flatMap((record) =>
      'snapshot' in record ? (record.snapshot.events ?? []).map(({ id }) => id) : [],
    );
    expect(ids).toContain('p3:1');
  });

  test('once: a second time would not help', () => {
    const phone = lied(createLoadedPhone());
    phone.answer('snapshot', { ok: true, value: having([truth]) });
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', { ok: true, value: having([truth], { digest: 'another' }) });
    expect(phone.state.catchUp.restart).toBeUndefined();
  });

  test('E5: who was misled once believes no peer any more, only the server', () => {
    const phone = lied(createLoadedPhone());
    phone.answer('snapshot', { ok: true, value: having([truth]) });
    phone.hear('addCartItem', { sessionId: 's1', events: [of('p2:2', 'p0', 9)] });
    expect(phone.shown('u2')).toEqual(['1×p1']);
    // The server's hint may be lost, so the phone asks after a peer's message as well.
    phone.pass(1_000);
    phone.answer('snapshot', { ok: true, value: having([truth, of('p2:2', 'p3')]) });
    expect(phone.shown('u2')).toEqual(['1×p1', '1×p3']);
  });

  test('CX8: a hint with another digest has the phone ask, whether anybody taps or not', () => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { sessionId: 's1', events: [of('p2:1', 'p0', 9)] });
    const before = asked(phone);
    hint(phone, { p2: 1 }, having([truth]).digest);
    phone.pass(200);
    expect(asked(phone)).toBe(before + 1);
    phone.answer('snapshot', { ok: true, value: having([truth]) });
    phone.answer('snapshot', { ok: true, value: having([truth]) });
    expect(phone.shown('u2')).toEqual(['1×p1']);
    hint(phone, {}, having([truth]).digest);
    phone.pass(200);
    expect(asked(phone), 'the same digest').toBe(before + 2);
  });

  test('E5: what a peer told and the server goes on lacking is forgotten, and blocks no tap', () => {
    const phone = createLoadedPhone();
    phone.take({ kind: 'live', isLive: true });
    phone.hear('addCartItem', { sessionId: 's1', events: [of('p2:1', 'p0', 9)] });
    for (let look = 0; look < 2; look += 1) {
      phone.pass(3_000);
      phone.answer('snapshot', { ok: true, value: having([]) });
    }
    expect(phone.shown('u2')).toEqual(['9×p0']);
    phone.pass(3_000);
    phone.answer('snapshot', { ok: true, value: having([]) });
    expect(phone.shown('u2')).toEqual([]);
    phone.pass(60_000);
    expect(phone.has('snapshot')).toBe(false);
  });

  test('E5: nor does a tap wait that has seen it', () => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { sessionId: 's1', events: [of('p2:1', 'p0', 9)] });
    phone.add('p1');
    phone.answer('post', { ok: true, value: syncWith({ missing: { p2: 1 } }) });
    phone.answer('snapshot', { ok: true, value: having([]) });
    phone.serve('snapshot');
    expect(phone.has('post')).toBe(true);
    phone.serve('post');
    expect(phone.shown('u2')).toEqual([]);
    expect(phone.shown()).toEqual(['1×p1']);
    expect(phone.pending).toEqual([]);
  });

  test('E5: what the server vouches for in time is not asked about', () => {
    const phone = createLoadedPhone();
    phone.take({ kind: 'live', isLive: true });
    const before = asked(phone);
    phone.hear('addCartItem', { sessionId: 's1', events: [of('p2:1')] });
    hint(phone, { p2: 1 });
    phone.pass(2_000);
    phone.hear('addCartItem', { sessionId: 's1', events: [of('p2:2')] });
    phone.pass(1_000);
    hint(phone, { p2: 2 });
    phone.pass(60_000);
    expect(asked(phone)).toBe(before);
  });

  test('an answer that lacks what the phone has been told is not begun from', () => {
    const phone = lied(createLoadedPhone());
    phone.answer('snapshot', { ok: true, value: having([]) });
    expect(phone.shown('u2')).toEqual(['9×p0']);
    expect(phone.state.catchUp.isMended).toBe(false);
  });

  test('what is on its way is not minted anew beside it: the phone begins again when nothing is', () => {
    const phone = lied(createLoadedPhone());
    const [tapped] = phone.add('p5');
    phone.answer('snapshot', { ok: true, value: having([truth]) });
    expect(phone.state.catchUp.isMended).toBe(false);
    expect(phone.pending).toEqual([tapped]);
  });

  test('an answer that lacks what the server accepted is not begun from', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.serve('post');
    const [second] = phone.add('p1');
    for (let count = 0; count < 3; count += 1) {
      phone.answer('post', { ok: true, value: syncWith({}) });
      if (count < 2) phone.pass(30_000);
    }
    phone.answer('snapshot', { ok: true, value: having([]) });
    expect(phone.shown()).toEqual(['1×p0', '1×p1']);
    expect(phone.pending).toEqual([second]);
  });

  test('E7: a phone that does not understand an event shows less by design, and begins again once', () => {
    const phone = createLoadedPhone();
    phone.take({ kind: 'live', isLive: true });
    const later = { ...of('p2:1'), type: 'tasted' };
    const newer = { ok: true, value: having([later], { digest: 'of a newer program' }) } as const;
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', newer);
    expect(phone.state.catchUp.restart).toBeDefined();
    phone.answer('snapshot', newer);
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', newer);
    expect(phone.state.catchUp.restart).toBeUndefined();
    hint(phone, {}, 'of a newer program');
    phone.pass(60_000);
    expect(phone.has('snapshot')).toBe(false);
  });

  test('T2: where the server has other numbers of this replica, the phone goes on under another id', () => {
    const phone = createLoadedPhone();
    phone.add('p0', 'p1');
    phone.serve('post');
    phone.serve('post');
    const guests = (id: string) =>
      createGuestsSet({ id, at: [noon, 0], seen: {}, userId: 'u1' }, { guests: 2 });
    const more = ['r1:1', 'r1:2', 'r1:3'].map(guests);
    lied(phone);
    expect(phone.state.catchUp.restart).toBeDefined();
    phone.answer('snapshot', { ok: true, value: having([...more, truth]) });
    const [id] = phone.add('p2');
    expect(phone.state.knowledge.log.entries.has('r1:3')).toBe(true);
    expect(id!.startsWith('r1:')).toBe(false);
  });

  test('T2: where they are the same it goes on under its own', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.serve('post');
    const own = [...phone.state.knowledge.log.entries.values()].map(({ event }) => event);
    lied(phone);
    phone.answer('snapshot', { ok: true, value: having([...own, truth]) });
    expect(phone.state.catchUp.isMended).toBe(true);
    expect(phone.add('p2')).toEqual(['r1:2']);
  });
});

describe('S2: a server that does not know any more what it answered for', () => {
  /** A phone with an accepted dish. `answersFromBefore` sends answers without it. */
  function answeredFor() {
    const phone = createLoadedPhone();
    phone.add('p0');
    phone.serve('post');
    phone.take({ kind: 'refresh' });
    const ended = () =>
      phone.effects.flatMap((effect) =>
        effect.kind === 'notice' && effect.notice.kind === 'sessionEnded' ? [effect.notice] : [],
      );
    const answersFromBefore = (times: number) => {
      for (let n = 0; n < times; n += 1) {
        phone.answer('snapshot', { ok: true, value: having([]) });
        phone.pass(700);
      }
    };
    return { phone, ended, answersFromBefore };
  }

  test('six answers in a row say so: its data was put back, within 5 s; the diner hears what was theirs', () => {
    const { phone, ended, answersFromBefore } = answeredFor();
    const from = phone.uptime;
    answersFromBefore(5);
    expect(ended()).toEqual([]);
    answersFromBefore(1);
    expect(ended()).toMatchObject([
      { unsent: 0, restored: { mine: [{ item: { productId: 'p0' }, quantity: 1 }] } },
    ]);
    expect(phone.uptime - from).toBeLessThan(5_000);
  });

  test('a copy that lags behind does not: what it lacks is shown all the while', () => {
    const { phone, ended, answersFromBefore } = answeredFor();
    answersFromBefore(5);
    phone.serve('snapshot');
    phone.take({ kind: 'refresh' });
    answersFromBefore(5);
    expect(ended()).toEqual([]);
    expect(phone.shown()).toEqual(['1×p0']);
  });

  test.each([
    ['s1', { restored: { mine: [{ item: { productId: 'p0' } }, { item: { productId: 'p1' } }] } }],
    ['s0', {}],
  ])('a refusal that says so of %s ends the session; of its own the diner hears what was theirs', (restoredFrom, restored) => {
    const { phone, ended } = answeredFor();
    phone.add('p1');
    phone.fail('snapshot', { kind: 'refused', code: codes.tableUnavailable, msg: '', restoredFrom });
    expect(ended()).toMatchObject([{ unsent: 1, ...restored }]);
    expect('restored' in ended()[0]!).toBe(restoredFrom === 's1');
  }); // prettier-ignore

  test('S1: another session ends this log; the diner hears how much was not sent', () => {
    const { phone, ended } = answeredFor();
    phone.add('p1');
    phone.answer('snapshot', { ok: true, value: syncWith({ sessionId: 's2' }) });
    expect(ended()).toEqual([{ kind: 'sessionEnded', unsent: 1 }]);
  });
});
