/** Messages of the table's group (E5, E8, F2, P3). */
import { describe, expect, test } from 'vitest';
import { messageTypes } from '#contract/messages.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { createOrderPlaced } from '#events/cart/order-placed.ts';
import type { SnapshotTable } from '#testing/snapshot-table.ts';
import {
  add,
  ann,
  createDish,
  createLoadedPhone,
  noon,
  Phone,
  syncWith,
} from '#testing/phones/stepped-phone.ts';

const createAddition = (id: string, userId = 'u2') =>
  createItemAdded(
    { id, at: [noon, 0], seen: {}, userId, userName: 'Mei' },
    { lineId: id, item: createDish('p0'), quantity: 1 },
  );
/** Types that say nothing about the cart, or that only the server sends. */
const noNews: readonly string[] = [
  'cartChanged',
  'menuChanged',
  'orderChanged',
  'tableMoved',
  'tableClosed',
  'staffNews',
  'presence',
  'proposal',
];
const listToasts = (phone: Phone) => phone.notices.filter(({ kind }) => kind === 'peerAdded');

describe('a message of a peer', () => {
  // CX8
  test('P3: if it has events, only these change the cart, and the phone does not ask the server', () => {
    const phone = createLoadedPhone();
    const before = phone.sent('snapshot').length;
    phone.hear('addCartItem', {
      sessionId: 's1',
      product: 'Soup',
      quantity: 9,
      events: [createAddition('p2:1')],
    });
    expect(phone.shown('u2')).toEqual(['1×p0']);
    expect(phone.sent('snapshot')).toHaveLength(before);
  });

  // CG3, CG7, CG8, CG9
  test.each([...messageTypes.filter((type) => !noNews.includes(type)), 'dance'])(
    'P3: if it has no events, it is shown and the phone loads the cart (%s)',
    (type) => {
      const phone = createLoadedPhone();
      const before = phone.sent('snapshot').length;
      for (const seconds of [1, 2]) {
        for (let copy = 0; copy < 5; copy += 1)
          phone.hear(type, { userName: 'Mei', product: 'Soup', quantity: 2 });
        phone.pass(1_000);
        expect(phone.sent('snapshot'), 'once a second').toHaveLength(before + seconds);
        phone.serve('snapshot');
      }
      expect(listToasts(phone)).toHaveLength(type === 'addCartItem' ? 10 : 0);
    },
  );

  // CX90
  test('a proposal becomes a notice with its sender, and changes neither cart nor connection', () => {
    const phone = createLoadedPhone();
    const before = phone.sent('snapshot').length;
    const data = { sessionId: 's1', proposal: { lineId: 'r1:1', quantity: 1 } };
    phone.hear('proposal', data);
    phone.hearServer('proposal', data);
    phone.hear('proposal', { ...data, sessionId: 'another' });
    phone.pass(1_000);
    expect(phone.notices.filter(({ kind }) => kind === 'proposal')).toEqual([
      { kind: 'proposal', fromUserId: 'u2', data },
    ]);
    expect(phone.sent('snapshot')).toHaveLength(before);
  });

  test.each([
    ['addCartItem', 1],
    ['kitchenBell', 0],
    ['', 0],
  ])(
    'P3: a message of the restaurant’s own system (%j) is shown, and the phone loads the cart',
    (type, shown) => {
      const phone = createLoadedPhone({ isPlain: true });
      const before = phone.sent('snapshot').length;
      const data = { userName: 'Waiter', product: 'Water', quantity: 2, events: [createAddition('p2:1')] };
      phone.hearServer(type, data);
      phone.pass(1_000);
      expect(phone.sent('snapshot')).toHaveLength(before + 1);
      expect(listToasts(phone)).toHaveLength(shown);
      expect(phone.shown('u2'), 'no server confirms its events').toEqual([]);
    },
  );

  test('P3: an addition that both the server and its phone announce is shown once', () => {
    const phone = createLoadedPhone({ isPlain: true });
    const { sessionId } = phone.state.facts.log;
    phone.hear('presence', { userName: 'Mei', sessionId, here: true });
    phone.hearServer('addCartItem', { userName: 'Mei', product: 'Soup', quantity: 1 }, 'browser-u2');
    expect(listToasts(phone)).toEqual([]);
    phone.hear('addCartItem', {
      userName: 'Mei',
      sessionId,
      product: 'Soup',
      events: [createAddition('p2:1')],
    });
    expect(listToasts(phone)).toHaveLength(1);
    expect(phone.shown('u2')).toEqual(['1×p0']);
  });

  // CG4, CG5
  test.each(['placeOrder', 'updateOrder'])(
    'an order that the server announces to everybody tells its own diner nothing new (%s)',
    (type) => {
      const phone = createLoadedPhone();
      const listOrderNotices = () =>
        phone.notices.filter(({ kind }) => kind === 'orderSubmitted' || kind === 'orderUpdated');
      const receiveFromServer = () => phone.hearServer(type, { orderId: 'o1' });
      phone.add('p0');
      phone.serve('post');
      phone.take({ kind: 'place', author: ann, request: {}, online: true });
      expect(phone.has('place')).toBe(true);
      receiveFromServer();
      phone.serve('place');
      receiveFromServer();
      expect(listOrderNotices(), 'before its answer and after').toEqual([]);
      phone.pass(10_000);
      receiveFromServer();
      expect(listOrderNotices(), 'somebody else’s, later').toHaveLength(1);
      // The message does not say what the restaurant changed.
      if (type === 'updateOrder') expect(listOrderNotices()).toMatchObject([{ byRestaurant: true }]);
    },
  );

  test('P2: whatever a peer claims to have seen of this phone, the next tap stays on screen', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.hear('addCartItem', { events: [{ ...createAddition('p2:1'), seen: { r1: 99 } }] });
    phone.pass(1_000);
    phone.serve('snapshot');
    phone.add('p1');
    expect(phone.shown()).toEqual(['1×p1']);
    phone.serve('post');
    phone.serve('snapshot');
    expect(phone.shown()).toEqual(['1×p1']);
  });

  test('V1: a message with missing predecessors makes the phone ask the server', () => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { events: [{ ...createAddition('p2:2'), seen: { p2: 1 } }] });
    expect(phone.has('snapshot')).toBe(true);
    expect(phone.shown('u2')).toEqual([]);
  });

  test('S1: a message of another session is dropped', () => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { sessionId: 's0', events: [createAddition('p2:1')] });
    expect(phone.shown('u2')).toEqual([]);
    expect(phone.notices).toEqual([]);
  });

  test('a message that arrives twice is shown once', () => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { events: [createAddition('p2:1')] });
    phone.hear('addCartItem', { events: [createAddition('p2:1')] });
    expect(listToasts(phone)).toHaveLength(1);
    phone.hear('addCartItem', { events: [createAddition('p2:2')] });
    expect(listToasts(phone)).toHaveLength(2);
  });

  test('a message with a new event is shown, whatever another diner has invented', () => {
    const phone = createLoadedPhone();
    const receive = (...numbers: number[]) =>
      phone.hear('addCartItem', { events: numbers.map((seq) => createAddition(`p2:${seq}`)) });
    receive(40);
    phone.hear('addCartItem', { events: [createAddition('p2:9000000000', 'u3')] }, 'u3');
    const shown = listToasts(phone).length;
    receive(41, 42);
    receive(40, 41, 42);
    expect(listToasts(phone)).toHaveLength(shown + 1);
    receive(42, 43);
    expect(listToasts(phone)).toHaveLength(shown + 2);
    expect([...phone.state.group.received]).toEqual([['p2', 43]]);
  });

  // CG2
  test('from other tabs of this browser only the events count', () => {
    const phone = createLoadedPhone();
    const message = {
      fromBrowserId: 'browser-u1',
      messageType: 'addCartItem',
      data: { events: [createAddition('p2:1')] },
    };
    phone.take({ kind: 'message', incoming: { message, fromUserId: 'u2' }, browserId: 'browser-u1' });
    expect(listToasts(phone)).toEqual([]);
    expect(phone.shown('u2')).toEqual(['1×p0']);
  });

  test('P2: messages before the first answer are queued, then read in order', () => {
    const phone = new Phone();
    phone.hear('addCartItem', { events: [createAddition('p2:1')] });
    expect(phone.shown('u2')).toEqual([]);
    phone.loaded();
    expect(phone.shown('u2')).toEqual(['1×p0']);
    expect(phone.state.group.unread).toEqual([]);
  });

  test('P2: a message whose change is in the cart already counts once from the next cart on, even if it arrives twice', () => {
    const phone = new Phone({ isPlain: true });
    (phone.server as SnapshotTable).addLine('u2', 'p0');
    const receiveAddition = () =>
      phone.hear('addCartItem', { userName: 'Mei', events: [createAddition('p2:1')] });
    receiveAddition();
    phone.loaded();
    for (const copy of ['first', 'second']) {
      phone.pass(1_000);
      phone.serve('snapshot');
      expect(phone.shown('u2'), copy).toEqual(['1×p0']);
      receiveAddition();
    }
    expect(listToasts(phone)).toHaveLength(1);
    expect(phone.state.knowledge.names.get('u2'), 'the cart has no name').toBe('Mei');
  });
});

