import type { QueryClient } from '@tanstack/react-query';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import { setOwnBase } from '../call/api-base.ts';
import { readPageJson } from '../page-json.ts';
import { markEventServer } from '../server-clock.ts';
import { menuKey, merchantKey } from './merchant-queries.ts';

/**
 * Takes merchant and menu out of the page, into which the server has written what would be asked for first: the one
 * that this very code came from, so that their shape is not in doubt (D25). Answers whether there were any.
 */
export function loadFirstAnswers(queries: QueryClient): boolean {
  const answers = readPageJson('first-answers') as FirstAnswers | undefined;
  if (!answers) return false;
  const { merchantId, language, at, merchant, menu } = answers;
  // As old as they are by either clock: a phone that is behind must not take them for tomorrow's.
  const updatedAt = Math.min(at, Date.now());
  setOwnBase(merchantId, false);
  markEventServer();
  queries.setQueryData(merchantKey(merchantId, language), merchant, { updatedAt });
  queries.setQueryData(menuKey(merchantId, language), menu, { updatedAt });
  return true;
}
