/** A layer over the menu. It has an entry in the browser's history, but no address of its own. */
export type OrderStep =
  | { readonly kind: 'product'; readonly productId: string }
  | { readonly kind: 'cart' }
  | { readonly kind: 'table' }
  | { readonly kind: 'preview' };

/** The state of the history entry. A link to the menu with this state opens the layer. */
export function stepState(step: OrderStep): { readonly step: OrderStep } {
  return { step };
}
