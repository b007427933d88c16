/** P5: a server need not tell the categories of the dishes in its cart. */
import { expect, test } from 'vitest';
import { Phone } from '../phone.ts';

test('a line without a category has the one that this phone knows the dish by', () => {
  const phone = new Phone({ isPlain: true }).loaded();
  phone.add('p0');
  phone.serve('post');
  const line = { id: '0', categoryId: '', quantity: 2, notes: '', orderItemModifiers: [] };
  const told = ['p0', 'p9'].map((productId) => ({ ...line, productId }));
  (phone.server as unknown as { othersLines(lines: unknown[]): void }).othersLines(told);
  phone.passUntil(() => phone.has('snapshot'));
  phone.serve('snapshot');
  const carts = phone.state.knowledge.merged.view.carts;
  const categories = (userId: string) =>
    carts.find((cart) => cart.userId === userId)?.lines.map(({ item }) => item.categoryId);
  const [own] = categories('u1') ?? [];
  expect(own).toMatch(/./);
  expect(categories('u2')).toEqual([own, '']);
});
