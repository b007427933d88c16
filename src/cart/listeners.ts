import { runAfterFrame } from '#ui/timing/run-after-frame.ts';
import type { State } from '#client/environment/state.ts';
import type { TableCart } from '#client/cart/table-cart.ts';

/**
 * Notifies React components about changes of a state. A menu has hundreds of components that show the cart, so they
 * share one subscription per state, and changes of the cart are notified at a pace that a phone can paint:
 *
 * | change | notified |
 * |---|---|
 * | guests, order type or last order: the diner goes to another page | at once |
 * | the diner's own lines | after the next frame, which already shows the tapped number |
 * | all else: others' lines, progress of own changes | at once, but at most 5 times a second |
 *
 * `cart.value` is always the newest, whether it was notified or not.
 */

/** The minimum time between two notifications that are not urgent, ms. A render costs the phone more than a change. */
const paceMs = 200;

/** Listeners by state. */
const listenersOf = new WeakMap<object, Set<() => void>>();

/**
 * Calls `notify` after each change of the state.
 * @returns ends it
 */
export function listen(state: State<unknown>, notify: () => void): () => void {
  return addListener(state, notify, (notifyAll) => subscribeToChanges(state, notifyAll));
}

/** Like `listen`, at the pace described above. */
export function listenToCart(cart: State<TableCart>, notify: () => void): () => void {
  return addListener(cart, notify, (notifyAll) => {
    let shown = cart.value;
    let shownAt = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFrameRequested = false;
    const show = () => {
      clearTimeout(timer);
      timer = undefined;
      shownAt = performance.now();
      shown = cart.value;
      notifyAll();
    };
    subscribeToChanges(cart, (next) => {
      if (canChangePage(shown, next)) return show();
      if (isFrameRequested) return;
      if (haveOwnLinesChanged(shown, next)) {
        isFrameRequested = true;
        return runAfterFrame(() => {
          isFrameRequested = false;
          show();
        });
      }
      const wait = shownAt + paceMs - performance.now();
      if (wait <= 0) show();
      else timer ??= setTimeout(show, wait);
    });
  });
}

/** Skips the present value, which a state emits on subscription. */
function subscribeToChanges<T>(state: State<T>, handle: (value: T) => void): void {
  let isFirst = true;
  state.subscribe((value) => {
    if (!isFirst) handle(value);
    isFirst = false;
  });
}

/** @param subscribe called for the first listener of the state only */
function addListener(
  state: object,
  notify: () => void,
  subscribe: (notifyAll: () => void) => void,
): () => void {
  const listeners = listenersOf.get(state) ?? new Set<() => void>();
  if (!listenersOf.has(state)) {
    listenersOf.set(state, listeners);
    // Never unsubscribed: only the state holds this subscription, and both are collected together.
    subscribe(() => {
      for (const each of listeners) each();
    });
  }
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
  };
}

/** True if the change may lead the diner to another page. */
function canChangePage(shown: TableCart, next: TableCart): boolean {
  return (
    shown.guests !== next.guests ||
    shown.orderType !== next.orderType ||
    shown.lastOrderId !== next.lastOrderId
  );
}

/** False if only others' lines have changed, or only the progress of own changes. */
function haveOwnLinesChanged(shown: TableCart, next: TableCart): boolean {
  const [before, after] = [ownLines(shown), ownLines(next)];
  return (
    before.length !== after.length ||
    before.some((line, n) => line.quantity !== after[n]!.quantity || line.item !== after[n]!.item)
  );
}

function ownLines({ carts }: TableCart) {
  return carts.find(({ mine }) => mine)?.lines ?? [];
}
