/** What the bare phones of the tests order, and how they say it. */
import { updateCart } from '#contract/calls/cart.ts';
import { placeOrder } from '#contract/calls/order.ts';
import { readDemoMerchants } from '#server/demo/restaurants.ts';
import type { Phone } from './phone.ts';

export const merchantId = '1001';
export const dishes = (await readDemoMerchants())[0]!.categories.flatMap(({ id: categoryId, products }) =>
  products.map(({ id: productId, price, soldOut }) => ({ categoryId, productId, price, soldOut })),
);
export const [noodles, eggs] = dishes.filter(({ soldOut }) => soldOut !== true);

/** A line as a phone sends it; `id` 0: not named yet. */
export function line(
  dish: { productId: string; categoryId: string } | undefined,
  quantity: number,
  id = '0',
) {
  return {
    id,
    productId: dish!.productId,
    categoryId: dish!.categoryId,
    quantity,
    notes: '',
    orderItemModifiers: [],
  };
}

export const cartQuery = { query: { merchantId, browserId: 'b1' } };
export const send = (phone: Phone, orderItems: object[], order: object = {}, beside: object = {}) =>
  phone.ask(updateCart, { body: { merchantId, orderDetail: { ...order, orderItems }, ...beside } });
export const place = (phone: Phone, orderItems: object[], order: object = {}) =>
  phone.ask(placeOrder, { body: { ...order, orderItems, memberId: phone.member.id } });
