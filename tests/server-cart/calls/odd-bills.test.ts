// @module-tag slow
/** Bills with extreme settings and amounts, from the owner's page to the diner's total, against a second calculation. */
import { describe, expect, test } from 'vitest';
import { getCoupons } from '#contract/calls/coupon.ts';
import { changeHouse, getHouse, type House, type HouseTax } from '#contract/calls/house.ts';
import { editMenuDraft, getMenuDraft, publishMenu } from '#contract/calls/menu-draft.ts';
import { previewOrder } from '#contract/calls/order.ts';
import type { Order } from '#contract/order-fields.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import { calculateSecondBill } from '#testing/second-bill.ts';
import { startTestServer } from '#tests/server/server-under-test.ts';
import { act, actOnOrder } from '#tests/server/staff/acts.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';

const name = (text: string) => ({ 'en-US': text, 'zh-TW': text });
/** A rate of 0, one of four digits, and one of 100 %. */
const taxes: HouseTax[] = [
  { id: 'none', name: name('None'), rate: '0', toGoRate: null },
  { id: 'sales', name: name('Sales'), rate: '0.08875', toGoRate: null },
  { id: 'tobacco', name: name('Tobacco'), rate: '1', toGoRate: null },
];
const coupons = [
  { name: name('A tenth'), discount: '10%', from: '0', atMost: null, spans: 'round' as const },
  { name: name('Too much'), discount: '500.00', from: '0', atMost: null, spans: 'round' as const },
];

/** A restaurant whose first dish is free and untaxed, whose second has the tax `sales`, and the third `tobacco`. */
async function createRestaurant(settings: Partial<House['settings']> = {}) {
  const server = await startTestServer();
  const cookie = (await openStaffSession(server.deps, '1001', 'Olga')).split(';', 1)[0]!;
  const olga = { headers: { cookie } };
  const house = await server.ask(getHouse, olga);
  const body = {
    version: house.version,
    settings: { ...house.settings, taxes, serviceChargeRate: '0.1', ...settings },
    coupons,
  };
  await server.ask(changeHouse, { ...olga, body });
  const { simple } = await listDishes(server);
  const chosen = simple.slice(0, 3);
  const { published } = (await server.ask(getMenuDraft, olga))!;
  const edits = chosen.flatMap(({ id }, at) => [
    { path: ['dishes', id, 'tax'], to: taxes[at]!.id },
    ...(at === 0 ? [{ path: ['dishes', id, 'price'], from: published.dishes[id]!.price, to: '0.00' }] : []),
  ]);
  const { draftVersion } = await server.ask(editMenuDraft, { ...olga, body: { edits } });
  await server.ask(publishMenu, { ...olga, body: { draftVersion } });

  const phone = createTablePhone(server, await server.seat(await server.member('2125750001'), '1'), 'ann');
  const order = async (quantities: readonly number[], coupon?: string) => {
    const menu = (await listDishes(server)).simple;
    const lines = quantities.map((quantity, at) => ({ dish: menu[at]!, quantity }));
    for (const { dish, quantity } of lines)
      if (quantity > 0) await phone.send(phone.add(createItem(dish), quantity));
    const { list } = await server.ask(getCoupons, { ...phone.diner, query: { state: 'available' } });
    const userCouponIds = list.filter((each) => each.name === coupon).map((each) => each.userCouponId);
    const more = { ...phone.detail(), userCouponIds };
    const preview = await server.ask(previewOrder, { ...phone.diner, body: more });
    const placed = await phone.order('first', { userCouponIds, shownTotal: preview.totalAmount });
    expect(placed.orderTaxes).toEqual(preview.orderTaxes);
    return placed;
  };
  /** The bill as `testing/second-bill.ts` calculates it. */
  const calculateExpected = (quantities: readonly number[], discount: string) =>
    calculateSecondBill({
      decimals: 2,
      taxes: taxes.map(({ id, rate }) => ({ id, name: id, rate })),
      taxIncluded: settings.taxIncluded ?? false,
      serviceChargeRate: '0.1',
      serviceTaxed: settings.serviceTaxed ?? true,
      isToGo: false,
      discount,
      lines: quantities.flatMap((quantity, at) =>
        quantity === 0
          ? []
          : [{ price: at === 0 ? '0' : chosen[at]!.price, quantity, taxId: taxes[at]!.id, options: [] }],
      ),
    });
  return { server, olga, order, calculateExpected };
}

function toMoney({ subTotalAmount, totalDiscountAmount, totalChargeAmount, ...order }: Order) {
  return {
    subtotal: subTotalAmount,
    discount: totalDiscountAmount,
    serviceCharge: totalChargeAmount,
    taxes: order.orderTaxes.map(({ id, rate, net, amount }) => ({ id, rate, net, tax: amount })),
    total: order.totalAmount,
  };
}

function toBill({
  subtotal,
  discount,
  serviceCharge,
  taxes: lines,
  total,
}: ReturnType<typeof calculateSecondBill>) {
  const named = lines.map(({ id, rate, net, tax }) => ({ id, rate, net, tax }));
  return { subtotal, discount, serviceCharge, taxes: named, total };
}

describe.each([
  ['on top', {}],
  ['included', { taxIncluded: true }],
  ['on top of an untaxed service charge', { serviceTaxed: false }],
])('rates of 0, 8.875 and 100 %% %s', (_, settings) => {
  test('a coupon on all three is spread over them', async () => {
    const { order, calculateExpected } = await createRestaurant(settings);
    const placed = await order([1, 2, 1], 'A tenth');
    const bill = calculateExpected([1, 2, 1], placed.orderCoupons[0]!.amount);
    expect(bill.taxes.map(({ id }) => id)).toEqual(['sales', 'tobacco']);
    expect(toMoney(placed)).toEqual(toBill(bill));
  });

  test('a coupon that is larger than the bill leaves nothing to pay', async () => {
    const { order, calculateExpected } = await createRestaurant(settings);
    const placed = await order([1, 1, 1], 'Too much');
    expect(toMoney(placed)).toEqual(toBill(calculateExpected([1, 1, 1], '500.00')));
    expect([placed.totalAmount, placed.orderTaxes]).toEqual(['0.00', []]);
  });

  test('a staff discount that is larger than the bill takes off the whole bill', async () => {
    const { server, olga, order, calculateExpected } = await createRestaurant(settings);
    const placed = await order([0, 1, 2]);
    const discount = act(placed, { type: 'orderDiscounted', amount: '9999.00', reason: 'sorry' });
    const { order: after } = await server.ask(actOnOrder, { ...olga, ...discount });
    const bill = calculateExpected([0, 1, 2], '9999.00');
    expect(bill.discount).toBe(placed.subTotalAmount);
    expect(toMoney(after)).toEqual(toBill(bill));
  });

  test('a single dish for 0 is a bill of 0', async () => {
    const { order, calculateExpected } = await createRestaurant(settings);
    const placed = await order([3, 0, 0]);
    expect(toMoney(placed)).toEqual(toBill(calculateExpected([3, 0, 0], '0')));
    expect(placed.totalAmount).toBe('0.00');
  });
});
