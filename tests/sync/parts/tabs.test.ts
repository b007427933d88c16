import { describe, expect, test } from 'vitest';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { findNextDue } from '#sync/step.ts';
import { hasNothingToSend } from '#sync/parts/tabs.ts';
import { add, createDish, createLoadedPhone, noon, Phone, syncWith } from '#testing/phones/stepped-phone.ts';

const createEvent = (id: string) =>
  createGuestsSet({ id, at: [noon, 1], seen: {}, userId: 'u1' }, { guests: Number(id.split(':')[1]) });
const receivePending = (phone: Phone, ...ids: readonly string[]) =>
  phone.hearTab({ kind: 'pending', events: ids.map(createEvent) });
const listTabMessages = (phone: Phone) => phone.of('postToTabs').map(({ message }) => message);

describe('a tab that does not lead', () => {
  test('G3: sends nothing, and offers its events to the leader once they are on disk', () => {
    const phone = new Phone({ leads: false, holdsDisk: true });
    phone.wish(add('p0'));
    phone.pass(30_000);
    expect(phone.sent('post')).toEqual([]);
    expect(listTabMessages(phone)).toEqual([]);
    phone.written();
    while (phone.batches.length > 0) phone.written();
    expect(listTabMessages(phone)).toMatchObject([{ kind: 'pending', events: [{ id: 'r1:1' }] }]);
  });

  test('offers them again when another tab becomes leader, and stops once they are accepted', () => {
    const phone = new Phone({ leads: false });
    const [id] = phone.add('p0');
    const before = listTabMessages(phone).length;
    phone.hearTab({ kind: 'lead' });
    expect(listTabMessages(phone)).toHaveLength(before + 1);
    const records = [{ t: 1, from: 'server' as const, accepted: { ids: [id!], version: 1 } }];
    phone.hearTab({ kind: 'learnt', records });
    expect(phone.pending).toEqual([]);
    phone.hearTab({ kind: 'lead' });
    expect(listTabMessages(phone)).toHaveLength(before + 1);
  });

  test('does not poll, because the leader passes everything on', () => {
    const phone = createLoadedPhone({ leads: false });
    const before = phone.sent('snapshot').length;
    phone.pass(60_000);
    expect(phone.sent('snapshot')).toHaveLength(before);
  });

  test('sends by itself once it is the leader', () => {
    const phone = createLoadedPhone({ leads: false });
    const [id] = phone.add('p0');
    phone.take({ kind: 'lead', leads: true });
    expect(phone.sent('post')[0]!.events.map((event) => event.id)).toEqual([id]);
    expect(listTabMessages(phone)).toContainEqual({ kind: 'lead' });
  });
});

describe('the leading tab', () => {
  test('P3: sends its own events, then those of other tabs, and logs them only after the server accepted them', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    receivePending(phone, 't1:1');
    phone.wish(add('p1'));
    phone.serve('post');
    expect(phone.sent('post')[1]!.events.map(({ id }) => id)).toEqual(['r1:2', 't1:1']);
    expect(phone.state.knowledge.log.entries.has('t1:1')).toBe(false);
    expect(phone.state.knowledge.merged.view.guests).toBeNull();
    phone.serve('post');
    expect(phone.state.tabs.theirs.size).toBe(0);
    expect(phone.state.knowledge.merged.view.guests).toBe(1);
    const accepted = listTabMessages(phone).flatMap((message) =>
      message.kind === 'learnt' ? message.records.filter((record) => 'accepted' in record) : [],
    );
    expect(accepted.flatMap(({ accepted: { ids } }) => ids)).toContain('t1:1');
  });

  test('answers at once for decided events, because the asking tab may have missed the answer', () => {
    const phone = createLoadedPhone();
    const fields = { id: 't1:1', at: [noon, 1] as const, seen: {}, userId: 'u1' };
    const events = [createItemAdded(fields, { lineId: 't1:1', item: createDish('p0'), quantity: 1 })];
    phone.hearTab({ kind: 'pending', events });
    phone.serve('post');
    const before = phone.sent('post').length;
    const effects = phone.hearTab({ kind: 'pending', events });
    expect(effects).toMatchObject([
      { kind: 'postToTabs', message: { kind: 'learnt', records: [{ accepted: { ids: ['t1:1'] } }] } },
    ]);
    expect(phone.sent('post')).toHaveLength(before);
    expect(phone.state.tabs.theirs.size).toBe(0);
  });

  test('forgets other tabs’ changes when it stops leading', () => {
    const phone = new Phone();
    receivePending(phone, 't1:1');
    phone.take({ kind: 'lead', leads: false });
    expect(phone.state.tabs.theirs.size).toBe(0);
  });

  test('does not pass on what comes from a tab, but passes on what the server says', () => {
    const phone = createLoadedPhone();
    const before = listTabMessages(phone).length;
    const records = [{ t: 1, from: 'peer' as const, event: createEvent('t1:1') }];
    phone.hearTab({ kind: 'learnt', records });
    expect(listTabMessages(phone)).toHaveLength(before);
    expect(phone.state.knowledge.merged.view.guests).toBe(1);
    phone.hear('addCartItem', { sessionId: 's1', events: [{ ...createEvent('p2:1'), userId: 'u2' }] });
    expect(listTabMessages(phone)).toHaveLength(before + 1);
  });

  test('E6: an event that a tab sends again is no news', () => {
    const phone = createLoadedPhone();
    const records = [{ t: 1, from: 'peer' as const, event: createEvent('t1:1') }];
    phone.hearTab({ kind: 'learnt', records });
    const { log } = phone.state.knowledge;
    phone.hearTab({ kind: 'learnt', records });
    expect(phone.state.knowledge.log).toBe(log);
  });
});

