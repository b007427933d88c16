import { itemMode } from '#contract/states.ts';
import { lineAmount, totalsOf } from '#projections/bill/money.ts';
import type { WholeMerchant, Localized } from '#server/catalogue/whole-merchant.ts';
import { findProduct, modifierOf } from './menu.ts';
import type { SentLine } from './table-cart.ts';

type Say = (text: Localized) => string;

/** A line at the menu's prices. Amounts go out as JSON numbers: the contract takes both forms. */
export function pricedLine(line: SentLine, merchant: WholeMerchant, say: Say) {
  const { id, productId, categoryId, quantity, notes = '' } = line;
  const product = findProduct(merchant, productId);
  const modifiers = (line.orderItemModifiers ?? [])
    .filter((modifier) => modifier.quantity > 0)
    .map(({ modifierProductId, quantity: times }) => {
      const { name, price } = modifierOf(product, modifierProductId);
      return { modifierProductId, quantity: times, price, name: name && say(name) };
    });
  const price = product?.price ?? '0';
  return {
    id,
    productId,
    categoryId,
    name: product && say(product.name),
    price: Number(price),
    originalPrice: Number(price),
    quantity,
    notes,
    mode: itemMode.normal,
    orderItemModifiers: modifiers.map((modifier) => ({ ...modifier, price: Number(modifier.price) })),
    itemWithAdjustmentAmount: Number(
      lineAmount({ productId, categoryId, notes, price, modifiers }, quantity),
    ),
  };
}
export type PricedLine = ReturnType<typeof pricedLine>;

/** Lines that can be ordered, and those that cannot: off the menu or sold out. */
export function pricedLines(lines: readonly SentLine[], merchant: WholeMerchant, say: Say) {
  const priced = lines.map((line) => pricedLine(line, merchant, say));
  return {
    orderItems: priced.filter((line) => isOnSale(line, merchant)),
    invalidOrderItems: priced.filter((line) => !isOnSale(line, merchant)),
  };
}

export function isOnSale({ productId }: { readonly productId: string }, merchant: WholeMerchant): boolean {
  const product = findProduct(merchant, productId);
  return product !== undefined && product.soldOut !== true;
}

/** The money under an order. */
export function totals(lines: readonly PricedLine[], merchant: WholeMerchant, say: Say) {
  const amounts = totalsOf(
    lines.map(({ itemWithAdjustmentAmount }) => String(itemWithAdjustmentAmount)),
    merchant,
  );
  const { subTotalAmount, totalDiscountAmount, totalChargeAmount, totalTaxAmount, totalAmount } = amounts;
  const tax = { name: say(merchant.taxName), rate: Number(merchant.taxRate), amount: Number(totalTaxAmount) };
  return {
    orderTaxes: Number(merchant.taxRate) > 0 ? [tax] : [],
    subTotalAmount: Number(subTotalAmount),
    totalDiscountAmount: Number(totalDiscountAmount),
    totalChargeAmount: Number(totalChargeAmount),
    totalTaxAmount: Number(totalTaxAmount),
    totalAmount: Number(totalAmount),
  };
}
