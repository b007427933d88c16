import * as z from 'zod/mini';

export interface ItemModifier {
  readonly modifierProductId: string;
  readonly quantity: number;
  /** Decimal text, as the author saw it; the server's menu has the last word. */
  readonly price?: string | undefined;
  readonly name?: string | undefined;
}

/** E2: one unit that is never merged field by field; what it costs is only what its author saw. */
export interface Item {
  readonly productId: string;
  readonly categoryId: string;
  readonly notes: string;
  readonly modifiers: readonly ItemModifier[];
  readonly name?: string | undefined;
  readonly price?: string | undefined;
}

const itemModifierSchema = z.looseObject({
  modifierProductId: z.string().check(z.minLength(1)),
  quantity: z.int(),
  price: z.optional(z.string()),
  name: z.optional(z.string()),
});

/** Unknown fields are kept: an event is stored as it was written. */
export const itemSchema = z.looseObject({
  productId: z.string().check(z.minLength(1)),
  categoryId: z.string(),
  notes: z.string(),
  modifiers: z.array(itemModifierSchema),
  name: z.optional(z.string()),
  price: z.optional(z.string()),
});

/** E3: modifiers with quantity ≤ 0 dropped, then repeated ones summed, by id in UTF-16 order. */
export function tidyModifiers(
  modifiers: readonly ItemModifier[],
): { modifierProductId: string; quantity: number }[] {
  const sums = new Map<string, number>();
  for (const { modifierProductId, quantity } of modifiers) {
    if (quantity > 0) sums.set(modifierProductId, (sums.get(modifierProductId) ?? 0) + quantity);
  }
  return [...sums.keys()]
    .sort()
    .map((modifierProductId) => ({ modifierProductId, quantity: sums.get(modifierProductId)! }));
}

/** What must agree for a line id to count (V5): product, category and modifiers, without the notes. */
export function variantKey(item: Item): string {
  const modifiers = tidyModifiers(item.modifiers).map((m) => [m.modifierProductId, m.quantity]);
  return JSON.stringify([item.productId, item.categoryId, modifiers]);
}

/** E3: the key of an item. Two items with equal keys belong on one line. */
export function itemKey(item: Item): string {
  return variantKey(item) + JSON.stringify(item.notes);
}

/** E3: notes are tidied when an event is minted, never in the fold. */
export function tidyNotes(notes: string): string {
  return notes.normalize('NFC').trim();
}
