/** The cart of a table: each diner's lines as that diner last sent them. */
import * as z from 'zod/mini';

const idSchema = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

/** Of a line, what is read. */
export const sentLineSchema = z.object({
  id: idSchema,
  productId: idSchema,
  categoryId: idSchema,
  quantity: z.int(),
  notes: z.optional(z.string()),
  orderItemModifiers: z.optional(z.array(z.object({ modifierProductId: idSchema, quantity: z.int() }))),
});
export type SentLine = z.infer<typeof sentLineSchema>;

/** Of an order detail, what is read. */
export const sentOrderSchema = z.object({
  orderItems: z.array(sentLineSchema),
  guests: z.nullish(z.int()),
  type: z.nullish(z.int()),
  cartRowVersion: z.nullish(z.union([z.string(), z.int()])),
});
export type SentOrder = z.infer<typeof sentOrderSchema>;

export interface Line extends SentLine {
  readonly userId: string;
}

/** A line that the server has not named yet. */
const newLine = '0';

export class TableCart {
  lines: readonly Line[] = [];
  guests = 0;
  type: number | null = null;
  /** Grows with every change. */
  rowVersion = 0;
  updateAt = 0;
  private nextLineId = 100_001;

  /** @param now wall clock, ms */
  constructor(private readonly now: () => number) {}

  linesOf(userId: string): Line[] {
    return this.lines.filter((line) => line.userId === userId);
  }

  /** Stores one diner's lines as sent, and the guests and the order type if the order names them. */
  update(userId: string, { orderItems, guests, type }: SentOrder): void {
    const own = new Set(this.linesOf(userId).map(({ id }) => id));
    const stored = orderItems
      .filter(({ quantity }) => quantity > 0)
      .map((line): Line => ({ ...line, userId, id: own.has(line.id) ? line.id : this.newLineId() }));
    this.change([...this.lines.filter((line) => line.userId !== userId), ...stored], {
      guests: guests ?? this.guests,
      type: type ?? this.type,
    });
  }

  clear(): void {
    this.change([], this);
  }

  /**
   * Takes lines out and answers them with their owners; undefined, and nothing is taken, when one of them is not there
   * as it was sent.
   */
  take(orderItems: readonly SentLine[]): Line[] | undefined {
    const left = [...this.lines];
    const taken: Line[] = [];
    for (const wanted of orderItems) {
      const index = left.findIndex((line) =>
        wanted.id === newLine ? isSameDish(line, wanted) : line.id === wanted.id,
      );
      const line = left[index];
      if (!line || line.quantity !== wanted.quantity) return undefined;
      left.splice(index, 1);
      taken.push(line);
    }
    this.change(left, this);
    return taken;
  }

  private change(lines: readonly Line[], { guests, type }: Pick<TableCart, 'guests' | 'type'>): void {
    const before = JSON.stringify([this.lines, this.guests, this.type]);
    Object.assign(this, { lines, guests, type });
    if (JSON.stringify([lines, guests, type]) === before) return;
    this.rowVersion += 1;
    this.updateAt = this.now();
  }

  private newLineId(): string {
    const id = String(this.nextLineId);
    this.nextLineId += 1;
    return id;
  }
}

function isSameDish(a: SentLine, b: SentLine): boolean {
  return dishOf(a) === dishOf(b);
}

function dishOf({ productId, categoryId, notes = '', orderItemModifiers = [] }: SentLine): string {
  const modifiers = orderItemModifiers.map((each) => `${each.modifierProductId}×${each.quantity}`).sort();
  return JSON.stringify([productId, categoryId, notes, modifiers]);
}
