// @module-tag slow
/** An order is refused when its total differs from the one that the phone showed (O1). */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getCoupons } from '#contract/calls/coupon.ts';
import { placeOrder, previewOrder, totalChanged } from '#contract/calls/order.ts';
import { codes } from '#contract/codes.ts';
import type { Item } from '#events/item.ts';
import { sum } from '#projections/bill/money.ts';
import type { WholeMerchant, WholeProduct } from '#server/menu/whole-merchant.ts';
import { createAdmin, type Admin } from '#server/back-office/admin/admin.ts';
import { startSharedServer } from '#tests/server/server-under-test.ts';
import { listDishes, createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';

const server = startSharedServer();
let operator: Admin;
/** A dish with an option that has a price. */
let item: Item;
let whole: WholeMerchant;
let parties = 0;
const freeTable = createFreeTables(server);

beforeAll(async () => {
  operator = createAdmin({ db: server.db, now: Date.now });
  const { products } = await listDishes(server);
  const dish = products.find(
    ({ soldOut, modifierGroups }) =>
      !soldOut &&
      modifierGroups.length > 0 &&
      modifierGroups.every(({ min, modifiers }) => min === 0 && modifiers.every((each) => !each.soldOut)),
  )!;
  const option = dish.modifierGroups
    .flatMap(({ modifiers }) => modifiers)
    .find(({ price }) => Number(price) > 0)!;
  item = {
    ...createItem(dish),
    modifiers: [{ modifierProductId: option.id, quantity: 1, price: option.price }],
  };
  whole = (await operator.readMerchant('1001'))!;
});

/** Publishes the menu of the start with this change. */
async function publish(change: (draft: WholeMerchant, dish: WholeProduct) => void): Promise<void> {
  const draft = structuredClone(whole);
  const dish = draft.categories.flatMap(({ products }) => products).find(({ id }) => id === item.productId)!;
  change(draft, dish);
  await operator.writeMerchant(draft, false);
}

async function createDiner(table?: string) {
  parties += 1;
  const member = await server.member(`21257${String(20_000 + parties)}`);
  return createTablePhone(server, await server.seat(member, table ?? (await freeTable())), `p${parties}`);
}
type Phone = Awaited<ReturnType<typeof createDiner>>;

beforeEach(async () => await publish(() => {}));

/** The total on the phone's order button. */
async function previewTotal(
  phone: Phone,
  more: { userCouponIds?: string[]; without?: string[] } = {},
): Promise<string> {
  const { orderItems } = phone.detail();
  const ordered = orderItems.filter(({ id }) => !more.without?.includes(id));
  const body = { orderItems: ordered, guests: 1, userCouponIds: more.userCouponIds ?? [] };
  return (await server.ask(previewOrder, { ...phone.diner, body })).totalAmount;
}

const placeAs = (phone: Phone, attempt: string, more: Record<string, unknown>) =>
  phone.place(`${phone.diner.userId}-${attempt}`, more);

const orderAs = (phone: Phone, attempt: string, more: Record<string, unknown>) =>
  phone.order(`${phone.diner.userId}-${attempt}`, more);

const changed = { success: false, code: totalChanged };

const getOption = (dish: WholeProduct) =>
  dish.modifierGroups
    .flatMap(({ modifiers }) => modifiers)
    .find(({ id }) => id === item.modifiers[0]!.modifierProductId)!;

describe('a change between the preview and the order', () => {
  test.each<[what: string, change: Parameters<typeof publish>[0]]>([
    ['a dish costs more', (_, dish) => void (dish.price = '77.00')],
    ['a dish costs less', (_, dish) => void (dish.price = '0.10')],
    ['an option costs more', (_, dish) => void (getOption(dish).price = '9.00')],
    ['the tax rate is another one', (draft) => void (draft.taxRate = '0.2')],
    ['the service charge is another one', (draft) => void (draft.serviceChargeRate = '0.3')],
  ])('%s: the order is refused, and placed at the new total', async (_what, change) => {
    const ann = await createDiner();
    await ann.send(ann.add(item, 2));
    const seen = await previewTotal(ann);
    await publish(change);
    // A phone that got no answer sends the same attempt again.
    for (const _ of [1, 2]) expect(await placeAs(ann, 'first', { shownTotal: seen })).toMatchObject(changed);
    const now = await previewTotal(ann);
    expect(now).not.toBe(seen);
    expect((await orderAs(ann, 'second', { shownTotal: now })).totalAmount).toBe(now);
  });

  test('another name of a tax changes no total', async () => {
    const ann = await createDiner();
    await ann.send(ann.add(item));
    const seen = await previewTotal(ann);
    await publish((draft) => void (draft.taxName = { 'en-US': 'Sales tax', 'zh-TW': '營業稅' }));
    expect((await orderAs(ann, 'first', { shownTotal: seen })).totalAmount).toBe(seen);
  });

  test('a coupon takes off less, and stays unused if the order is refused', async () => {
    const ann = await createDiner();
    await ann.send(ann.add(item, 9));
    const { list } = await server.ask(getCoupons, { ...ann.diner, query: { state: 'available' } });
    const userCouponIds = [list.find(({ name }) => name.startsWith('Rainy day'))!.userCouponId];
    const seen = await previewTotal(ann, { userCouponIds });
    await publish((draft) => {
      for (const coupon of draft.coupons) Object.assign(coupon, { discountType: 0, discountValue: '0.05' });
    });
    const refused = await placeAs(ann, 'first', { shownTotal: seen, userCouponIds });
    expect(refused).toMatchObject(changed);
    const now = await previewTotal(ann, { userCouponIds });
    const order = await orderAs(ann, 'second', { shownTotal: now, userCouponIds });
    expect(order.totalAmount).toBe(now);
    expect(order.orderCoupons).toHaveLength(1);
  });

  test('a friend adds a dish: unseen dishes stay, and an order that has since seen it is refused', async () => {
    const table = await freeTable();
    const [ann, mei] = [await createDiner(table), await createDiner(table)];
    await ann.send(ann.add(item));
    const seen = await previewTotal(ann);
    await mei.send(mei.add(item, 3));
    await ann.refresh();
    expect(await placeAs(ann, 'first', { shownTotal: seen })).toMatchObject(changed);
    const without = mei.getOwnLines().map(({ lineId }) => lineId);
    const order = await orderAs(ann, 'second', { shownTotal: seen, without });
    expect(order.totalAmount).toBe(seen);
  });
});

test('lines that are left out are not in the total', async () => {
  const ann = await createDiner();
  await ann.send(ann.add(item), ann.add({ ...item, notes: 'for later' }, 2));
  const without = [ann.getOwnLines()[1]!.lineId];
  const all = await previewTotal(ann);
  expect(await placeAs(ann, 'all', { shownTotal: all, without })).toMatchObject(changed);
  const rest = await previewTotal(ann, { without });
  expect((await orderAs(ann, 'rest', { shownTotal: rest, without })).totalAmount).toBe(rest);
});

test.each([{}, { totalAmount: '0.01' }])(
  'a phone that sends no shown total (%o) orders at the computed total',
  async (more) => {
    const ann = await createDiner();
    await ann.send(ann.add(item));
    const seen = await previewTotal(ann);
    await publish((_, dish) => void (dish.price = '66.00'));
    const now = await previewTotal(ann);
    expect(now).not.toBe(seen);
    expect((await orderAs(ann, 'first', more)).totalAmount).toBe(now);
  },
);

test('an invalid shown total is a bad request', async () => {
  const ann = await createDiner();
  await ann.send(ann.add(item));
  const body = { ...ann.detail(), shownTotal: 'a lot' };
  expect(await server.call(placeOrder, { ...ann.diner, body })).toMatchObject({ code: codes.badRequest });
});

// CX16
test('a second round costs what its button shows, and keeps the first, whatever the rates are by then; trailing zeros do not matter', async () => {
  const phone = await createDiner();
  await phone.send(phone.add(item));
  const first = await previewTotal(phone);
  await orderAs(phone, 'first', { shownTotal: `${first}00` });
  await publish((draft) => {
    draft.taxRate = '0.5';
    draft.serviceChargeRate = '0.25';
  });
  await phone.refresh();
  await phone.send(phone.add(item));
  const second = await previewTotal(phone);
  const order = await orderAs(phone, 'second', { shownTotal: second });
  expect(Math.abs(Number(second) - Number(first)), 'a cent of rounding').toBeLessThan(0.011);
  expect(order.totalAmount).toBe(sum([first, second]));
});
