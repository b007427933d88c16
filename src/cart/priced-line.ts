import type { Product } from '#contract/calls/merchant.ts';
import { codes } from '#contract/codes.ts';
import { findItemProblem } from '#contract/dish/item-problem.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { readModifier, applyMenuPrice } from '#contract/dish/priced-item.ts';
import type { Item } from '#events/item.ts';
import { calculateLineAmount, sum, type Amount } from '#projections/bill/money.ts';
import type { DinerCart, TableLine } from '#client/cart/table-cart.ts';

/**
 * Caches a function's results by the identity of its two arguments, as long as they live. Unchanged lines then keep
 * their object, and the components that show them do not render again.
 */
function memoize<A extends object, B extends object, R extends object>(
  compute: (a: A, b: B) => R,
): (a: A, b: B) => R {
  const results = new WeakMap<B, WeakMap<A, R>>();
  return (a, b) => {
    let ofB = results.get(b);
    if (!ofB) results.set(b, (ofB = new WeakMap()));
    const cached = ofB.get(a);
    if (cached) return cached;
    const result = compute(a, b);
    ofB.set(a, result);
    return result;
  };
}

interface PricedModifier {
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
}

/** A line with the names and prices of the present menu. */
export interface PricedLine {
  readonly line: TableLine;
  readonly name: string;
  readonly modifiers: readonly PricedModifier[];
  /** The unit of a dish that is sold by weight, for example `500 g`. Empty for a dish sold by piece. */
  readonly unitLabel: string;
  readonly soldOut: boolean;
  /** The dish has left the menu, or its choices no longer fit it. */
  readonly outdated?: 'gone' | 'changed';
  /** When the dish is served again. Set if only the time of day makes it unavailable. */
  readonly servedAgain?: Product['servedAgain'];
  readonly amount: Amount;
}

export interface PricedDiner {
  readonly diner: DinerCart;
  readonly lines: readonly PricedLine[];
  readonly subtotal: Amount;
}

export interface PricedCart {
  readonly diners: readonly PricedDiner[];
  readonly total: Amount;
}

/** Prices a line by the menu. If the menu lacks a dish or choice, the line shows what its diner saw when adding it. */
export const pricedLine = memoize((line: TableLine, menu: MenuIndex): PricedLine => {
  const { item, quantity } = line;
  const product = menu.get(item.productId);
  const priced = applyMenuPrice(item, menu, 'as seen');
  const outdated = findOutdatedReason(item, menu);
  return {
    line,
    name: priced.name ?? '',
    modifiers: priced.modifiers.map(({ modifierProductId: id, name = '', quantity: times }) => ({
      id,
      name,
      quantity: times,
    })),
    unitLabel: product?.unitLabel ?? '',
    ...(product?.servedAgain && { servedAgain: product.servedAgain }),
    soldOut:
      !!product &&
      (product.soldOut ||
        item.modifiers.some(({ modifierProductId }) => readModifier(product, modifierProductId)?.soldOut)),
    ...(outdated && { outdated }),
    amount: calculateLineAmount(priced, quantity, menu.places),
  };
});

function findOutdatedReason(item: Item, menu: MenuIndex): PricedLine['outdated'] {
  // The menu is not loaded yet.
  if (menu.size === 0) return undefined;
  if (!menu.has(item.productId)) return 'gone';
  return findItemProblem(item, menu) === codes.pleaseAddItAgainToYourCart ? 'changed' : undefined;
}

/**
 * True if the line cannot be ordered now.
 * @param isOwnMenu the server validates lines with this phone's menu. Other servers may accept dishes outside of it.
 */
export function isBlocked({ soldOut, outdated }: PricedLine, isOwnMenu: boolean): boolean {
  return soldOut || (isOwnMenu && outdated !== undefined);
}

const pricedDiner = memoize((diner: DinerCart, menu: MenuIndex): PricedDiner => {
  const lines = diner.lines.map((line) => pricedLine(line, menu));
  return { diner, lines, subtotal: sum(lines.map(({ amount }) => amount)) };
});

/** All diners' lines. Each line's amount is rounded before it is added up. */
export const pricedCart = memoize((carts: readonly DinerCart[], menu: MenuIndex): PricedCart => {
  const diners = carts.filter(({ lines }) => lines.length > 0).map((diner) => pricedDiner(diner, menu));
  return { diners, total: sum(diners.map(({ subtotal }) => subtotal)) };
});

/** The lines that cannot be ordered, and whether they are the diner's own. The cart's total still includes them. */
export function findBlockedLines({ diners }: PricedCart, isOwnMenu: boolean) {
  const all = diners.flatMap((diner) => diner.lines);
  const lines = all.filter((line) => isBlocked(line, isOwnMenu));
  return {
    lines,
    mine: lines.some(({ line }) => line.mine),
    anybodys: lines.length > 0,
    /** No line can be ordered. */
    everything: lines.length === all.length,
  };
}
