import { createContext, use, useEffect, useEffectEvent, useState } from 'react';
import type { Present } from '#projections/feed/presence.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import type { State } from '#client/environment/state.ts';
import { getShown, getShownCart } from './listeners.ts';
import { useShown } from './use-shown.ts';
import {
  emptyTableCart,
  nothingMissed,
  type CartCommands,
  type CartStatus,
  type DinerCart,
  type Missed,
  type TableCart,
  type TableLine,
} from '#client/cart/table-cart.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import type { Menu, TinyMerchant } from '#contract/calls/merchant.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';

/** The running engine. undefined while the diner is at no table. */
export const CartContext = createContext<CartEngine | undefined>(undefined);

const noPresence: readonly Present[] = [];
const noStatus: CartStatus = {
  network: 'online',
  storage: 'durable',
  loaded: false,
  mayLeaveOut: false,
};

/** The carts of all diners. For a single line use `useLine`, which renders less often. */
export function useCarts(): readonly DinerCart[] {
  return useCartPart((cart) => cart.carts);
}

/** One part of the cart. The component renders again only if `select` returns another object. */
export function useCartPart<T>(select: (cart: TableCart) => T): T {
  const cart = use(CartContext)?.cart;
  return useShown(cart && getShownCart(cart), emptyTableCart, select);
}

/** Like `useCartPart`, but frozen while not `active`, so that a covered component does not render again. */
export function useCartPartWhile<T>(active: boolean, select: (cart: TableCart) => T): T {
  const [last, setLast] = useState<{ readonly part: T }>();
  const part = useCartPart((cart) => (active || !last ? select(cart) : last.part));
  if (!last || last.part !== part) setLast({ part });
  return part;
}

/**
 * The whole cart, frozen while not `active`. A closed sheet does not render again, and a closing one keeps its content.
 */
export function useTableCartWhile(active: boolean): TableCart {
  const [last, setLast] = useState(emptyTableCart);
  const cart = useCartPart((now) => (active ? now : last));
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

export function useCartStatus(): CartStatus {
  return useStateOf(use(CartContext)?.status, noStatus, (status) => status);
}

/** True if the server may leave lines out of an order. It then validates each line with the menu that this phone has. */
export function useMayLeaveOut(): boolean {
  return useStateOf(use(CartContext)?.status, noStatus, ({ mayLeaveOut }) => mayLeaveOut);
}

/** The other diners whose phones have sent a message in this table's group. */
export function usePresence(): readonly Present[] {
  return useStateOf(use(CartContext)?.presence, noPresence, (present) => present);
}

/** Changes that others made while this diner could not see them. */
export function useMissed(): Missed {
  return useStateOf(use(CartContext)?.missed, nothingMissed, (missed) => missed);
}

export function useCartEngine(): CartEngine | undefined {
  return use(CartContext);
}

/** The cart's commands. undefined while the diner is at no table. */
export function useCartCommands(): CartCommands | undefined {
  return use(CartContext)?.commands;
}

/** Calls `handle` with each notice of the table while the component is mounted. */
export function useTableNotices(handle: (notice: TableNotice) => void): void {
  const notices = use(CartContext)?.notices;
  const handleLatest = useEffectEvent(handle);
  useEffect(() => {
    const subscription = notices?.subscribe((notice) => handleLatest(notice));
    return () => subscription?.unsubscribe();
  }, [notices]);
}

function useStateOf<S, T>(state: State<S> | undefined, fallback: S, select: (value: S) => T): T {
  return useShown(state && getShown(state), fallback, select);
}

interface OrderPlace {
  readonly merchantId: string;
  readonly merchant: TinyMerchant | undefined;
  readonly menu: Menu | undefined;
  readonly index: MenuIndex;
  /** ISO 4217 */
  readonly currency: string;
  /** Guests may add dishes (setting 18001). */
  readonly supportsGuest: boolean;
  /** Placing an order needs the table's code (setting 18002). */
  readonly orderCodeRequired: boolean;
}

export const OrderPlaceContext = createContext<OrderPlace | undefined>(undefined);

export function useOrderPlace(): OrderPlace {
  const place = use(OrderPlaceContext);
  if (!place) throw new Error('useOrderPlace needs an OrderPlaceContext above it');
  return place;
}
