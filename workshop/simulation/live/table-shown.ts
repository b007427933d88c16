/** What there is to be seen of a table at one moment. */
import type { CartView } from '#projections/merge/cart-view.ts';
import type { PlaceResult } from '#sync/ports/effect.ts';
import { emptyTableCart, type CartStatus, type TableCart } from '#src/runtime/cart/table-cart.ts';
import type { Device } from '../phones/device.ts';
import { differences, type Difference } from './differences.ts';
import type { Travelling } from './travels.ts';

export interface PhoneShown {
  readonly index: number;
  readonly userId: string;
  readonly name: string;
  readonly isOpen: boolean;
  readonly isFrozen: boolean;
  readonly isCutOff: boolean;
  /** How wrong its clock is, ms. */
  readonly skewMs: number;
  /** Empty while it is not open. */
  readonly cart: TableCart;
  readonly network: CartStatus['network'];
  /** What came of the order that was placed last. */
  readonly placed: PlaceResult['kind'] | undefined;
  /** By what it differs from the server. */
  readonly differences: readonly Difference[];
}

export type Verdict =
  /** A rule of the merge did not hold; with it what happened, for those who know the rules. */
  | { readonly kind: 'broken'; readonly promise: string }
  /** Every phone that is open shows what the server has, and nothing of its own is on its way. */
  | { readonly kind: 'agree' }
  | { readonly kind: 'differ' };

export interface TableShown {
  /** ms since the start. */
  readonly elapsed: number;
  readonly phones: readonly PhoneShown[];
  /** The server's cart. */
  readonly server: CartView;
  readonly orders: number;
  readonly onTheWay: readonly Travelling[];
  readonly verdict: Verdict;
}

/** One phone; an unchanged one keeps its identity. */
export function phoneShown(
  device: Device,
  placed: PhoneShown['placed'],
  server: CartView,
  before: { readonly phone: PhoneShown; readonly server: CartView } | undefined,
): PhoneShown {
  const { index, plan, userId, isFrozen } = device;
  const engine = device.tabs[0]?.page?.engine;
  const cart = engine?.cart.value ?? emptyTableCart;
  const next = {
    index,
    userId,
    name: plan.name ?? userId,
    isOpen: engine !== undefined,
    isFrozen,
    isCutOff: device.isBlocked('up'),
    skewMs: device.clockIsOffBy,
    cart,
    network: engine?.status.value.network ?? 'offline',
    placed,
  } as const;
  const old = before?.phone;
  const isSame =
    old !== undefined &&
    (Object.keys(next) as (keyof typeof next)[]).every((name) => next[name] === old[name]);
  if (isSame && before?.server === server) return old;
  const found = next.isOpen ? differences(cart, server) : [];
  if (isSame && JSON.stringify(found) === JSON.stringify(old.differences)) return old;
  return { ...next, differences: found };
}

/** @param broken the first rule that did not hold */
export function verdictOn(phones: readonly PhoneShown[], broken: string | undefined): Verdict {
  if (broken !== undefined) return { kind: 'broken', promise: broken };
  const open = phones.filter(({ isOpen }) => isOpen);
  const isQuiet = open.every(({ differences, cart }) => differences.length === 0 && cart.pending === 0);
  return { kind: open.length > 0 && isQuiet ? 'agree' : 'differ' };
}
