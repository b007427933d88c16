/**
 * Limits what waiters may do alone. A larger discount, void, refund or unpaid order needs the PIN of an owner or a manager
 * on the spot.
 *
 *     act of a waiter ──► within the limits ──────────────────────► stored
 *                    └──► beyond them ──► without a PIN ──────────► refused: `needsApproval`, with the names to choose from
 *                                    └──► with the PIN of a manager ► stored with `approvedBy`
 */
import type { WaiterLimits } from '#contract/staff-limits.ts';
import { actRefused, type OrderAct, type OrderActOf } from '#contract/calls/service.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Act } from '#events/fulfilment/service-event.ts';
import { compareAmounts, calculateDifference, sum, zero } from '#projections/bill/money.ts';
import { adjustmentCategory } from '#contract/states.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { StoredOrder } from '#server/ordering/orders/order-store.ts';
import { calculateOwed, countUnsent } from '#server/ordering/orders/order-state.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { computeOrderAfter } from './decide-act.ts';

type Approval = NonNullable<OrderActOf<'dishVoided'>['approval']>;

/** How others approve what the author of an act may not do alone. */
export interface Approvals {
  /** Returns the name of the owner or manager whose PIN it is. Rejects for a wrong one. */
  check(approval: Approval): Promise<string>;
  /** Lists those who can approve. */
  list(): Promise<readonly { readonly id: string; readonly name: string }[]>;
}

/** What limits an act, and who has approved it. */
export interface Limited {
  readonly limits: WaiterLimits;
  readonly approvers: Awaited<ReturnType<Approvals['list']>>;
  readonly approvedBy: string | undefined;
}

/** Checks the PIN of the act, if it has one. undefined: the act has no limits. */
export async function readLimits(
  db: Db,
  { merchantId, approvals }: { readonly merchantId: string; readonly approvals?: Approvals | undefined },
  command: OrderAct,
): Promise<Limited | undefined> {
  if (!approvals) return undefined;
  const { waiterLimits: limits } = await readSettings(db, merchantId);
  if (!limits) return undefined;
  const approval = 'approval' in command ? command.approval : undefined;
  const approvedBy = approval && (await approvals.check(approval));
  return { limits, approvedBy, approvers: await approvals.list() };
}

/** Adds who approved the act. @throws Refusal 4092 `needsApproval` if it needs an approval and has none */
export function approveAct(
  stored: StoredOrder,
  act: Act,
  actId: string,
  { limits, approvedBy, approvers }: Limited,
): Act {
  const { order: before } = stored;
  if (!isBeyondLimits(limits, act, { before, after: computeOrderAfter(stored, act, actId) })) return act;
  if (approvedBy !== undefined) return { ...act, approvedBy } as Act;
  const now = { owed: calculateOwed(before), unsent: countUnsent(before) };
  throw new Refusal(actRefused, getServerTexts('staff.needsApproval'), {
    data: { reason: 'needsApproval', ...now, approvers },
  });
}

/** Whether the act goes beyond the limits. Pure. @param after the order after the act */
export function isBeyondLimits(
  limits: WaiterLimits,
  act: Act,
  { before, after }: { readonly before: Order; readonly after: Order },
): boolean {
  switch (act.type) {
    case 'orderDiscounted': {
      const { priceAdjustments = [] } = after;
      const given = priceAdjustments.filter(({ category }) => category === adjustmentCategory.discount);
      const off = calculateDifference(zero, sum(given.map(({ amount }) => amount)));
      return limits.discount !== undefined && calculatePercent(off, after.subTotalAmount) > limits.discount;
    }
    case 'dishVoided': {
      const voided = calculateDifference(before.subTotalAmount ?? zero, after.subTotalAmount ?? zero);
      return limits.void !== undefined && compareAmounts(voided, limits.void) > 0;
    }
    case 'orderRefunded':
      return limits.refund !== undefined && compareAmounts(act.amount, limits.refund) > 0;
    case 'orderClosed':
      return limits.unpaid !== undefined && compareAmounts(act.owed, limits.unpaid) > 0;
    default:
      return false;
  }
}

/** Rounded to thousandths, so that 10 % of an odd sum counts as 10 %. */
function calculatePercent(amount: string, of = zero): number {
  const whole = Number(of);
  return whole === 0 ? 0 : Math.round((Number(amount) / whole) * 1_000) / 10;
}
