import { describe, expect, test } from 'vitest';
import { clearCart, getCart, getGuests, initializeCart, updateCart } from '#contract/calls/cart.ts';
import { codes, rejections } from '#contract/codes.ts';
import { maxAheadMs } from '#events/log/clock.ts';
import { calculateLineAmount } from '#projections/bill/money.ts';
import { expectData, fakeClock, startSharedServer } from '#tests/server/server-under-test.ts';
import { createForTests } from '#tests/for-tests.ts';
import {
  readDecisions,
  listDishes,
  emptyDetail,
  createFreeTables,
  createItem,
  sellOutDuring,
  createTablePhone,
} from '#testing/phones/table-phone.ts';

let phones = 0;
const clock = fakeClock();
const server = startSharedServer({ clock });
const menu = createForTests(() => listDishes(server));
const freeTable = createFreeTables(server);

async function createTwoPhones() {
  phones += 1;
  const qrcode = await freeTable();
  const seat = async (replica: string) =>
    createTablePhone(server, await server.seat(await server.guest(), qrcode), replica);
  const both = { ann: await seat(`ra${phones}`), bob: await seat(`rb${phones}`) };
  await both.ann.refresh();
  return both;
}

describe('two diners at one table', () => {
  // CU4, CA19, CA20
  test('F3, G5: an addition, decrease, edit and clear of one diner are shown to the other, with the same digest', async () => {
    const { ann, bob } = await createTwoPhones();
    const dish = createItem(menu.simple[0]!);
    const answer = await ann.send(ann.add(dish, 3), ann.decrease(1), ann.note('no onions'));
    expect(answer.accepted?.ids).toHaveLength(3);
    expect(answer.version).toBe(3);
    await bob.refresh();
    expect(bob.carts()).toEqual([[ann.diner.userId, [['no onions', 2]]]]);
    const sync = await bob.send(bob.add(dish));
    expect(sync.digest).toBe(bob.digest());
    expect(sync.known).toEqual(bob.view().known);
    await ann.refresh();
    const cleared = await ann.sendClear(ann.clear());
    expect(cleared.accepted?.ids).toHaveLength(1);
    await bob.refresh();
    expect(bob.carts()).toEqual([]);
    expect(bob.digest()).toBe(cleared.digest);
  });

  // CA23
  test('V3: a clear keeps events that its author had not seen', async () => {
    const { ann, bob } = await createTwoPhones();
    const dish = createItem(menu.simple[0]!);
    await ann.send(ann.add(dish));
    await bob.send(bob.add(dish, 2));
    await ann.sendClear(ann.clear());
    await bob.refresh();
    expect(bob.carts()).toEqual([[bob.diner.userId, [['', 2]]]]);
  });

  // CX2
  test('E6, G4: the same request again changes nothing and has the same answer', async () => {
    const { ann } = await createTwoPhones();
    const event = ann.add(createItem(menu.simple[0]!));
    const first = await ann.send(event);
    const again = await ann.send(event);
    expect(again.accepted?.ids).toEqual([event.id]);
    expect(again.version).toBe(first.version);
    const other = await ann.send({ ...event, quantity: 9 } as typeof event);
    expect(other.rejected).toEqual([{ ids: [event.id], code: rejections.idReused }]);
    expect(other.version).toBe(first.version);
    expect(await readDecisions(server, ann.diner.sessionId)).toHaveLength(1);
  });

  test('E5: an event with predecessors that the server lacks is not stored, and the server names them', async () => {
    const { ann } = await createTwoPhones();
    const held = { ...ann.add(createItem(menu.simple[0]!)), seen: { rz: 4 } };
    expect((await ann.send(held)).missing).toEqual({ rz: 4 });
    expect(await readDecisions(server, ann.diner.sessionId)).toEqual([]);
  });

  // CX1
  test('F1, F2: rejections are stored, raise the version and are sent to every phone', async () => {
    const { ann, bob } = await createTwoPhones();
    const dish = createItem(menu.simple[0]!);
    const fine = ann.add(dish);
    const ahead = { ...ann.add(dish), at: [clock.now() + maxAheadMs + 1, 0] as const };
    const soldOut = ann.add(createItem(menu.soldOut));
    const sync = await ann.send(fine, ahead, soldOut);
    expect(sync.rejected).toEqual([
      { ids: [ahead.id], code: rejections.clockAhead },
      { ids: [soldOut.id], code: codes.soldOut },
    ]);
    expect(sync.version).toBe(3);
    expect(sync.serverTime).toBe(clock.now());
    const seen = await bob.refresh();
    expect(seen.rejected).toEqual(sync.rejected);
    expect(bob.view().blocked).toEqual([]);
    expect(bob.digest()).toBe(seen.digest);
    expect((await bob.refresh()).rejected).toBeUndefined();

    // After the clear the rejected events are compacted, and the snapshot covers them (F4).
    await ann.sendClear(ann.clear());
    const late = createTablePhone(server, bob.diner, 'late');
    const { rejected, snapshot } = await late.refresh();
    expect(rejected).toBeUndefined();
    expect(snapshot!.covers).toEqual(ann.view().known);
    expect(late.view().blocked).toEqual([]);
  });

  test('F4: a phone that was away learns who cleared the table, also of stable clears', async () => {
    const { ann, bob } = await createTwoPhones();
    const clears = Array.from({ length: 20 }, () => ann.clear());
    for (const clear of clears) await ann.sendClear(clear);
    const { snapshot } = await bob.refresh();
    expect(snapshot!.covers).toEqual(ann.view().known);
    expect(snapshot!.events!.map(({ id }) => id)).toEqual(clears.slice(-16).map(({ id }) => id));
    expect((await bob.refresh()).snapshot!.events).toEqual([]);
  });

  // CA22
  test('guests and order type: the last value counts, and every call returns it', async () => {
    const { ann, bob } = await createTwoPhones();
    expect((await server.ask(getGuests, bob.diner)).guests).toBe(0);
    const body = { merchantId: '1001', orderDetail: { ...emptyDetail, guests: 4, type: 0 } };
    expect(await server.ask(updateCart, { ...ann.diner, body })).toMatchObject({ guests: 4, type: 0 });
    expect((await server.ask(getGuests, bob.diner)).guests).toBe(4);
    const { table } = await server.seat(bob.diner, bob.diner.table.tableName);
    expect(table).toMatchObject({ guests: 4, orderType: 0 });
  });
});

