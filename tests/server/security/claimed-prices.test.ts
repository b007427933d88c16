// @module-tag slow
/** Only the restaurant sets prices. A phone sends false amounts in every field, and none of them changes a total. */
import { expect, test } from 'vitest';
import { updateCart, getCart } from '#contract/calls/cart.ts';
import { getCoupons } from '#contract/calls/coupon.ts';
import { placeOrder, previewOrder } from '#contract/calls/order.ts';
import { setSoldOut } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Item } from '#events/item.ts';
import { listDishes, createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { createForTests } from '#tests/for-tests.ts';
import { expectData, fakeClock, startSharedServer } from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });
const freeTable = createFreeTables(server);
const menu = createForTests(() => listDishes(server));

const claims = ['-100.00', '0.01'] as const;
const createAdjustments = (amount: string) => [{ category: 0, target: 0, amount }];

type Parts = Readonly<Record<string, (claim: string) => Readonly<Record<string, unknown>>>>;

/** Fields of a line that could change its price or its quantity. */
const parts: Parts = {
  price: (price) => ({ price }),
  originalPrice: (originalPrice) => ({ originalPrice }),
  coefficient: (claim) => ({ coefficient: Number(claim) }),
  isTaxFree: () => ({ isTaxFree: true }),
  pointsPrice: (claim) => ({ pointsPrice: Number(claim) }),
  itemWithAdjustmentAmount: (itemWithAdjustmentAmount) => ({ itemWithAdjustmentAmount }),
  couponDiscountAmount: (couponDiscountAmount) => ({ couponDiscountAmount }),
  priceAdjustments: (claim) => ({ priceAdjustments: createAdjustments(claim) }),
  salesUnitFactorList: (claim) => ({ salesUnitType: 1, salesUnitFactorList: [{ factor: Number(claim) }] }),
  condiments: (price) => ({ condiments: [{ id: '1', price, quantity: 1 }] }),
  amount: (amount) => ({ amount }),
  qtyVoid: () => ({ qtyVoid: 2, voidReason: 'a gift' }),
  qtyServed: () => ({ qtySentToKitchen: 2, qtyReady: 2, qtyServed: 2 }),
  taxRate: (claim) => ({ taxRate: claim, serviceChargeRate: claim }),
  portions: (claim) => ({ portions: Number(claim), portionsLeft: Number(claim), soldOut: false }),
  coupon: (amount) => ({
    userCouponIds: ['mine'],
    coupon: { id: 'mine', amount, discountAmount: amount, rate: '1' },
    orderCoupons: [{ id: 'mine', amount }],
    discountAmount: amount,
  }),
  sharing: (amount) => ({ sharing: { '1-1': ['nobody'] }, share: amount, splitAmount: amount }),
  unitPrice: (claim) => ({ unitPrice: claim, shownPrice: claim, total: claim, tip: claim, tips: claim }),
};

/** Fields of an option that could change its price. */
const optionParts: Parts = {
  price: (price) => ({ price }),
  originalPrice: (originalPrice) => ({ originalPrice }),
  priceAdjustments: (claim) => ({ priceAdjustments: createAdjustments(claim) }),
  condiments: (price) => ({ condiments: [{ id: '1', price, quantity: 1 }] }),
  amount: (amount) => ({ amount, itemWithAdjustmentAmount: amount }),
};

/** Fields of an order that could change its total. */
const createOrderClaim = (amount: string) => ({
  subTotalAmount: amount,
  totalDiscountAmount: amount,
  totalChargeAmount: amount,
  totalTaxAmount: amount,
  totalTipsAmount: amount,
  totalAmount: amount,
  paymentsTotal: amount,
  isTaxFree: true,
  priceAdjustments: createAdjustments(amount),
  orderTaxes: [{ name: 'Sales tax', rate: amount, amount }],
  orderCoupons: [{ id: '1', name: 'mine', amount }],
  payments: [{ id: '1', amount, tip: amount, method: 'cash' }],
  paymentsTips: amount,
  paymentsChange: amount,
  orderMember: { points: Number(amount) },
  initialPointAmount: Number(amount),
  totalPointAmount: Number(amount),
  serviceChargeRate: amount,
  taxRate: amount,
  sharing: { '1-1': ['nobody'] },
  tip: amount,
  coupon: { amount, discountAmount: amount },
});

let members = 0;

/** A member at a table of their own, with a dish and one of its options in the cart. */
async function seatPhone(claimed: (item: Item) => Item = (item) => item) {
  members += 1;
  clock.advance(61_000);
  const diner = await server.seat(await server.member(`31255${String(50_000 + members)}`), await freeTable());
  const phone = createTablePhone(server, diner, `claims${members}`);
  await phone.send(phone.add(claimed(withOption()), 2));
  return phone;
}

function withOption(): Item {
  for (const product of menu.products) {
    const isOpen = !product.soldOut && product.modifierGroups.every(({ min }) => min === 0);
    const option = product.modifierGroups
      .flatMap(({ modifiers }) => modifiers)
      .find(({ price }) => Number(price) > 0);
    if (isOpen && option)
      return { ...createItem(product), modifiers: [{ modifierProductId: option.id, quantity: 1 }] };
  }
  throw new Error('no dish of the menu has an option with a price');
}

