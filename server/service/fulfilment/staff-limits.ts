/**
 * Limits what waiters and managers may do alone. A larger discount, void, refund or unpaid order needs a PIN on the spot:
 *
 *     act ──► within the limits of the role ──────────────────────► stored
 *        └──► beyond them ──► without a PIN ──────────────────────► refused: `needsApproval`, with the names to choose from
 *                        └──► with the PIN of somebody who may ───► stored with `approvedBy`
 *
 * Beyond the limits of waiters an owner or a manager may, beyond those of managers only an owner.
 */
import type { StaffLimits } from '#contract/staff-limits.ts';
import type { Person } from '#contract/calls/people.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
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

type Approver = Pick<Person, 'id' | 'name' | 'role'>;

/** How others approve what the author of an act may not do alone. */
export interface Approvals {
  /** The author's role. An owner has no limits. */
  readonly role: Exclude<StaffRole, 'owner'>;
  /** Returns the owner or manager whose PIN it is. Rejects for a wrong one. */
  check(approval: Approval): Promise<Approver>;
  /** Lists owners and managers. */
  list(): Promise<readonly Approver[]>;
}

/** What limits an act, and who has approved it. */
export interface Limited {
  readonly role: Approvals['role'];
  readonly waiterLimits: StaffLimits;
  readonly managerLimits: StaffLimits;
  readonly approvers: readonly Approver[];
  readonly approver: Approver | undefined;
}

/** Checks the PIN of the act, if it has one. undefined: the act has no limits. */
export async function readLimits(
  db: Db,
  { merchantId, approvals }: { readonly merchantId: string; readonly approvals?: Approvals | undefined },
  command: OrderAct,
): Promise<Limited | undefined> {
  if (!approvals) return undefined;
  const { role } = approvals;
  const settings = await readSettings(db, merchantId);
  const { managerLimits = {} } = settings;
  const waiterLimits = role === 'waiter' ? (settings.waiterLimits ?? {}) : {};
  if (Object.keys({ ...waiterLimits, ...managerLimits }).length === 0) return undefined;
  const approval = 'approval' in command ? command.approval : undefined;
  const approver = approval && (await approvals.check(approval));
  return { role, waiterLimits, managerLimits, approver, approvers: await approvals.list() };
}

/** Adds who approved the act. @throws Refusal 4092 `needsApproval` if it needs an approval and has none */
export function approveAct(stored: StoredOrder, act: Act, actId: string, limited: Limited): Act {
  const { waiterLimits, managerLimits, approver, approvers } = limited;
  const { order: before } = stored;
  const change = { before, after: computeOrderAfter(stored, act, actId) };
  const isOwners = isBeyondLimits(managerLimits, act, change);
  if (!isOwners && !isBeyondLimits(waiterLimits, act, change)) return act;
  const mayApprove = ({ role }: Approver) => role === 'owner' || !isOwners;
  if (approver && mayApprove(approver)) return { ...act, approvedBy: approver.name } as Act;
  const now = { owed: calculateOwed(before), unsent: countUnsent(before) };
  throw new Refusal(actRefused, getServerTexts(isOwners ? 'staff.needsOwner' : 'staff.needsApproval'), {
    data: {
      reason: 'needsApproval',
      ...now,
      approvers: approvers.filter(mayApprove).map(({ id, name }) => ({ id, name })),
      ...(isOwners && { isOwners }),
    },
  });
}

/** Whether the act goes beyond the limits. Pure. @param after the order after the act */
export function isBeyondLimits(
  limits: StaffLimits,
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
