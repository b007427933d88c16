import type { QueryClient } from '@tanstack/react-query';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { publicSchemas } from './merchant-calls.ts';
import { createMenuQuery, createMerchantHomeQuery, createMerchantQuery } from './merchant-queries.ts';

/** A query whose answer is the same for every diner, so the phone may cache it. */
export interface PublicQuery {
  /**
   * Validates a cached answer. Returns undefined if another version of the app stored it in another shape. Rejects if the
   * schema's code cannot be loaded.
   */
  read(cached: unknown): Promise<unknown>;
  /** Fetches the answer into the query client. Never rejects. */
  fetch(queries: QueryClient, merchantId: string, language: LanguageCode): Promise<void>;
}

/** The restaurant's own answers, by the first part of their query keys. No answer about a diner may be listed here. */
export const publicQueries: ReadonlyMap<unknown, PublicQuery> = new Map<unknown, PublicQuery>([
  [
    'merchant',
    {
      read: createReader('merchant'),
      fetch: (queries, ...of) => queries.prefetchQuery(createMerchantQuery(...of)),
    },
  ],
  [
    'merchant-home',
    {
      read: createReader('merchant-home'),
      fetch: (queries, ...of) => queries.prefetchQuery(createMerchantHomeQuery(...of)),
    },
  ],
  [
    'menu',
    { read: createReader('menu'), fetch: (queries, ...of) => queries.prefetchQuery(createMenuQuery(...of)) },
  ],
]);

function createReader(kind: keyof typeof publicSchemas): PublicQuery['read'] {
  return async (cached) => (await import('./merchant-calls.ts')).publicSchemas[kind].safeParse(cached).data;
}
