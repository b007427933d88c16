import type { CartView } from '../merge/cart-view.ts';

/** A value of the table that two views show differently; null: never set. */
export type ValueChange =
  | {
      readonly what: 'guests' | 'orderType';
      readonly before: number | null;
      readonly after: number | null;
    }
  | { readonly what: 'lastOrderId'; readonly before: string | null; readonly after: string | null };

/** The values that differ between two views. */
export function valueChanges(before: CartView, after: CartView): ValueChange[] {
  const changes: ValueChange[] = [];
  for (const what of ['guests', 'orderType'] as const)
    if (before[what] !== after[what]) changes.push({ what, before: before[what], after: after[what] });
  const [was, is] = [before.lastOrderId, after.lastOrderId];
  if (was !== is) changes.push({ what: 'lastOrderId', before: was, after: is });
  return changes;
}