describe('E5: a peer may only send its own events', () => {
  test.each(['server:1', 'desk:1', 'r1:7'])('events signed as %s are dropped', (id) => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { events: [createAddition(id)] });
    expect(phone.state.knowledge.log.entries.has(id)).toBe(false);
  });

  test('events under a replica of another diner are dropped', () => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { events: [createAddition('p2:1')] });
    phone.hear('addCartItem', { events: [createAddition('p2:2', 'u3')] }, 'u3');
    expect(phone.state.knowledge.log.entries.has('p2:2')).toBe(false);
  });

  test('G5: such events stay dropped after this phone has started again from the server’s state', () => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { events: [createAddition('p2:1')] });
    const snapshot = { version: 2, covers: { p2: 1 }, userCarts: [], events: [] };
    const differs = syncWith({ version: 2, known: { p2: 1 }, snapshot, digest: 'another' });
    phone.take({ kind: 'refresh' });
    phone.answer('snapshot', { ok: true, value: differs });
    phone.answer('snapshot', { ok: true, value: differs });
    expect(phone.state.knowledge.log.entries.has('p2:1')).toBe(false);
    phone.hear('addCartItem', { events: [createAddition('p2:2', 'u3')] }, 'u3');
    expect(phone.state.knowledge.log.entries.has('p2:2')).toBe(false);
  });

  test('F2: a peer’s rejection counts for its own events only', () => {
    const phone = createLoadedPhone();
    phone.hear('addCartItem', { events: [createAddition('p2:1')] });
    const [own] = phone.add('p1');
    const createRejection = (ids: string[]) => ({ events: [], rejected: [{ ids, code: 2025 }] });
    phone.hear('addCartItem', createRejection(['p2:1', own!, 'p9:1']), 'u3');
    expect(phone.state.knowledge.log.rejected.size).toBe(0);
    phone.hear('addCartItem', createRejection(['p2:1', own!, 'p9:1']), 'u2');
    expect([...phone.state.knowledge.log.rejected.keys()]).toEqual(['p2:1']);
  });

  test('E5: at a snapshot server a peer’s rejection counts only for events that the cart does not cover', () => {
    const phone = createLoadedPhone({ isPlain: true });
    phone.hear('addCartItem', { events: [createAddition('p2:1')] });
    (phone.server as SnapshotTable).addLine('u2', 'p0');
    phone.pass(1_000);
    phone.serve('snapshot');
    expect(phone.state.knowledge.log.covers).toEqual({ p2: 1 });
    phone.hear('addCartItem', { events: [createAddition('p2:2')] });
    phone.hear('addCartItem', { events: [], rejected: [{ ids: ['p2:1', 'p2:2'], code: 2025 }] });
    expect([...phone.state.knowledge.log.rejected.keys()]).toEqual(['p2:2']);
  });

  test('only an event server itself may announce its order', () => {
    const phone = createLoadedPhone();
    const fields = { id: 'p2:1', at: [noon, 0] as const, seen: {}, userId: 'u2' };
    phone.hear('placeOrder', { events: [createOrderPlaced(fields, { orderId: 'o9' })], orderId: 'o9' });
    expect(phone.state.knowledge.merged.view.lastOrderId).toBeNull();
    expect(phone.notices).toContainEqual({
      kind: 'orderSubmitted',
      userName: '',
      orderId: 'o9',
      mine: false,
    });
  });
});