describe('P5: parts of a snapshot server’s cart that no phone can read', () => {
  const half = { userId: 'u1', line: { id: '9', quantity: 0.5 } };
  const createCartAnswer = (unread?: readonly (typeof half)[]) => ({
    ok: true as const,
    value: { plain: true as const, serverVersion: {}, carts: [], unread },
  });
  const receiveUnread = (phone: Phone, lines: readonly (typeof half)[]) =>
    phone.hearTab({ kind: 'unread', lines });
  const ask = { kind: 'ask', above: 0, heard: {} } as const;

  test('are passed on by the leader whenever they change, and to a tab that asks', () => {
    const phone = new Phone({ isPlain: true });
    phone.hearTab(ask);
    expect(listTabMessages(phone), 'it has received nothing yet').not.toContainEqual({
      kind: 'unread',
      lines: [],
    });
    phone.answer('snapshot', createCartAnswer([half]));
    const listUnreadMessages = () => listTabMessages(phone).filter(({ kind }) => kind === 'unread');
    expect(listUnreadMessages()).toEqual([{ kind: 'unread', lines: [half] }]);
    phone.passUntil(() => phone.has('snapshot'));
    phone.answer('snapshot', createCartAnswer([{ ...half }]));
    expect(listUnreadMessages()).toHaveLength(1);
    phone.hearTab(ask);
    expect(listUnreadMessages().slice(1)).toEqual([{ kind: 'unread', lines: [half] }]);
    phone.passUntil(() => phone.has('snapshot'));
    phone.answer('snapshot', createCartAnswer());
    expect(listUnreadMessages().slice(2)).toEqual([{ kind: 'unread', lines: [] }]);
  });

  test('are received by a tab that does not lead, which passes them to no other', () => {
    const phone = new Phone({ isPlain: true, leads: false });
    phone.answer('snapshot', createCartAnswer([half]));
    const first = phone.state.server.unread;
    expect(first).toEqual([half]);
    receiveUnread(phone, [{ ...half }]);
    expect(phone.state.server.unread, 'nothing has changed').toBe(first);
    receiveUnread(phone, []);
    expect(phone.state.server.unread).toBeUndefined();
    phone.take({ kind: 'lead', leads: true });
    receiveUnread(phone, [half]);
    expect(phone.state.server.unread).toBeUndefined();
  });

  test('are known from the first answer on to a tab with a cart on disk', () => {
    const snapshot = { version: 2, plain: true as const, covers: {}, userCarts: [] };
    const phone = new Phone({ isPlain: true, leads: false });
    const records = [{ t: 1, from: 'server' as const, snapshot }];
    phone.hearTab({ kind: 'learnt', records });
    phone.answer('snapshot', createCartAnswer([half]));
    expect(phone.state.server.unread).toEqual([half]);
  });

  test('are sent again to a tab that has loaded its own cart', () => {
    const phone = new Phone({ isPlain: true });
    phone.answer('snapshot', createCartAnswer([half]));
    const snapshot = { version: phone.now + 9, plain: true as const, covers: {}, userCarts: [] };
    const effects = phone.hearTab({ kind: 'learnt', records: [{ t: 1, from: 'server', snapshot }] });
    const message = { kind: 'unread', lines: [half] };
    expect(effects).toContainEqual({ kind: 'postToTabs', message });
  });
});

describe('CX8: the server’s hint of what it knows', () => {
  const ahead = { known: { p2: 1 }, version: 1 };

  test('is passed on by the leader, which alone receives it', () => {
    const phone = createLoadedPhone();
    phone.hearServer('cartChanged', ahead);
    expect(listTabMessages(phone)).toContainEqual({ kind: 'hint', known: ahead.known });
  });

  test('makes a tab that lacks events ask after a moment, and no other tab', () => {
    const phone = createLoadedPhone({ leads: false });
    const before = phone.sent('snapshot').length;
    phone.hearTab({ kind: 'hint', known: {} });
    phone.pass(1_000);
    expect(phone.sent('snapshot')).toHaveLength(before);
    phone.hearTab({ kind: 'hint', known: ahead.known });
    phone.pass(200);
    expect(phone.sent('snapshot')).toHaveLength(before + 1);
  });
});

describe('O4: waiting until every event is sent', () => {
  test('other tabs have half a second to report pending events; then none are pending', () => {
    const phone = createLoadedPhone();
    phone.take({ kind: 'settle' });
    expect(listTabMessages(phone).at(-1)).toEqual({ kind: 'lead' });
    expect(hasNothingToSend(phone.state, phone.uptime)).toBe(false);
    expect(findNextDue(phone.state, phone.uptime)).toBe(phone.uptime + 500);
    receivePending(phone, 't1:1');
    phone.pass(500);
    expect(hasNothingToSend(phone.state, phone.uptime)).toBe(false);
    phone.serve('post');
    expect(hasNothingToSend(phone.state, phone.uptime)).toBe(true);
  });

  test('pending events of this tab count as well', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    expect(hasNothingToSend(phone.state, phone.uptime)).toBe(false);
    phone.answer('post', { ok: true, value: syncWith({ accepted: { ids: ['r1:1'], version: 1 } }) });
    expect(hasNothingToSend(phone.state, phone.uptime)).toBe(true);
  });
});
