import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getShown, getShownCart } from '#src/cart/listeners.ts';
import { emptyTableCart, type LineState, type TableCart, type TableLine } from '#client/cart/table-cart.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
  getShownCart(cart).listen(notify);
  return { cart, notify };
}

test('others’ changes are shown at once after a pause, and then in batches', () => {
  const { cart, notify } = listenToNewCart();
  for (let others = 2; others < 12; others += 1) cart.next(createTableCart(1, others));
  expect(notify).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  expect(notify).toHaveBeenCalledTimes(2);
});

describe('20 changes a second by others', () => {
  const seconds = 5;
  const changesASecond = 20;

  /** Lets the others change the cart for some seconds. Returns when it was notified, and the last shown cart. */
  function playBusyTable(onChange?: (cart: BehaviorSubject<TableCart>, others: number) => void) {
    const cart = new BehaviorSubject(createTableCart(1, 1));
    const shown: { at: number; own: number; quantity: number }[] = [];
    const ofCart = getShownCart(cart);
    ofCart.listen(() => {
      const { carts, quantity } = ofCart.value;
      shown.push({ at: performance.now(), own: carts[0]!.lines[0]!.quantity, quantity });
    });
    const start = performance.now();
    for (let others = 2; others <= 1 + seconds * changesASecond; others += 1) {
      const own = cart.value.carts[0]!.lines[0]!.quantity;
      cart.next(createTableCart(own, others));
      onChange?.(cart, others);
      vi.advanceTimersByTime(1000 / changesASecond);
    }
    vi.advanceTimersByTime(200);
    return { cart, shown: shown.map((each) => ({ ...each, at: each.at - start })) };
  }

  test('are shown at most 5 times a second, and the last of them at the end', () => {
    const { cart, shown } = playBusyTable();
    for (let second = 0; second < seconds; second += 1) {
      const times = shown.filter(({ at }) => at >= second * 1000 && at < (second + 1) * 1000);
      expect(times.length).toBeGreaterThanOrEqual(4);
      expect(times.length).toBeLessThanOrEqual(5);
    }
    expect(shown.at(-1)!.quantity).toBe(cart.value.quantity);
  });

  test('do not delay a tap, and are shown after it', () => {
    const taps = [7, 30, 31, 64];
    const { cart, shown } = playBusyTable((cart, others) => {
      if (taps.includes(others))
        cart.next(createTableCart(1 + taps.indexOf(others) + 1, others, 'beingSaved'));
    });
    for (const [n, others] of taps.entries()) {
      const tappedAt = (others - 2) * (1000 / changesASecond);
      const at = shown.findIndex(({ own }) => own === n + 2);
      expect(shown[at]!.at).toBe(tappedAt);
      expect(shown[at]!.quantity).toBe(shown[at - 1]!.quantity + 1);
    }
    expect(shown.at(-1)!.quantity).toBe(cart.value.quantity);
    expect(shown.length).toBeLessThanOrEqual(seconds * 5 + 1 + taps.length);
  });
});

test('a tap’s change is shown at once, its progress a moment later', () => {
  const { cart, notify } = listenToNewCart();
  cart.next(createTableCart(1, 2));
  cart.next(createTableCart(2, 2, 'beingSaved'));
  cart.next(createTableCart(3, 3, 'beingSaved'));
  expect(notify).toHaveBeenCalledTimes(3);
  cart.next(createTableCart(3, 3, 'sent'));
  cart.next(createTableCart(3, 3));
  expect(notify).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(200);
  expect(notify).toHaveBeenCalledTimes(4);
});

test('a change that leads to another page does not wait', () => {
  const { cart, notify } = listenToNewCart();
  cart.next(createTableCart(1, 2));
  cart.next({ ...cart.value, guests: 4 });
  cart.next({ ...cart.value, orderType: 0 });
  cart.next({ ...cart.value, lastOrderId: 'o1' });
  expect(notify).toHaveBeenCalledTimes(4);
});

test('components show the value of the last notification until the next one', () => {
  const { cart } = listenToNewCart();
  const shown = getShownCart(cart);
  cart.next(createTableCart(1, 2));
  cart.next(createTableCart(1, 3));
  expect(shown.value.quantity).toBe(3);
  vi.advanceTimersByTime(200);
  expect(shown.value.quantity).toBe(4);
});

test('there is one subscription to a state for any number of listeners', () => {
  const state = new BehaviorSubject(0);
  const subscribe = vi.spyOn(state, 'subscribe');
  const [one, other] = [vi.fn(), vi.fn()];
  const leave = getShown(state).listen(one);
  getShown(state).listen(other);
  expect(subscribe).toHaveBeenCalledTimes(1);
  expect(one).not.toHaveBeenCalled();
  leave();
  state.next(1);
  expect([one, other].map((each) => each.mock.calls.length)).toEqual([0, 1]);
});