// CG6, CG8, CG9
describe.each([{ isPlain: true }, { isPlain: false }])(
  'a register value from a phone of another maker, %j',
  (options) => {
    const view = (phone: Phone) => phone.state.knowledge.merged.view;
    const settle = (phone: Phone) => {
      for (let turns = 0; turns < 10; turns += 1) {
        for (const kind of ['post', 'snapshot'] as const) if (phone.has(kind)) phone.serve(kind);
        phone.pass(1_000);
      }
    };

    test('is set and sent to the server, and no later cart undoes it', () => {
      const phone = createLoadedPhone(options);
      phone.hear('updateGuestNumber', { guests: 6 });
      phone.hear('updateOrderType', { orderType: 2 });
      expect(view(phone)).toMatchObject({ guests: 6, orderType: 2 });
      settle(phone);
      expect(view(phone)).toMatchObject({ guests: 6, orderType: 2 });
      expect(phone.sent('post').at(-1)!.detail).toMatchObject({ guests: 6, type: 2 });
      expect(phone.pending).toEqual([]);
    });

    test('the same value again, or an invalid one, changes nothing', () => {
      const phone = createLoadedPhone(options);
      phone.hear('updateGuestNumber', { guests: 6 });
      settle(phone);
      const before = phone.sent('post').length;
      for (const guests of [6, 1.5, -1, 1_000]) phone.hear('updateGuestNumber', { guests });
      phone.hear('updateOrderType', { orderType: 99 });
      settle(phone);
      expect(phone.sent('post')).toHaveLength(before);
      expect(view(phone)).toMatchObject({ guests: 6, orderType: null });
    });

    test('“start over” clears the number of guests; “continue” does not', () => {
      const phone = createLoadedPhone(options);
      phone.hear('updateGuestNumber', { guests: 6 });
      phone.hear('closeInactiveDialog', { shouldClearCart: false });
      expect(view(phone).guests).toBe(6);
      phone.hear('closeInactiveDialog', { shouldClearCart: true });
      expect(view(phone).guests).toBe(0);
    });

    test('only one of several tabs records it', () => {
      const phone = createLoadedPhone({ ...options, leads: false });
      phone.hear('updateGuestNumber', { guests: 6 });
      expect(phone.pending).toEqual([]);
    });

    test('a phone of this project sends an event instead, so a value without an event is ignored', () => {
      const phone = createLoadedPhone(options);
      const { sessionId } = phone.state.facts.log;
      const { guests } = view(phone);
      phone.hear('updateGuestNumber', { sessionId, guests: 6 });
      expect(view(phone).guests).toBe(guests);
    });
  },
);

