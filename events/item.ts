import * as z from 'zod/mini';
import { name } from './log/event-fields.ts';

interface ItemModifier {
  readonly modifierProductId: string;
  readonly quantity: number;
  /** Decimal text, as the author saw it. The server's menu decides the real price. */
  readonly price?: string | undefined;
  readonly name?: string | undefined;
}

/** A dish with its options and notes. An item is one unit that the merge never changes field by field. */
export interface Item {
  readonly productId: string;
  readonly categoryId: string;
  readonly notes: string;
  readonly modifiers: readonly ItemModifier[];
  readonly name?: string | undefined;
  readonly price?: string | undefined;
}

const itemModifierSchema = z.looseObject({
  modifierProductId: name,
  quantity: z.int(),
  price: z.optional(z.string()),
  name: z.optional(z.string()),
});

/** Unknown fields are kept, because an event is stored as it was written. */
export const itemSchema = z.looseObject({
  productId: name,
  categoryId: z.string(),
  notes: z.string(),
  modifiers: z.array(itemModifierSchema),
  name: z.optional(z.string()),
  price: z.optional(z.string()),
});

/** Returns the modifiers in normal form: without quantities of 0 or less, repeated ones summed, sorted by id. */
export function normaliseModifiers(
  modifiers: readonly ItemModifier[],
): { modifierProductId: string; quantity: number }[] {
  return normalise(modifiers).map(({ modifierProductId, quantity }) => ({ modifierProductId, quantity }));
}

type Chosen = Pick<ItemModifier, 'modifierProductId' | 'quantity'>;

/** Returns the same list if it is in normal form, as most lists are. */
function normalise(modifiers: readonly ItemModifier[]): readonly Chosen[] {
  let before = '';
  for (const { modifierProductId, quantity } of modifiers) {
    if (quantity <= 0 || modifierProductId <= before) return sumModifiers(modifiers);
    before = modifierProductId;
  }
  return modifiers;
}

function sumModifiers(modifiers: readonly ItemModifier[]): Chosen[] {
  const sums = new Map<string, number>();
  for (const { modifierProductId, quantity } of modifiers) {
    if (quantity > 0) sums.set(modifierProductId, (sums.get(modifierProductId) ?? 0) + quantity);
  }
  return [...sums.keys()]
    .sort()
    .map((modifierProductId) => ({ modifierProductId, quantity: sums.get(modifierProductId)! }));
}

/**
 * Identifies product, category and modifiers. Each text is preceded by its length, so that different variants never
 * share a key.
 */
export function getVariantKey({ productId, categoryId, modifiers }: Item): string {
  let key = `${productId.length}:${productId}${categoryId.length}:${categoryId}`;
  if (modifiers.length > 0)
    for (const { modifierProductId, quantity } of normalise(modifiers))
      key += `${quantity}×${withLength(modifierProductId)}`;
  return key;
}

function withLength(text: string): string {
  return `${text.length}:${text}`;
}

/** Identifies an item. Two items with equal keys belong on one line. */
export function getItemKey(item: Item): string {
  return `${getVariantKey(item)}|${item.notes}`;
}

/** Whether two items have equal keys, at less cost than comparing the keys. */
export function haveSameKey(a: Item, b: Item): boolean {
  return a === b || (a.notes === b.notes && isSameVariant(a, b));
}

/** Whether two items have equal variant keys, at less cost than comparing the keys. */
export function isSameVariant(a: Item, b: Item): boolean {
  if (a.productId !== b.productId || a.categoryId !== b.categoryId) return false;
  if (a.modifiers === b.modifiers) return true;
  const [ours, theirs] = [normalise(a.modifiers), normalise(b.modifiers)];
  return (
    ours.length === theirs.length &&
    ours.every(
      ({ modifierProductId, quantity }, index) =>
        modifierProductId === theirs[index]!.modifierProductId && quantity === theirs[index]!.quantity,
    )
  );
}
