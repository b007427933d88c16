import { afterFrame } from '#ui/timing/after-frame.ts';
import type { State } from '#client/environment/state.ts';
import type { TableCart } from '#client/cart/table-cart.ts';

/**
 * What others do, and how far an own change has come, is shown so often at most, ms: every picture costs the phone more
 * than the change itself. What comes after a pause shows at once.
 */
const paceMs = 100;

/** The components that show a state, by state: a menu has hundreds, the state hears of one. */
const listeners = new WeakMap<object, Set<() => void>>();

/** Calls `notify` after each change until it is told to stop. */
export function listen(state: State<unknown>, notify: () => void): () => void {
  return added(state, notify, (tell) => subscribeToChanges(state, tell));
}

/**
 * The same for the cart, at a pace that a phone can paint. D68: what an own tap changes shows after the frame in which
 * the tap has shown its number. Its `value` is always the newest.
 */
export function listenToCart(cart: State<TableCart>, notify: () => void): () => void {
  return added(cart, notify, (tell) => {
    let shown = cart.value;
    let last = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isComing = false;
    const show = () => {
      clearTimeout(timer);
      timer = undefined;
      last = performance.now();
      shown = cart.value;
      tell();
    };
    subscribeToChanges(cart, (next) => {
      if (changesPage(shown, next)) return show();
      if (isComing) return;
      if (haveOwnLinesChanged(shown, next)) {
        isComing = true;
        return afterFrame(() => {
          isComing = false;
          show();
        });
      }
      const wait = last + paceMs - performance.now();
      if (wait <= 0) show();
      else timer ??= setTimeout(show, wait);
    });
  });
}

/** For as long as the state lives; what it has now is no change. */
function subscribeToChanges<T>(state: State<T>, hear: (value: T) => void): void {
  let isFirst = true;
  state.subscribe((value) => {
    if (!isFirst) hear(value);
    isFirst = false;
  });
}

function added(state: object, notify: () => void, subscribe: (tell: () => void) => void): () => void {
  let all = listeners.get(state);
  if (!all) {
    const fresh = new Set<() => void>();
    listeners.set(state, (all = fresh));
    // For as long as the state itself lives: nothing else holds on to it.
    subscribe(() => {
      for (const each of fresh) each();
    });
  }
  const heard = all;
  heard.add(notify);
  return () => {
    heard.delete(notify);
  };
}

/** True where pages are left and entered by what has changed. */
function changesPage(shown: TableCart, next: TableCart): boolean {
  return (
    shown.guests !== next.guests ||
    shown.orderType !== next.orderType ||
    shown.lastOrderId !== next.lastOrderId
  );
}

/** False when others' lines alone have changed, or how far the own ones have come. */
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
