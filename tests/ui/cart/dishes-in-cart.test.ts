import { BehaviorSubject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { emptyTableCart, type DinerCart, type TableCart } from '#client/cart/table-cart.ts';
import { indexDishes } from '#src/features/order/dishes/dishes-in-cart.ts';
import { createDiner, createItem, lineOf } from '../menu-fixture.ts';

const createNoodles = (quantity: number, notes = '') => lineOf(createItem({ notes }), quantity);
const createTea = (quantity: number) => lineOf(createItem({ productId: 'tea' }), quantity);
const createTableCart = (...carts: readonly DinerCart[]): TableCart => ({ ...emptyTableCart, carts });

test('a dish is counted over the lines of each diner', () => {
  const carts = [
    createDiner('mei', [createNoodles(2), createNoodles(1, 'hot')]),
    createDiner('tom', [createNoodles(1), createNoodles(3, 'mild')]),
    createDiner('ana', [createTea(1)]),
  ];
  const dishes = indexDishes(new BehaviorSubject(createTableCart(...carts)));
  expect(dishes('noodles').value).toEqual({
    count: 3,
    others: [{ userId: 'tom', userName: 'tom', count: 4 }],
  });
  expect(dishes('tea').value).toEqual({ count: 0, others: [{ userId: 'ana', userName: 'ana', count: 1 }] });
  expect(dishes('soup').value).toEqual({ count: 0, others: [] });
});

test('a listener of a dish is notified of its own changes alone, and it is the same object until then', () => {
  const cart = new BehaviorSubject(
    createTableCart(createDiner('mei', [createNoodles(1), createTea(1)]), createDiner('tom', [createTea(1)])),
  );
  const dishes = indexDishes(cart);
  const [ofNoodles, ofTea, ofSoup] = [vi.fn(), vi.fn(), vi.fn()];
  dishes('noodles').listen(ofNoodles);
  const stop = dishes('tea').listen(ofTea);
  dishes('soup').listen(ofSoup);
  const before = [dishes('noodles').value, dishes('tea').value];

  cart.next(
    createTableCart(createDiner('mei', [createNoodles(2), createTea(1)]), createDiner('tom', [createTea(1)])),
  );
  expect([ofNoodles, ofTea, ofSoup].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
  expect(dishes('noodles').value.count).toBe(2);
  expect(dishes('tea').value).toBe(before[1]);
  // The list of the others is the same object.
  expect(dishes('noodles').value.others).toEqual([]);

  cart.next(createTableCart(createDiner('mei', [createTea(2)]), createDiner('tom', [createTea(1)])));
  expect([ofNoodles, ofTea, ofSoup].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 0]);
  expect(dishes('tea').value.others).toBe(before[1]!.others);
  expect(dishes('noodles').value.count).toBe(0);

  stop();
  cart.next(createTableCart(createDiner('mei', [createTea(3)]), createDiner('tom', [createTea(1)])));
  expect(ofTea).toHaveBeenCalledTimes(1);
  expect(dishes('tea').value).toEqual({ count: 3, others: before[1]!.others });
});
