import { BehaviorSubject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { listen, listenToCart } from '#src/cart/listeners.ts';
import { frameMs, installFrames, withFrames } from '../../frames.ts';
import { emptyTableCart, type LineState, type TableCart, type TableLine } from '#client/cart/table-cart.ts';

installFrames();

const item = { productId: '12', categoryId: '3', notes: '', modifiers: [] };

function createTableCart(own: number, others: number, state?: LineState): TableCart {
  const line = (userId: string, quantity: number): TableLine => {
    const mine = userId === 'me';
    return { lineId: `${userId}:1`, aliases: [], userId, item, quantity, mine };
  };
  const carts = [
    { userId: 'me', userName: '', mine: true, lines: [line('me', own)] },
    { userId: 'you', userName: '', mine: false, lines: [line('you', others)] },
  ];
  const states = new Map(state && [['me:1', state]]);
  return { ...emptyTableCart, carts, states, quantity: own + others };
}

function listenToNewCart() {
  const cart = new BehaviorSubject(createTableCart(1, 1));
  const notify = vi.fn();
  listenToCart(cart, notify);
  return { cart, notify };
}

test('others’ changes are shown at once after a pause, and then in batches', () => {
  const { cart, notify } = listenToNewCart();
  for (let others = 2; others < 12; others += 1) cart.next(createTableCart(1, others));
  expect(notify).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(notify).toHaveBeenCalledTimes(2);
});

test('D68: a tap’s change is shown after its frame, once for all taps before it; its progress is shown a moment later', () => {
  const { cart, notify } = listenToNewCart();
  cart.next(createTableCart(1, 2));
  cart.next(createTableCart(2, 2, 'beingSaved'));
  cart.next(createTableCart(3, 3, 'beingSaved'));
  expect(notify).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(frameMs + 1);
  expect(notify).toHaveBeenCalledTimes(2);
  cart.next(createTableCart(3, 3, 'sent'));
  cart.next(createTableCart(3, 3));
  expect(notify).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(100);
  expect(notify).toHaveBeenCalledTimes(3);
});

test('D68: a hidden page has no frame to wait for', () => {
  withFrames('hidden');
  const { cart, notify } = listenToNewCart();
  cart.next(createTableCart(2, 1));
  expect(notify).toHaveBeenCalledTimes(1);
});

test('a change that leads to another page does not wait', () => {
  const { cart, notify } = listenToNewCart();
  cart.next(createTableCart(1, 2));
  cart.next({ ...cart.value, guests: 4 });
  cart.next({ ...cart.value, orderType: 0 });
  cart.next({ ...cart.value, lastOrderId: 'o1' });
  expect(notify).toHaveBeenCalledTimes(4);
});

test('there is one subscription to a state for any number of listeners', () => {
  const state = new BehaviorSubject(0);
  const [one, other] = [vi.fn(), vi.fn()];
  const leave = listen(state, one);
  listen(state, other);
  expect(one).not.toHaveBeenCalled();
  leave();
  state.next(1);
  expect([one, other].map((each) => each.mock.calls.length)).toEqual([0, 1]);
});
