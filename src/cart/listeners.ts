import { startTransition } from 'react';
import type { State } from '#client/environment/state.ts';
import type { TableCart } from '#client/cart/table-cart.ts';

/**
 * Notifies React components about changes of a state. A menu has hundreds of components that show the cart, so they
 * share one subscription per state, and changes of the cart are shown at a pace that a phone can paint:
 *
 * | change | shown |
 * |---|---|
 * | the diner's own lines | at once, in the frame of the tap |
 * | guests, order type or last order: the diner goes to another page | at once |
 * | all else: others' lines, progress of own changes | in a transition, which a tap interrupts; at most 5 times a second |
 *
 * `cart.value` is always the newest, whether it is shown or not. Components render `Shown.value`, so that all of them
 * show the same cart.
 */
export interface Shown<T> {
  /** The value of the last notification. */
  readonly value: T;
  /**
   * Calls `notify` after each change of `value`.
   * @returns ends it
   */
  listen(notify: () => void): () => void;
}

/** The minimum time between two notifications that are not urgent, ms. A render costs the phone more than a change. */
const paceMs = 200;

/** Decides when a change is shown. */
type Pacer<T> = (show: () => void) => (shown: T, next: T) => void;

const shownOf = new WeakMap<State<unknown>, Shown<unknown>>();

/** What components show of a state. Every change is shown at once. */
export function getShown<T>(state: State<T>): Shown<T> {
  return getPaced(state, (show) => show);
}

/** What components show of the cart, at the pace described above. */
export function getShownCart(cart: State<TableCart>): Shown<TableCart> {
  return getPaced(cart, paceCart);
}

function getPaced<T>(state: State<T>, pacer: Pacer<T>): Shown<T> {
  const known = shownOf.get(state) as Shown<T> | undefined;
  if (known) return known;
  const fresh = createShown(state, pacer);
  shownOf.set(state, fresh);
  return fresh;
}

function createShown<T>(state: State<T>, pacer: Pacer<T>): Shown<T> {
  const listeners = new Set<() => void>();
  let value = state.value;
  const handle = pacer(() => {
    value = state.value;
    for (const notify of listeners) notify();
  });
  let isFirst = true;
  // Never unsubscribed: only the state holds this subscription, and both are collected together.
  state.subscribe((next) => {
    // A state emits its present value on subscription.
    if (!isFirst) handle(value, next);
    isFirst = false;
  });
  return {
    get value() {
      return value;
    },
    listen(notify) {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
  };
}

function paceCart(show: () => void): (shown: TableCart, next: TableCart) => void {
  let shownAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showUrgently = () => {
    clearTimeout(timer);
    timer = undefined;
    shownAt = performance.now();
    show();
  };
  const showInTransition = () => startTransition(showUrgently);
  return (shown, next) => {
    if (canChangePage(shown, next) || haveOwnLinesChanged(shown, next)) return showUrgently();
    const wait = shownAt + paceMs - performance.now();
    if (wait <= 0) showInTransition();
    else timer ??= setTimeout(showInTransition, wait);
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
