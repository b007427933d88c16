import i18next from 'i18next';
import * as z from 'zod/mini';
import { actRefusals, actRefused } from '#contract/calls/service.ts';
import { amount, count, id } from '#contract/fields.ts';
import { isOutOfReach } from '../calls/reach.ts';
import { ApiError } from '#client/api/api-error.ts';

const refusalSchema = z.object({
  reason: z.enum(actRefusals),
  owed: amount,
  unsent: count,
  /** For `needsApproval`. */
  approvers: z.optional(z.array(z.object({ id, name: z.string() }))),
  isOwners: z.optional(z.boolean()),
});
/** Why the server refused an action, with the current debt and unsent dishes (A3). */
export type Refused = z.infer<typeof refusalSchema>;

/** undefined if the call failed for another reason. */
export function readRefusal(error: Error): Refused | undefined {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused') return undefined;
  if (error.failure.code !== actRefused) return undefined;
  const read = z.safeParse(refusalSchema, error.failure.data);
  return read.success ? read.data : undefined;
}

/** The text for each reason. @param money formats an amount */
export function describeActFailure(error: Error, money: (amount: string) => string): string {
  const refused = readRefusal(error);
  if (refused) return i18next.t(`staff:refusals.${refused.reason}`, { price: money(refused.owed) });
  if (isOutOfReach(error)) return i18next.t('staff:offline.refused');
  const failure = error instanceof ApiError ? error.failure : undefined;
  return failure?.kind === 'refused'
    ? i18next.t('staff:refused', { msg: failure.msg })
    : i18next.t('staff:failed');
}