describe("prices are the menu's", () => {
  test('in every answer, whatever the phone claims', async () => {
    const { ann, bob } = await createTwoPhones();
    const product = menu.simple[0]!;
    const cheap = { ...createItem(product), price: '0.01', name: 'Free lunch' };
    const body = { merchantId: '1001', orderDetail: emptyDetail, events: [ann.add(cheap, 3)], known: {} };
    const { name, price } = product;
    const orderItems = [
      { name, price, quantity: 3, itemWithAdjustmentAmount: calculateLineAmount(createItem(product), 3) },
    ];
    const answer = await server.ask(updateCart, { ...ann.diner, body });
    expect(answer).toMatchObject({ orderItems, cartRowVersion: 1 });
    const query = { merchantId: '1001', browserId: 'b' };
    expect(await server.ask(getCart, { ...bob.diner, query })).toMatchObject({
      userCarts: [{ userId: ann.diner.userId, orderItems, invalidOrderItems: [] }],
      lastOperateAt: clock.now(),
    });
  });

  // CF10, CA21
  test('and a dish that sold out meanwhile is refused with a code of its own', async () => {
    const { ann } = await createTwoPhones();
    const product = menu.simple[1]!;
    await ann.send(ann.add(createItem(product)));
    const body = { merchantId: '1001', browserId: 'b' };
    await sellOutDuring(server, product.id, async () => {
      expect((await server.ask(initializeCart, { ...ann.diner, body })).userCarts).toMatchObject([
        { orderItems: [], invalidOrderItems: [{ productId: product.id }] },
      ]);
    });
  });
});

describe('P1: a snapshot phone', () => {
  const createOrderItem = (id: string, quantity: number, index = 0) => {
    const { id: productId, categoryId } = menu.simple[index]!;
    return { id, productId, categoryId, quantity };
  };
  const post = async (
    diner: Parameters<typeof createTablePhone>[1],
    ...orderItems: ReturnType<typeof createOrderItem>[]
  ) => await server.call(updateCart, { ...diner, body: { merchantId: '1001', orderDetail: { orderItems } } });

  test('shares the table with an event phone', async () => {
    const { ann, bob } = await createTwoPhones();
    await ann.send(ann.add(createItem(menu.simple[0]!)));
    const first = expectData(await post(bob.diner, createOrderItem('0', 2)));
    const again = expectData(await post(bob.diner, createOrderItem('0', 2)));
    expect(again.cartRowVersion).toBe(first.cartRowVersion);
    await post(bob.diner, createOrderItem(first.orderItems[0]!.id, 5), createOrderItem('0', 1, 1));
    await ann.refresh();
    const both = [
      [ann.diner.userId, [['', 1]]],
      [bob.diner.userId, [['', 5], ['', 1]]],
    ]; // prettier-ignore
    expect(ann.carts()).toEqual(expect.arrayContaining(both));
    await server.ask(clearCart, bob.diner);
    await ann.refresh();
    expect(ann.carts()).toEqual([]);
    // One event of Ann's and four of the server.
    expect(await readDecisions(server, ann.diner.sessionId)).toHaveLength(5);
  });

  test('is notified which dish cannot be added, and then nothing is stored', async () => {
    const { bob } = await createTwoPhones();
    const soldOut = {
      ...createOrderItem('0', 1),
      productId: menu.soldOut.id,
      categoryId: menu.soldOut.categoryId,
    };
    expect(await post(bob.diner, createOrderItem('0', 1), soldOut)).toMatchObject({ code: codes.soldOut });
    expect(await post(bob.diner, { ...createOrderItem('0', 1), productId: 'nothing' })).toMatchObject({
      code: codes.pleaseAddItAgainToYourCart,
    });
    expect(await readDecisions(server, bob.diner.sessionId)).toEqual([]);
  });
});