/** All amounts and rates of an order or a preview, by their path. */
function collectAmounts(answer: object): Record<string, unknown> {
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

const honest = createForTests(async () => {
  const phone = await seatPhone();
  const body = { ...phone.detail(), guests: 1 };
  const preview = await server.ask(previewOrder, { ...phone.diner, body });
  const { order } = expectData(await phone.place('honest')) as { order: Order };
  return { preview: collectAmounts(preview), order: collectAmounts(order) };
});

/** The phone's lines with the claim. */
type Phone = Awaited<ReturnType<typeof seatPhone>>;
type Lie = Readonly<Record<string, unknown>>;
const createLie = (phone: Phone, ofLine: Lie, ofOption: Lie = {}) => ({
  orderItems: phone.detail().orderItems.map((line) => ({
    ...line,
    ...ofLine,
    orderItemModifiers: line.orderItemModifiers.map((option) => ({ ...option, ...ofOption })),
  })),
});

/** The server either refuses the body or uses the restaurant's prices. */
async function expectNoGain(phone: Phone, body: object, placementId: string) {
  const { diner } = phone;
  const { merchantId } = diner;
  const cart = await server.call(updateCart, { ...diner, body: { merchantId, orderDetail: body } });
  expect([200, 400]).toContain(cart.status);
  const stored = await server.ask(getCart, { ...diner, query: { merchantId, browserId: 'b' } });
  const [line] = stored.userCarts.flatMap(({ orderItems }) => orderItems);
  const [before] = Object.entries(honest.preview).filter(([path]) => path.endsWith('.0.price'));
  expect(line!.price).toBe(before![1]);

  const preview = await server.call(previewOrder, { ...diner, body: { ...body, guests: 1 } });
  if (preview.code === 0) expect(collectAmounts(preview.data)).toEqual(honest.preview);
  const seen = phone.view().known;
  const placed = await server.call(placeOrder, { ...diner, body: { ...body, placementId, seen } });
  if (placed.code === 0)
    expect(collectAmounts((placed.data as { order: Order }).order)).toEqual(honest.order);
  return { preview, placed };
}

const listClaims = (all: Parts) =>
  Object.entries(all).flatMap(([name, lie]) => claims.map((claim) => [name, claim, lie(claim)] as const));

test.each(listClaims(parts))('a line that claims another %s: %s', async (name, claim, lie) => {
  const phone = await seatPhone();
  await expectNoGain(phone, createLie(phone, lie), `${name}${claim}`);
});

test.each(listClaims(optionParts))('an option that claims another %s: %s', async (name, claim, lie) => {
  const phone = await seatPhone();
  await expectNoGain(phone, createLie(phone, {}, lie), `option-${name}${claim}`);
});

test.each(claims)('an order that claims to cost %s', async (claim) => {
  const phone = await seatPhone();
  const { preview, placed } = await expectNoGain(
    phone,
    { ...phone.detail(), ...createOrderClaim(claim) },
    claim,
  );
  expect(preview.code).toBe(0);
  expect(placed.code).toBe(0);
});

test.each(claims)(
  'an event whose dish and option claim %s in every part is ordered at the menu’s prices',
  async (claim) => {
    const lieInEveryPart = (all: Parts) =>
      Object.assign({}, ...Object.values(all).map((lie) => lie(claim))) as Lie;
    const ofOption = lieInEveryPart(optionParts);
    const phone = await seatPhone((item) => ({
      ...item,
      ...lieInEveryPart(parts),
      modifiers: item.modifiers.map((option) => ({ ...option, ...ofOption })),
    }));
    const { placed } = await expectNoGain(phone, phone.detail(), `event${claim}`);
    expect(placed.code).toBe(0);
  },
);

test.each([-1, 0])(
  'an option that is chosen %s times counts as not chosen, and takes nothing off',
  async (quantity) => {
    const previewOf = async (changed: (item: Item) => Item) => {
      const phone = await seatPhone(changed);
      const body = { ...phone.detail(), guests: 1 };
      return collectAmounts(await server.ask(previewOrder, { ...phone.diner, body }));
    };
    const setQuantity = (item: Item) => ({
      ...item,
      modifiers: item.modifiers.map((option) => ({ ...option, quantity })),
    });
    expect(await previewOf(setQuantity)).toEqual(await previewOf((item) => ({ ...item, modifiers: [] })));
  },
);

test.each(claims)('a coupon takes off its own value, whatever %s a phone claims for it', async (claim) => {
  const orderWithCoupon = async (more: object) => {
    const phone = await seatPhone();
    const { list } = await server.ask(getCoupons, { ...phone.diner, query: { state: 'available' } });
    const coupon = list.find(({ name }) => name.startsWith('Rainy day'));
    const body = { ...phone.detail(), guests: 1, userCouponIds: [coupon!.userCouponId], ...more };
    const preview = collectAmounts(await server.ask(previewOrder, { ...phone.diner, body }));
    const placed = expectData(await phone.place(`coupon-${phone.diner.userId}`, body)) as { order: Order };
    return { preview, order: collectAmounts(placed.order) };
  };
  const fair = await orderWithCoupon({});
  expect(fair.preview['.totalDiscountAmount']).not.toBe(honest.preview['.totalDiscountAmount']);
  expect(await orderWithCoupon(createOrderClaim(claim))).toEqual(fair);
});

// CX10
test('the ordered pieces are taken off the portions left, whatever a phone claims', async () => {
  const till = await server.till('1001', ['soldOut']);
  const { productId } = withOption();
  const changeSoldOut = (portions?: number) =>
    server.ask(setSoldOut, { ...till, body: { productId, soldOut: false, ...(portions && { portions }) } });
  const phone = await seatPhone();
  await changeSoldOut(5);
  const lies = createLie(phone, { portions: 99, portionsLeft: 99, qtyVoid: 2, soldOut: false });
  expectData(await phone.place('portions', lies));
  const left = (await listDishes(server)).products.find(({ id }) => id === productId)!.portions;
  expect(left).toBe(3);
  await changeSoldOut();
});
