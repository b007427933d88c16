import { startTransition } from 'react';
import type { State } from '#client/environment/state.ts';
import { countPieces, type TableCart } from '#client/cart/table-cart.ts';

/**
 * Notifies React components about changes of a state. A menu has hundreds of components that show the cart, so they
 * share one subscription per state, and changes of the cart are shown at a pace that a phone can paint:
 *
 * | change | shown |
 * |---|---|
 * | the diner's own lines | at once, without changes of others that are not shown yet |
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

/** Decides when a change is shown, and how much of it. */
type Pacer<T> = (state: State<T>, show: (value: T) => void) => (shown: T, next: T) => void;

const shownOf = new WeakMap<State<unknown>, Shown<unknown>>();

/** What components show of a state. Every change is shown at once. */
export function getShown<T>(state: State<T>): Shown<T> {
  return getPaced(state, (_state, show) => (_shown, next) => show(next));
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
  const handle = pacer(state, (next) => {
    value = next;
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

function paceCart(
  cart: State<TableCart>,
  show: (cart: TableCart) => void,
): (shown: TableCart, next: TableCart) => void {
  let shownAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showAll = () => {
    clearTimeout(timer);
    timer = undefined;
    shownAt = performance.now();
    show(cart.value);
  };
  const showInTransition = () => startTransition(showAll);
  return (shown, next) => {
    if (canChangePage(shown, next)) return showAll();
    if (haveOwnLinesChanged(shown, next)) {
      const tapped = withOwnLines(shown, next);
      shownAt = performance.now();
      show(tapped);
      if (tapped === next) return;
    }
    const wait = shownAt + paceMs - performance.now();
    if (wait <= 0) showInTransition();
    else timer ??= setTimeout(showInTransition, wait);
  };
}

/** The shown cart with the diner's own lines of the next one. Rendering the others' lines as well would delay the tap. */
function withOwnLines(shown: TableCart, next: TableCart): TableCart {
  const others = shown.carts.filter(({ mine }) => !mine);
  const carts = [...next.carts.filter(({ mine }) => mine), ...others];
  if (carts.length === next.carts.length && carts.every((each, n) => each === next.carts[n])) return next;
  return { ...next, carts, quantity: countPieces(carts) };
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
