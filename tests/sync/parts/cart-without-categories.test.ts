import { expect, test } from 'vitest';
import { toPlainCarts } from '#sync/protocols/snapshot/cart-facts.ts';
import { createLoadedPhone } from '#testing/phones/stepped-phone.ts';

test('a line without a category gets the category that this phone knows for the dish', () => {
  const phone = createLoadedPhone({ isPlain: true });
  phone.add('p0');
  phone.serve('post');
  const line = { id: '8', categoryId: '', quantity: 2, notes: '', orderItemModifiers: [] };
  const orderItems = ['p0', 'p9'].map((productId, index) => ({ ...line, id: `${index}`, productId }));
  const own = { ...line, productId: 'p0', quantity: 1 };
  const carts = toPlainCarts([
    { userId: 'u1', orderItems: [own], invalidOrderItems: [] },
    { userId: 'u2', orderItems, invalidOrderItems: [] },
  ]);
  phone.passUntil(() => phone.has('snapshot'));
  phone.answer('snapshot', { ok: true, value: { plain: true, serverVersion: {}, carts } });
  const shown = phone.state.knowledge.merged.view.carts;
  const listCategories = (userId: string) =>
    shown.find((cart) => cart.userId === userId)?.lines.map(({ item }) => item.categoryId);
  expect(listCategories('u1')).toEqual(['c1']);
  expect(listCategories('u2')).toEqual(['c1', '']);
});
