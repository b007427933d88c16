import { pickRegisters, type RegisterValues } from '#events/cart/registers.ts';
import { normaliseModifiers } from '#events/item.ts';
import { hashText } from '#events/log/text-hash.ts';
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

/** A view as JSON, in the spelling of docs/merge-rules.md: equal views print the same text. */
export interface ViewJson extends RegisterValues {
  readonly known: VersionVector;
  readonly waiting: readonly string[];
  readonly carts: readonly { readonly userId: string; readonly lines: readonly LineJson[] }[];
}

export function convertViewToJson(view: CartView): ViewJson {
  return { known: normaliseVector(view.known), waiting: view.blocked, ...writeDecidedJson(view) };
}

/** The answer to a request, the message to the table and the hint to other tabs ask for the digest of the same view. */
const digests = new WeakMap<CartView, string>();

/** Hashes what phone and server must agree on, as 16 hexadecimal digits. */
export function hashView(view: CartView): string {
  const known = digests.get(view);
  if (known !== undefined) return known;
  const digest = hashText(JSON.stringify(writeDecidedJson(view)));
  digests.set(view, digest);
  return digest;
}

/** Only what the diners see, without `known` and `waiting`. */
export function writeDecidedJson(view: CartView): Omit<ViewJson, 'known' | 'waiting'> {
  return { ...pickRegisters(view), carts: view.carts.map(convertCartToJson) };
}

function convertCartToJson({ userId, lines }: UserCart) {
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
