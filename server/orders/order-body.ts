import type { Order, PlacedItem } from '#contract/order-fields.ts';
import type { Menu } from '#contract/merchant.ts';
import { orderStatus, paymentStatus, sendStatus, sourceType } from '#contract/states.ts';
import { compareAmounts, totalsOf, zero, type Charges } from '#projections/money.ts';
import type { CartView } from '#projections/cart-view.ts';
import { pricedLine } from '#server/cart/priced-lines.ts';
import { menuIndex, modifierOf, type MenuIndex } from '#server/cart/rules/menu-index.ts';

/** Tax and service charge of a merchant (D22), and what its tax is called. */
export interface MerchantCharges extends Charges {
  readonly taxName: string;
}

/** What an order's first round fixes. */
export interface OrderHead {
  readonly id: string;
  readonly tableId: string | null;
  readonly tableName: string | null;
  /** The diner who placed the first round. */
  readonly memberId: string;
  readonly type: number;
}

export interface Round {
  readonly items: readonly PlacedItem[];
  readonly guests: number;
  readonly charges: MerchantCharges;
  /** Wall clock, ms. */
  readonly now: number;
}

/** The lines of a cut, at the menu's prices, as those of round `round`; ids are unique within the order. */
export function placedItems(
  view: CartView,
  { menu, names, round }: { menu: MenuIndex; names: ReadonlyMap<string, string>; round: number },
): PlacedItem[] {
  const lines = view.carts.flatMap(({ userId, lines }) => lines.map((line) => ({ userId, line })));
  return lines.map(({ userId, line }, index) => ({
    ...pricedLine(line, menu).orderItem,
    id: `${round}-${index + 1}`,
    userId,
    userName: names.get(userId) ?? '',
    round,
  }));
}

/** The order of a first round. */
export function firstRound(head: OrderHead, round: Round): Order {
  const empty: Order = {
    id: head.id,
    serial: serialOf(head.id),
    type: head.type,
    status: orderStatus.progressing,
    sendStatus: sendStatus.unSend,
    paymentStatus: paymentStatus.unpaid,
    tableId: head.tableId ?? undefined,
    tableName: head.tableName,
    guests: round.guests,
    orderItems: [],
    orderTaxes: [],
    orderCoupons: [],
    rowVersion: 0,
    createAt: round.now,
    updateAt: round.now,
    sourceType: sourceType.scanCodeToOrder,
    memberId: head.memberId,
  };
  return withRound(empty, round);
}

/** D18: a further round is added to the order; its row version goes up, totals are of all lines. */
export function withRound(order: Order, { items, guests, charges, now }: Round): Order {
  const orderItems = [...order.orderItems, ...items];
  return {
    ...order,
    orderItems: orderItems.map((item) => ({ ...item, orderId: order.id })),
    guests,
    ...moneyOf(orderItems, charges),
    rowVersion: order.rowVersion + 1,
    updateAt: now,
  };
}

/** Totals and tax lines of priced lines (D15, D22). */
export function moneyOf(
  orderItems: readonly { itemWithAdjustmentAmount?: string | undefined }[],
  charges: MerchantCharges,
) {
  const totals = totalsOf(
    orderItems.map(({ itemWithAdjustmentAmount }) => itemWithAdjustmentAmount ?? zero),
    charges,
  );
  const isTaxed = compareAmounts(charges.taxRate, zero) > 0;
  const orderTaxes = isTaxed
    ? [{ name: charges.taxName, rate: charges.taxRate, amount: totals.totalTaxAmount }]
    : [];
  return { ...totals, orderTaxes };
}

/** The reader's language where the menu still has the dish; what was paid stays as it was placed. */
export function inReadersLanguage(order: Order, menu: Menu): Order {
  const index = menuIndex(menu);
  return {
    ...order,
    orderItems: order.orderItems.map((item) => {
      const product = index.get(item.productId);
      if (!product) return item;
      const orderItemModifiers = item.orderItemModifiers.map((modifier) => ({
        ...modifier,
        name: modifierOf(product, modifier.modifierProductId)?.name ?? modifier.name,
      }));
      return { ...item, name: product.name, orderItemModifiers };
    }),
  };
}

/** A number to call out, of the order's id: six letters and digits. */
function serialOf(orderId: string): string {
  return orderId
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 6)
    .toUpperCase();
}