describe('P3: messages that this phone publishes', () => {
  test('a change is published after the server accepted it, with the contract’s fields', () => {
    const phone = createLoadedPhone();
    phone.add('p0');
    expect(phone.of('publish')).toEqual([]);
    phone.serve('post');
    expect(phone.of('publish')).toMatchObject([
      { messageType: 'addCartItem', data: { userName: 'Ann', quantity: 1, events: [{ id: 'r1:1' }] } },
    ]);
  });

  test('F2: its own rejection is added to the next message, once', () => {
    const phone = createLoadedPhone();
    const [bad] = phone.add('unknown dish');
    phone.serve('post');
    expect(phone.notices).toMatchObject([{ kind: 'changeRejected', product: 'unknown dish' }]);
    phone.add('p0');
    phone.serve('post');
    phone.wish(add('p1'));
    phone.serve('post');
    const rejected = phone.of('publish').map(({ data }) => data.rejected?.flatMap(({ ids }) => ids));
    expect(rejected).toEqual([[bad], undefined]);
  });

  test('F2: the rejection waits if there is no message yet', () => {
    const phone = createLoadedPhone();
    const [bad] = phone.add('unknown dish');
    phone.serve('post');
    const dance = { id: 't1:1', at: [noon, 0] as const, seen: {}, userId: 'u1', type: 'dance' };
    phone.hearTab({ kind: 'pending', events: [dance] });
    phone.serve('post');
    expect(phone.of('publish')).toEqual([]);
    phone.add('p0');
    phone.serve('post');
    expect(phone.of('publish')[0]!.data.rejected).toMatchObject([{ ids: [bad] }]);
  });
});
