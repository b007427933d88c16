import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Observable } from 'rxjs';
import type { Present } from '#projections/feed/presence.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import type { State } from '#client/environment/state.ts';
import { listen, listenToCart } from './listeners.ts';
import {
  emptyTableCart,
  lineState,
  nothingMissed,
  type CartCommands,
  type CartStatus,
  type DinerCart,
  type LineState,
  type Missed,
  type TableCart,
  type TableLine,
} from '#client/cart/table-cart.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import type { Menu, TinyMerchant } from '#contract/calls/merchant.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';

/** The running engine, or undefined while nobody sits at a table. */
export const CartContext = createContext<CartEngine | undefined>(undefined);

const nobody: readonly Present[] = [];
const noStatus: CartStatus = {
  network: 'online',
  storage: 'durable',
  loaded: false,
  mayLeaveOut: false,
};

/** Everybody's carts; for one line take `useLine`. */
export function useCarts(): readonly DinerCart[] {
  return useCartPart((cart) => cart.carts);
}

/** One part of the cart; the component renders again only when that part is another object. */
export function useCartPart<T>(select: (cart: TableCart) => T): T {
  return useStateOf(use(CartContext)?.cart, emptyTableCart, select, listenToCart);
}

/** The same while `wanted`, and after that as it was last: what is covered does not render again. */
export function useCartPartWhile<T>(wanted: boolean, select: (cart: TableCart) => T): T {
  const [last, setLast] = useState<{ readonly part: T }>();
  const part = useCartPart((cart) => (wanted || !last ? select(cart) : last.part));
  if (!last || last.part !== part) setLast({ part });
  return part;
}

/**
 * The whole cart while `wanted`, and after that as it was last: what is closed does not render again, and what is being
 * closed keeps what it shows.
 */
export function useTableCartWhile(wanted: boolean): TableCart {
  const [last, setLast] = useState(emptyTableCart);
  const cart = useCartPart((now) => (wanted ? now : last));
  if (cart !== last) setLast(cart);
  return cart;
}

/** One line by its id or an alias. */
export function useLine(lineId: string): TableLine | undefined {
  return useCartPart((cart) => {
    for (const { lines } of cart.carts)
      for (const line of lines) if (line.lineId === lineId || line.aliases.includes(lineId)) return line;
    return undefined;
  });
}

/** How far an own line's last change has come. */
export function useLineState(lineId: string): LineState {
  return useCartPart((cart) => lineState(cart, lineId));
}

export function useCartStatus(): CartStatus {
  return useStateOf(use(CartContext)?.status, noStatus, (status) => status);
}

/** O5: whether the server leaves lines out of an order. It then judges every line by the menu that this phone has. */
export function useMayLeaveOut(): boolean {
  return useStateOf(use(CartContext)?.status, noStatus, ({ mayLeaveOut }) => mayLeaveOut);
}

/** The other diners whose phones have spoken at this table. */
export function usePresence(): readonly Present[] {
  return useStateOf(use(CartContext)?.presence, nobody, (present) => present);
}

/** What others did while the diner couldn't see it. */
export function useMissed(): Missed {
  return useStateOf(use(CartContext)?.missed, nothingMissed, (missed) => missed);
}

/** The engine itself, for placing an order and the like. */
export function useCartEngine(): CartEngine | undefined {
  return use(CartContext);
}

/** The cart's commands, or undefined while nobody sits at a table. */
export function useCartCommands(): CartCommands | undefined {
  return use(CartContext)?.commands;
}

/** G6: calls `handle` when the table's group is there, or there again. */
export function useConnected(handle: () => void): void {
  useSubscription(use(CartContext)?.connected, handle);
}

/** Calls `handle` with what happens at the table while the component is shown. */
export function useTableNotices(handle: (notice: TableNotice) => void): void {
  useSubscription(use(CartContext)?.notices, handle);
}

function useSubscription<T>(said: Observable<T> | undefined, handle: (what: T) => void): void {
  const heard = useEffectEvent(handle);
  useEffect(() => {
    const subscription = said?.subscribe((what) => heard(what));
    return () => subscription?.unsubscribe();
  }, [said]);
}

function useStateOf<S, T>(
  state: State<S> | undefined,
  fallback: S,
  select: (value: S) => T,
  listenTo: (state: State<S>, notify: () => void) => () => void = listen,
): T {
  const subscribe = useCallback(
    (notify: () => void) => (state ? listenTo(state, notify) : () => {}),
    [state, listenTo],
  );
  const get = () => select(state ? state.value : fallback);
  return useSyncExternalStore(subscribe, get, get);
}

interface OrderPlace {
  readonly merchantId: string;
  readonly merchant: TinyMerchant | undefined;
  readonly menu: Menu | undefined;
  readonly index: MenuIndex;
  /** ISO 4217 */
  readonly currency: string;
  /** Setting 18001: guests may put dishes into the cart. */
  readonly supportsGuest: boolean;
  /** Setting 18002 (D7). */
  readonly orderCodeRequired: boolean;
}

export const OrderPlaceContext = createContext<OrderPlace | undefined>(undefined);

export function useOrderPlace(): OrderPlace {
  const place = use(OrderPlaceContext);
  if (!place) throw new Error('useOrderPlace needs an OrderPlaceContext above it');
  return place;
}
