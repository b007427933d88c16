import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { languageCodes } from '#contract/headers.ts';
import { menuSchema, tinyMerchantSchema } from '#contract/calls/merchant.ts';
import { keepOwnBase } from '../call/api-base.ts';
import { noteOurServer } from '../server-clock.ts';
import { menuKey, merchantKey } from './queries.ts';

const schema = z.object({
  merchantId: z.string(),
  language: z.enum(languageCodes),
  at: z.number(),
  merchant: tinyMerchantSchema,
  menu: menuSchema,
});

/** Takes merchant and menu out of the page, into which the server has written what would be asked for first. */
export function takeFirstAnswers(queries: QueryClient): void {
  const text = document.getElementById('first-answers')?.textContent?.trim();
  if (!text) return;
  let answers: z.infer<typeof schema>;
  try {
    answers = z.parse(schema, JSON.parse(text));
  } catch (error) {
    return console.warn('the page’s answers can not be read', error);
  }
  const { merchantId, language, at, merchant, menu } = answers;
  // As old as they are by either clock: a phone that is behind must not take them for tomorrow's.
  const updatedAt = Math.min(at, Date.now());
  keepOwnBase(merchantId, false);
  noteOurServer();
  queries.setQueryData(merchantKey(merchantId, language), merchant, { updatedAt });
  queries.setQueryData(menuKey(merchantId, language), menu, { updatedAt });
}
