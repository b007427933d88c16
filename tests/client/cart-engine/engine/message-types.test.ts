import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MessageData } from '#contract/messages.ts';
import type { Item } from '#events/item.ts';
import { EventTable } from '#testing/event-table.ts';
import { createMenuWith } from '#testing/simulated-menu.ts';
import {
  openEnginePhone,
  waitUntilQuiet,
  TestGroup,
  type EnginePhone,
} from '#testing/phones/engine-phone.ts';

const dumplings: Item = { productId: '101', categoryId: 'c1', name: 'Dumplings', notes: '', modifiers: [] };
let ann: EnginePhone;
let mei: EnginePhone;
let group: TestGroup;
let server: EventTable;

beforeEach(async () => {
  server = new EventTable(() => 1_000_000, createMenuWith('101'));
  group = new TestGroup();
  ann = await openEnginePhone({ server, group, userId: 'u1' });
  mei = await openEnginePhone({ server, group, userId: 'u2' });
  await waitUntilQuiet();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const line = () => ann.engine.cart.value.carts.find(({ mine }) => mine)!.lines[0]!;
const findSent = (type: string) => group.sent.filter(({ messageType }) => messageType === type).at(-1)?.data;
const receiveMessage = async (messageType: string, data: MessageData) => {
  group.deliver(JSON.stringify({ fromBrowserId: 'elsewhere', messageType, data }), 'u3');
  await waitUntilQuiet();
};

// CF12, CB24, CG3, CG7, CG8, CG9, CF12
test('sent: every action has its type, with the contract’s fields', async () => {
  const { commands } = ann.engine;
  const by = { userName: 'Diner u1' };
  commands.add(dumplings, 2);
  await waitUntilQuiet();
  expect(findSent('addCartItem')).toMatchObject({ ...by, product: 'Dumplings', quantity: 2 });
  commands.decrease(line(), 1);
  await waitUntilQuiet();
  expect(findSent('decreaseCartItem')).toMatchObject({ ...by, product: 'Dumplings', quantity: 1 });
  commands.editNotes(line(), 'no onion');
  await waitUntilQuiet();
  expect(findSent('editCartItemNotes')).toMatchObject({ ...by, product: 'Dumplings' });
  commands.setGuests(3);
  await waitUntilQuiet();
  expect(findSent('updateGuestNumber')).toMatchObject({ ...by, guests: 3 });
  commands.setOrderType(2);
  await waitUntilQuiet();
  expect(findSent('updateOrderType')).toMatchObject({ ...by, orderType: 2 });
  expect(await ann.engine.place({ userCouponIds: [] })).toMatchObject({ kind: 'placed' });
  await waitUntilQuiet();
  expect(findSent('placeOrder')).toMatchObject({ ...by, orderId: expect.any(String) });
  commands.add(dumplings, 1);
  commands.clear('table');
  await waitUntilQuiet();
  expect(findSent('clearCart')).toMatchObject(by);
  ann.engine.publish('closeInactiveDialog', { shouldClearCart: true });
  await waitUntilQuiet();
  expect(findSent('closeInactiveDialog')).toMatchObject({ shouldClearCart: true });
});

// CU4, CG3
test('received: the other phone’s action is shown here, with a notice if it matters', async () => {
  mei.notices.length = 0;
  const { commands } = ann.engine;
  commands.add(dumplings, 3);
  await waitUntilQuiet();
  commands.decrease(line(), 1);
  commands.editNotes(line(), 'no onion');
  commands.setGuests(3);
  commands.setOrderType(2);
  await waitUntilQuiet();
  const { carts, guests, orderType } = mei.engine.cart.value;
  expect(carts[0]!.lines[0]).toMatchObject({ quantity: 2, item: { notes: 'no onion' }, mine: false });
  expect({ guests, orderType }).toEqual({ guests: 3, orderType: 2 });
  const seen = mei.notices.flatMap((notice) => (notice.kind === 'peersChanged' ? notice.records : []));
  const types = seen.flatMap((record) => ('event' in record ? [record.event.type] : []));
  expect(new Set(types)).toEqual(
    new Set(['itemAdded', 'itemDecreased', 'notesEdited', 'guestsSet', 'orderTypeSet']),
  );
  const notice = {
    kind: 'peerAdded',
    userName: 'Diner u1',
    product: 'Dumplings',
    productId: dumplings.productId,
  };
  // The removal lowers the quantity in the notice of the addition.
  expect(mei.notices.filter(({ kind }) => kind !== 'peersChanged')).toEqual([
    { ...notice, quantity: 3 },
    { ...notice, quantity: -1 },
  ]);
});

// CG4, CG5, CG6
test.each([
  ['placeOrder', { kind: 'orderSubmitted', userName: 'Cy', orderId: 'o1', mine: false }],
  ['updateOrder', { kind: 'orderUpdated', userName: 'Cy', orderId: 'o1', mine: false, byRestaurant: false }],
  ['closeInactiveDialog', { kind: 'closeInactiveDialog', shouldClearCart: true }],
] as const)('received: %s opens or closes its dialog', async (type, notice) => {
  await receiveMessage(type, { userName: 'Cy', orderId: 'o1', shouldClearCart: true });
  expect(mei.notices.filter(({ kind }) => kind !== 'peersChanged')).toEqual([notice]);
});

// CG10
test('an unknown type is only logged', async () => {
  const logged = vi.spyOn(console, 'info').mockReturnValue();
  await receiveMessage('sendFireworks', { userName: 'Cy' });
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('sendFireworks'));
  expect([...ann.notices, ...mei.notices]).toEqual([]);
});
