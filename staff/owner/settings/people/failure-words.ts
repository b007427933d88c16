import i18next from 'i18next';
import * as z from 'zod/mini';
import { personRefusals, personRefused } from '#contract/calls/people.ts';
import { ApiError } from '#client/api/api-error.ts';

const refusalSchema = z.object({ reason: z.enum(personRefusals) });

/** Why a change to a person failed. */
export function describeFailure(error: Error): string {
  const failure = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : undefined;
  const read = failure?.code === personRefused ? z.safeParse(refusalSchema, failure.data) : undefined;
  if (read?.success) return i18next.t(`house:people.refused.${read.data.reason}`);
  return failure ? i18next.t('staff:refused', { msg: failure.msg }) : i18next.t('staff:failed');
}
