import type { OrderItem } from '#contract/order-fields.ts';
import { itemMode } from '#contract/states.ts';
import type { CartLine } from '#projections/merge/cart-view.ts';
import { calculateLineAmount } from '#projections/bill/money.ts';
import { findItemProblem, type ItemProblem } from '#contract/dish/item-problem.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { limitBytes } from '#server/platform/http/limit-bytes.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { readModifier, applyMenuPrice } from '#contract/dish/priced-item.ts';

export interface PricedLine {
  readonly orderItem: OrderItem;
  readonly problem: ItemProblem | undefined;
}

/** A line with the menu's names and prices. The phone's own claims are ignored. */
export function priceLine(line: Pick<CartLine, 'lineId' | 'item' | 'quantity'>, menu: MenuIndex): PricedLine {
  const { lineId, item, quantity } = line;
  const product = menu.get(item.productId);
  const priced = applyMenuPrice(item, menu, 'no price');
  const orderItem: OrderItem = {
    id: lineId,
    orderId: undefined,
    productId: item.productId,
    categoryId: item.categoryId,
    name: priced.name,
    price: product?.price,
    originalPrice: product?.price,
    quantity,
    notes: item.notes,
    mode: itemMode.normal,
    salesUnitType: product?.salesUnitType,
    ...(product?.taxId !== undefined && { taxId: product.taxId }),
    orderItemModifiers: priced.modifiers.map(({ modifierProductId, quantity, price, name }) => ({
      id: undefined,
      modifierProductId,
      quantity,
      price,
      name,
      ...pickTax(product, modifierProductId),
    })),
    itemWithAdjustmentAmount: product && calculateLineAmount(priced, quantity, menu.places),
  };
  return { orderItem, problem: findItemProblem(item, menu) };
}

function pickTax(product: Product | undefined, modifierProductId: string): { taxId?: string } {
  const taxId = readModifier(product, modifierProductId)?.taxId;
  return taxId === undefined ? {} : { taxId };
}

/** @param mostBytes of the answer's JSON; further lines are left out */
export function priceLines(
  lines: readonly CartLine[],
  menu: MenuIndex,
  mostBytes: number,
): { readonly orderItems: OrderItem[]; readonly invalidOrderItems: OrderItem[] } {
  const priced = limitBytes(
    lines.map((line) => priceLine(line, menu)),
    mostBytes,
  );
  const listItems = (isValid: boolean) =>
    priced.filter(({ problem }) => (problem === undefined) === isValid).map(({ orderItem }) => orderItem);
  return { orderItems: listItems(true), invalidOrderItems: listItems(false) };
}
