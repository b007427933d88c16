import type { QueryClient } from '@tanstack/react-query';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import { switchToSharedBase } from '../call/api-base.ts';
import { readPageJson } from '../page-json.ts';
import { markEventServer } from '../server-clock.ts';
import { createMenuKey, getMerchantKey } from './merchant-queries.ts';

/**
 * Reads merchant and menu from the page and puts them into the query client. The server writes them into the page, so the
 * first screen needs no request. They need no validation, because the same server delivered this code.
 * @returns false if the page has none
 */
export function loadFirstAnswers(queries: QueryClient): boolean {
  const answers = readPageJson('first-answers') as FirstAnswers | undefined;
  if (!answers) return false;
  const { merchantId, language, at, merchant, menu } = answers;
  // If the phone's clock is behind, `at` lies in its future, and the answers would count as fresh for too long.
  const updatedAt = Math.min(at, Date.now());
  switchToSharedBase(merchantId);
  markEventServer();
  queries.setQueryData(getMerchantKey(merchantId, language), merchant, { updatedAt });
  queries.setQueryData(createMenuKey(merchantId, language), menu, { updatedAt });
  return true;
}
