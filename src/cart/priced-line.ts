import type { Product } from '#contract/calls/merchant.ts';
import { codes } from '#contract/codes.ts';
import { itemProblem } from '#contract/dish/item-problem.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { modifierOf, pricedItem } from '#contract/dish/priced-item.ts';
import type { Item } from '#events/item.ts';
import { lineAmount, sum, type Amount } from '#projections/bill/money.ts';
import type { DinerCart, TableLine } from '#client/cart/table-cart.ts';

/**
 * The function with a memory: for the same two objects the same answer, for as long as they live. What is worked out
 * from what did not change is the same object, so that who shows it need not render again.
 */
function memoize<A extends object, B extends object, R extends object>(
  work: (a: A, b: B) => R,
): (a: A, b: B) => R {
  const answers = new WeakMap<B, WeakMap<A, R>>();
  return (a, b) => {
    let ofB = answers.get(b);
    if (!ofB) answers.set(b, (ofB = new WeakMap()));
    const before = ofB.get(a);
    if (before) return before;
    const answer = work(a, b);
    ofB.set(a, answer);
    return answer;
  };
}

interface PricedModifier {
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
}

/** A line with the names and prices that the server's menu gives it now. */
export interface PricedLine {
  readonly line: TableLine;
  readonly name: string;
  readonly modifiers: readonly PricedModifier[];
  /** What one unit of a dish sold by weight is; empty for pieces. */
  readonly unitLabel: string;
  readonly soldOut: boolean;
  /** The dish has left the menu, or its choices no longer fit it. */
  readonly outdated?: 'gone' | 'changed';
  /** D65: nothing but the hour keeps it from being ordered. */
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

/**
 * A line by the menu: names follow the language and prices the kitchen. What the menu doesn't know (any more) is
 * shown as whoever added it saw it.
 */
export const pricedLine = memoize((line: TableLine, menu: MenuIndex): PricedLine => {
  const { item, quantity } = line;
  const product = menu.get(item.productId);
  const priced = pricedItem(item, menu, 'as seen');
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
        item.modifiers.some(({ modifierProductId }) => modifierOf(product, modifierProductId)?.soldOut)),
    ...(outdated && { outdated }),
    amount: lineAmount(priced, quantity, menu.places),
  };
});

function findOutdatedReason(item: Item, menu: MenuIndex): PricedLine['outdated'] {
  // No menu has come yet.
  if (menu.size === 0) return undefined;
  if (!menu.has(item.productId)) return 'gone';
  return itemProblem(item, menu) === codes.pleaseAddItAgainToYourCart ? 'changed' : undefined;
}

/**
 * Whether the line cannot be ordered now.
 * @param isOwnMenu the server judges by the menu that this phone has. Another server may take what its menu does not show.
 */
export function isBlocked({ soldOut, outdated }: PricedLine, isOwnMenu: boolean): boolean {
  return soldOut || (isOwnMenu && outdated !== undefined);
}

const pricedDiner = memoize((diner: DinerCart, menu: MenuIndex): PricedDiner => {
  const lines = diner.lines.map((line) => pricedLine(line, menu));
  return { diner, lines, subtotal: sum(lines.map(({ amount }) => amount)) };
});

/** Everybody's lines; sums are sums of rounded lines (D15). */
export const pricedCart = memoize((carts: readonly DinerCart[], menu: MenuIndex): PricedCart => {
  const diners = carts.filter(({ lines }) => lines.length > 0).map((diner) => pricedDiner(diner, menu));
  return { diners, total: sum(diners.map(({ subtotal }) => subtotal)) };
});

/** Whose lines of the cart cannot be ordered: the total counts them until they are taken out. */
export function findBlockedLines({ diners }: PricedCart, isOwnMenu: boolean) {
  const all = diners.flatMap((diner) => diner.lines);
  const lines = all.filter((line) => isBlocked(line, isOwnMenu));
  return {
    lines,
    mine: lines.some(({ line }) => line.mine),
    anybodys: lines.length > 0,
    /** There is nothing to order. */
    everything: lines.length === all.length,
  };
}
