import { mostDays } from '#contract/calls/numbers.ts';
import { codes } from '#contract/codes.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { addDays } from '../../menu/business-day.ts';

/** @throws Refusal 400 for too many days, or if the last day is before the first */
export function checkDays(from: string, to: string, most = mostDays): void {
  if (from > to) throw createStatusRefusal(codes.badRequest, 'query.to: must not be before query.from');
  if (to >= addDays(from, most))
    throw createStatusRefusal(codes.badRequest, `query.to: at most ${most} days in one report`);
}
