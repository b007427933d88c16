/** CG2 to CG10: each message type, out of this phone and into it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messageTypes, type MessageData } from '#contract/messages.ts';
import type { Item } from '#events/item.ts';
import { EventTable } from '#testing/event-table.ts';
import { menuWith } from '#testing/simulated-menu.ts';
import { pageTime } from '#dev/simulation/world/page-time.ts';
import { Scheduler } from '#dev/simulation/world/scheduler.ts';
import { phoneAt, quiet, TestGroup, type Phone } from '#testing/phones/engine-phone.ts';

const dumplings: Item = { productId: '101', categoryId: 'c1', name: 'Dumplings', notes: '', modifiers: [] };
let ann: Phone;
let mei: Phone;
let group: TestGroup;
let server: EventTable;
let clock: Scheduler;

beforeEach(async () => {
  server = new EventTable(() => 1_000_000, menuWith('101'));
  group = new TestGroup();
  clock = new Scheduler(0);
  ann = await phoneAt({ server, group, userId: 'u1' });
  mei = await phoneAt({ server, group, userId: 'u2', time: pageTime(clock) });
  await quiet();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const line = () => ann.engine.cart.value.carts.find(({ mine }) => mine)!.lines[0]!;
const sentAs = (type: string) => group.sent.filter(({ messageType }) => messageType === type).at(-1)?.data;
const hear = async (messageType: string, data: MessageData, fromBrowserId = 'elsewhere') => {
  group.deliver(JSON.stringify({ fromBrowserId, messageType, data }), 'u3');
  await quiet();
};

// CF12, CB24, CG3, CG7, CG8, CG9, D5
test('out: every action has its type, with what the contract says of it', async () => {
  const { commands } = ann.engine;
  const by = { userName: 'Diner u1' };
  commands.add(dumplings, 2);
  await quiet();
  expect(sentAs('addCartItem')).toMatchObject({ ...by, product: 'Dumplings', quantity: 2 });
  commands.decrease(line(), 1);
  await quiet();
  expect(sentAs('decreaseCartItem')).toMatchObject({ ...by, product: 'Dumplings', quantity: 1 });
  commands.editNotes(line(), 'no onion');
  await quiet();
  expect(sentAs('editCartItemNotes')).toMatchObject({ ...by, product: 'Dumplings' });
  commands.setGuests(3);
  await quiet();
  expect(sentAs('updateGuestNumber')).toMatchObject({ ...by, guests: 3 });
  commands.setOrderType(2);
  await quiet();
  expect(sentAs('updateOrderType')).toMatchObject({ ...by, orderType: 2 });
  expect(await ann.engine.place({ userCouponIds: [] })).toMatchObject({ kind: 'placed' });
  await quiet();
  expect(sentAs('placeOrder')).toMatchObject({ ...by, orderId: expect.any(String) });
  commands.add(dumplings, 1);
  commands.clear('table');
  await quiet();
  expect(sentAs('clearCart')).toMatchObject(by);
  ann.engine.tell('closeInactiveDialog', { shouldClearCart: true });
  await quiet();
  expect(sentAs('closeInactiveDialog')).toMatchObject({ shouldClearCart: true });
});

// CU4, CG3
test('in: what the other phone did stands here, and what is worth telling is told', async () => {
  mei.notices.length = 0;
  const { commands } = ann.engine;
  commands.add(dumplings, 3);
  await quiet();
  commands.decrease(line(), 1);
  commands.editNotes(line(), 'no onion');
  commands.setGuests(3);
  commands.setOrderType(2);
  await quiet();
  const { carts, guests, orderType } = mei.engine.cart.value;
  expect(carts[0]!.lines[0]).toMatchObject({ quantity: 2, item: { notes: 'no onion' }, mine: false });
  expect({ guests, orderType }).toEqual({ guests: 3, orderType: 2 });
  const seen = mei.notices.flatMap((notice) => (notice.kind === 'peersChanged' ? notice.records : []));
  const types = seen.flatMap((record) => ('event' in record ? [record.event.type] : []));
  expect(new Set(types)).toEqual(
    new Set(['itemAdded', 'itemDecreased', 'notesEdited', 'guestsSet', 'orderTypeSet']),
  );
  const told = {
    kind: 'peerAdded',
    userName: 'Diner u1',
    product: 'Dumplings',
    productId: dumplings.productId,
  };
  // What is taken out again comes off what is told of the additions.
  expect(mei.notices.filter(({ kind }) => kind !== 'peersChanged')).toEqual([
    { ...told, quantity: 3 },
    { ...told, quantity: -1 },
  ]);
});

// CG4, CG5, CG6
test.each([
  ['placeOrder', { kind: 'orderSubmitted', userName: 'Cy', orderId: 'o1', mine: false }],
  ['updateOrder', { kind: 'orderUpdated', userName: 'Cy', orderId: 'o1', mine: false, byRestaurant: false }],
  ['closeInactiveDialog', { kind: 'closeInactiveDialog', shouldClearCart: true }],
] as const)('in: %s opens or closes its dialog', async (type, told) => {
  await hear(type, { userName: 'Cy', orderId: 'o1', shouldClearCart: true });
  expect(mei.notices.filter(({ kind }) => kind !== 'peersChanged')).toEqual([told]);
});

/** Hints that are no news of the cart, or the server's alone. */
const noNews: readonly string[] = [
  'cartChanged',
  'menuChanged',
  'orderChanged',
  'tableMoved',
  'tableClosed',
  'staffNews',
  'presence',
];

// CG3, CG7, CG8, CG9; P3: once a second.
test.each(messageTypes.filter((type) => !noNews.includes(type)))(
  'in: %s without events (a phone that knows only the contract) loads the cart anew',
  async (type) => {
    const loads = async () => {
      const before = mei.connection.requests.length;
      for (let copy = 0; copy < 5; copy += 1)
        await hear(type, { userName: 'Cy', product: 'Dumplings', quantity: 1 });
      await clock.runUntil(clock.now + 1_100, () => {});
      await quiet();
      return mei.connection.requests.slice(before).map(({ kind }) => kind);
    };
    expect(await loads()).toEqual(['snapshot']);
    expect(await loads()).toEqual(['snapshot']);
  },
);

// CG2
test('messages of this same browser tell nothing', async () => {
  await hear('placeOrder', { userName: 'Cy', orderId: 'o1' }, 'browser-u2');
  expect(mei.notices).toEqual([]);
});

// CG10
test('an unknown type is only logged', async () => {
  const logged = vi.spyOn(console, 'info').mockReturnValue();
  await hear('sendFireworks', { userName: 'Cy' });
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('sendFireworks'));
  expect([...ann.notices, ...mei.notices]).toEqual([]);
});
