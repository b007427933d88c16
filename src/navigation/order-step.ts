/** A layer over the menu. It has no address of its own (D1), only an entry in the browser's history. */
export type OrderStep =
  | { readonly kind: 'product'; readonly productId: string }
  | { readonly kind: 'cart' }
  | { readonly kind: 'table' }
  | { readonly kind: 'preview' };

/** What the entry bears: a link to the menu with it opens that layer there. */
export function stepState(step: OrderStep): { readonly step: OrderStep } {
  return { step };
}
