/** Groups the lines of an order for a bill or receipt. Pure. */
import { sum, type Amount } from './money.ts';

/** A line of an order, as far as it matters here. */
interface SoldLine {
  readonly id: string;
  readonly productId: string;
  readonly quantity: number;
  readonly unitLabel?: string | undefined;
  readonly name?: string | undefined;
  readonly price?: Amount | undefined;
  readonly taxId?: string | undefined;
  readonly orderItemModifiers: readonly {
    readonly modifierProductId: string;
    readonly taxId?: string | undefined;
    readonly quantity: number;
    readonly name?: string | undefined;
    readonly price?: Amount | undefined;
  }[];
}

export interface ReceiptLine {
  readonly id: string;
  readonly productId: string;
  readonly quantity: number;
  /** The weight of one step of the quantity, for a dish sold by weight. */
  readonly unitLabel: string | undefined;
  readonly name: string;
  /** The price of one, without its options. */
  readonly price: Amount | undefined;
  readonly taxId: string | undefined;
  /** The chosen options. */
  readonly options: SoldLine['orderItemModifiers'];
  readonly amount: Amount;
}

/** Returns one line for equal dishes of all rounds and diners. Voided pieces are left out. */
export function groupReceiptLines<Line extends SoldLine>(
  lines: readonly Line[],
  amountOf: (line: Line) => Amount,
): ReceiptLine[] {
  const groups = new Map<string, ReceiptLine>();
  for (const line of lines) {
    if (line.quantity <= 0) continue;
    const { id, productId, quantity, unitLabel, name = '', price, taxId } = line;
    const options = line.orderItemModifiers.filter((option) => option.name && option.quantity > 0);
    const amount = amountOf(line);
    const chosen = options.map((option) => [option.name, option.quantity, option.price, option.taxId]);
    const key = JSON.stringify([productId, name, chosen, price, unitLabel, taxId]);
    const same = groups.get(key);
    groups.set(
      key,
      same
        ? { ...same, quantity: same.quantity + quantity, amount: sum([same.amount, amount]) }
        : { id, productId, quantity, unitLabel, name, price, taxId, options, amount },
    );
  }
  return [...groups.values()];
}

/** Returns the options in words: "egg × 2 · spicy". */
export function describeOptions(options: ReceiptLine['options']): string {
  return options
    .map(({ name = '', quantity }) => (quantity > 1 ? `${name}\u00a0×\u00a0${quantity}` : name))
    .join(' · ');
}
