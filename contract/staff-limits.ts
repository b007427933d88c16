/** What waiters and managers may do alone, and the reasons that a restaurant offers. */
import type { Amount } from '#projections/bill/money.ts';

/** For one act. A larger one of a waiter needs the PIN of an owner or a manager, one of a manager that of an owner. */
export interface StaffLimits {
  /** Percent of the dishes, over all discounts of the order. */
  readonly discount?: number;
  /** What the voided pieces cost. */
  readonly void?: Amount;
  readonly refund?: Amount;
  /** What a closed or cancelled order leaves unpaid. */
  readonly unpaid?: Amount;
}

/** The kinds of acts that ask for a reason from a list. */
export const reasonKinds = ['void', 'discount', 'refund'] as const;
export type ReasonKind = (typeof reasonKinds)[number];

/** The restaurant's own reasons. A kind without any has the usual ones. */
export type Reasons = { readonly [Kind in ReasonKind]?: string[] };

/** The most reasons of a kind. */
export const mostReasons = 12;
