/** What things cost is the restaurant's word alone: a phone may claim what it likes, on any part of a line. */
import { describe, expect, test } from 'vitest';
import { updateCart, getCart } from '#contract/calls/cart.ts';
import { placeOrder, previewOrder } from '#contract/calls/order.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Item } from '#events/item.ts';
import { dishes, freeTables, itemFor, tablePhone } from '#tests/server-cart/table-phone.ts';
import { forTests } from '#tests/for-tests.ts';
import { fakeClock, sharedServer } from '../server-under-test.ts';

const clock = fakeClock();
const server = sharedServer({ clock });
const freeTable = freeTables(server);
const menu = forTests(() => dishes(server));

const claims = ['-100.00', '0.01'] as const;
const adjustments = (amount: string) => [{ category: 0, target: 0, amount }];

/** Each part of a line that could say what it costs, or how it is counted. */
const parts: Readonly<Record<string, (claim: string) => Readonly<Record<string, unknown>>>> = {
  price: (price) => ({ price }),
  originalPrice: (originalPrice) => ({ originalPrice }),
  coefficient: (claim) => ({ coefficient: Number(claim) }),
  isTaxFree: () => ({ isTaxFree: true }),
  pointsPrice: (claim) => ({ pointsPrice: Number(claim) }),
  itemWithAdjustmentAmount: (itemWithAdjustmentAmount) => ({ itemWithAdjustmentAmount }),
  couponDiscountAmount: (couponDiscountAmount) => ({ couponDiscountAmount }),
  priceAdjustments: (claim) => ({ priceAdjustments: adjustments(claim) }),
  salesUnitFactorList: (claim) => ({ salesUnitType: 1, salesUnitFactorList: [{ factor: Number(claim) }] }),
  condiments: (price) => ({ condiments: [{ id: '1', price, quantity: 1 }] }),
};

/** … of an order itself. */
const ofOrder = (amount: string) => ({
  subTotalAmount: amount,
  totalDiscountAmount: amount,
  totalChargeAmount: amount,
  totalTaxAmount: amount,
  totalTipsAmount: amount,
  totalAmount: amount,
  paymentsTotal: amount,
  isTaxFree: true,
  priceAdjustments: adjustments(amount),
  orderTaxes: [{ name: 'Sales tax', rate: amount, amount }],
  orderCoupons: [{ id: '1', name: 'mine', amount }],
});

let members = 0;

/** A member at a table of their own, with a dish and one of its options in the cart. */
async function seated(claimed: (item: Item) => Item = (item) => item) {
  members += 1;
  clock.advance(61_000);
  const diner = await server.seat(await server.member(`31255${String(50_000 + members)}`), await freeTable());
  const phone = tablePhone(server, diner, `claims${members}`);
  await phone.send(phone.add(claimed(withOption()), 2));
  return phone;
}

/** A dish with an option that costs something. */
function withOption(): Item {
  for (const product of menu.products) {
    const isOpen = !product.soldOut && product.modifierGroups.every(({ min }) => min === 0);
    const option = product.modifierGroups
      .flatMap(({ modifiers }) => modifiers)
      .find(({ price }) => Number(price) > 0);
    if (isOpen && option)
      return { ...itemFor(product), modifiers: [{ modifierProductId: option.id, quantity: 1 }] };
  }
  throw new Error('no dish of the menu has an option with a price');
}

/** Every amount of an order or a preview, by its place. */
function amountsOf(answer: object): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) walk(part, `${path}.${key}`);
    else if (/amount|price|rate|coefficient|taxfree|points/i.test(path.slice(path.lastIndexOf('.') + 1)))
      found[path] = value;
  };
  walk(answer, '');
  return found;
}

const honest = forTests(async () => {
  const phone = await seated();
  const detail = phone.detail();
  const preview = amountsOf(
    await server.ask(previewOrder, { ...phone.diner, body: { ...detail, guests: 1 } }),
  );
  const { order } = (await phone.place('honest')).data as { order: Order };
  return { preview, order: amountsOf(order) };
});

/** The phone's lines with the claim; an option's price too. */
type Phone = Awaited<ReturnType<typeof seated>>;
const lying = (phone: Phone, lie: Readonly<Record<string, unknown>>, optionPrice?: string) => ({
  orderItems: phone.detail().orderItems.map((line) => ({
    ...line,
    ...lie,
    orderItemModifiers: line.orderItemModifiers.map((option) => ({
      ...option,
      ...(optionPrice !== undefined && { price: optionPrice }),
    })),
  })),
});

/** Served at the restaurant's prices, or refused; never anything else. */
async function expectNoGain(phone: Phone, body: object, placementId: string) {
  const { diner } = phone;
  const plain = { merchantId: diner.merchantId, orderDetail: body };
  const cart = await server.call(updateCart, { ...diner, body: plain });
  expect([200, 400]).toContain(cart.status);
  const kept = await server.ask(getCart, {
    ...diner,
    query: { merchantId: diner.merchantId, browserId: 'b' },
  });
  const [line] = kept.userCarts.flatMap(({ orderItems }) => orderItems);
  const [before] = Object.entries(honest.preview).filter(([path]) => path.endsWith('.0.price'));
  expect(line!.price).toBe(before![1]);

  const preview = await server.call(previewOrder, { ...diner, body: { ...body, guests: 1 } });
  if (preview.code === 0) expect(amountsOf(preview.data)).toEqual(honest.preview);
  const seen = phone.view().known;
  const placed = await server.call(placeOrder, { ...diner, body: { ...body, placementId, seen } });
  if (placed.code === 0) expect(amountsOf((placed.data as { order: Order }).order)).toEqual(honest.order);
  return { preview, placed };
}

describe.each(Object.entries(parts))('a line that claims another %s', (name, lie) => {
  test.each(claims)('%s', async (claim) => {
    const phone = await seated();
    await expectNoGain(phone, lying(phone, lie(claim)), `${name}${claim}`);
  });
});

test.each(claims)('an option that claims to cost %s', async (claim) => {
  const phone = await seated();
  await expectNoGain(phone, lying(phone, {}, claim), `option${claim}`);
});

test.each(claims)('an order that claims to come to %s', async (claim) => {
  const phone = await seated();
  const { preview, placed } = await expectNoGain(phone, { ...phone.detail(), ...ofOrder(claim) }, claim);
  expect(preview.code).toBe(0);
  expect(placed.code).toBe(0);
});

test.each(claims)(
  'an event whose dish and option claim to cost %s: ordered at what they cost',
  async (claim) => {
    const phone = await seated((item) => ({
      ...item,
      price: claim,
      modifiers: item.modifiers.map((option) => ({ ...option, price: claim })),
    }));
    const { placed } = await expectNoGain(phone, phone.detail(), `event${claim}`);
    expect(placed.code).toBe(0);
  },
);
