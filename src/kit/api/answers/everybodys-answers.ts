import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { LanguageCode } from '#contract/headers.ts';
import { getMerchantHome, menuSchema, tinyMerchantSchema } from '#contract/calls/merchant.ts';
import { menuQuery, merchantHomeQuery, merchantQuery } from './queries.ts';

/** An answer that is the same for everybody, and may be kept on the phone. */
export interface EverybodysAnswer {
  /** What was kept by another version of the app may have another shape: undefined then. */
  read(kept: unknown): unknown;
  /** Asks for it anew. Never rejects. */
  ask(queries: QueryClient, merchantId: string, language: LanguageCode): Promise<void>;
}

/** By the first part of their keys: the restaurant's own; nothing about a diner. */
export const everybodysAnswers: ReadonlyMap<unknown, EverybodysAnswer> = new Map<unknown, EverybodysAnswer>([
  [
    'merchant',
    {
      read: readerOf(tinyMerchantSchema),
      ask: (queries, ...of) => queries.prefetchQuery(merchantQuery(...of)),
    },
  ],
  [
    'merchant-home',
    {
      read: readerOf(getMerchantHome.data),
      ask: (queries, ...of) => queries.prefetchQuery(merchantHomeQuery(...of)),
    },
  ],
  ['menu', { read: readerOf(menuSchema), ask: (queries, ...of) => queries.prefetchQuery(menuQuery(...of)) }],
]);

function readerOf(schema: z.ZodMiniType): EverybodysAnswer['read'] {
  return (kept) => z.safeParse(schema, kept).data;
}
