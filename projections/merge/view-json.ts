import { pickRegisters, type RegisterValues } from '#events/cart/registers.ts';
import { normaliseModifiers } from '#events/item.ts';
import { textHash } from '#events/log/text-hash.ts';
import { normaliseVector, type VersionVector } from '#events/log/version-vector.ts';
import type { CartView, UserCart } from './cart-view.ts';

interface LineJson {
  readonly lineId: string;
  readonly productId: string;
  readonly categoryId: string;
  readonly notes: string;
  readonly modifiers: readonly { readonly modifierProductId: string; readonly quantity: number }[];
  readonly quantity: number;
}

/** V6 as JSON: equal views print the same text. */
export interface ViewJson extends RegisterValues {
  readonly known: VersionVector;
  readonly waiting: readonly string[];
  readonly carts: readonly { readonly userId: string; readonly lines: readonly LineJson[] }[];
}

export function viewJson(view: CartView): ViewJson {
  return { known: normaliseVector(view.known), waiting: view.blocked, ...decidedJson(view) };
}

/** Answer, message and hint of one change ask for the same. */
const digests = new WeakMap<CartView, string>();

/** G5: what phone and server must agree on, as a 16-digit hexadecimal hash of its canonical JSON. */
export function viewDigest(view: CartView): string {
  const known = digests.get(view);
  if (known !== undefined) return known;
  const digest = textHash(JSON.stringify(decidedJson(view)));
  digests.set(view, digest);
  return digest;
}

/** What the diners see of a view, without what is known and what waits. */
export function decidedJson(view: CartView): Omit<ViewJson, 'known' | 'waiting'> {
  return { ...pickRegisters(view), carts: view.carts.map(cartJson) };
}

function cartJson({ userId, lines }: UserCart) {
  return {
    userId,
    lines: lines.map(({ lineId, item, quantity }) => ({
      lineId,
      productId: item.productId,
      categoryId: item.categoryId,
      notes: item.notes,
      modifiers: normaliseModifiers(item.modifiers),
      quantity,
    })),
  };
}
