/** The lines of a receipt. Pure. */
import type { Order } from '#contract/order-fields.ts';
import { sum, type Amount } from '#projections/bill/money.ts';
import { amountOf, isShown, isFullyVoided } from '#ui/bill/order-rounds.ts';

export interface ReceiptLine {
  readonly id: string;
  readonly quantity: number;
  /** The weight of one step of the quantity, for a dish sold by weight. */
  readonly unitLabel: string | undefined;
  readonly name: string;
  /** The chosen options. */
  readonly chosen: string;
  readonly amount: Amount;
}

/** The dishes of all rounds and diners, equal ones as one line. A receipt leaves out voided pieces. */
export function receiptLines({ orderItems }: Pick<Order, 'orderItems'>): ReceiptLine[] {
  const lines = new Map<string, ReceiptLine>();
  for (const item of orderItems) {
    if (!isShown(item) || isFullyVoided(item) || item.quantity === 0) continue;
    const { id, quantity, unitLabel, name = '', orderItemModifiers } = item;
    const chosen = orderItemModifiers
      .filter((modifier) => modifier.name && modifier.quantity > 0)
      .map((modifier) =>
        modifier.quantity > 1 ? `${modifier.name}\u00a0×\u00a0${modifier.quantity}` : modifier.name,
      )
      .join(' · ');
    const amount = amountOf(item);
    const key = `${item.productId} ${chosen} ${item.price ?? ''} ${unitLabel ?? ''}`;
    const same = lines.get(key);
    lines.set(
      key,
      same
        ? { ...same, quantity: same.quantity + quantity, amount: sum([same.amount, amount]) }
        : { id, quantity, unitLabel, name, chosen, amount },
    );
  }
  return [...lines.values()];
}
