import type { QueryClient } from '@tanstack/react-query';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { publicSchemas } from './merchant-calls.ts';
import { menuQuery, merchantHomeQuery, merchantQuery } from './merchant-queries.ts';

/** An answer that is the same for everybody, and may be kept on the phone. */
export interface PublicQuery {
  /** What was kept by another version of the app may have another shape: undefined then. Rejects without its code. */
  read(kept: unknown): Promise<unknown>;
  /** Asks for it anew. Never rejects. */
  fetch(queries: QueryClient, merchantId: string, language: LanguageCode): Promise<void>;
}

/** By the first part of their keys: the restaurant's own; nothing about a diner. */
export const publicQueries: ReadonlyMap<unknown, PublicQuery> = new Map<unknown, PublicQuery>([
  [
    'merchant',
    {
      read: createReader('merchant'),
      fetch: (queries, ...of) => queries.prefetchQuery(merchantQuery(...of)),
    },
  ],
  [
    'merchant-home',
    {
      read: createReader('merchant-home'),
      fetch: (queries, ...of) => queries.prefetchQuery(merchantHomeQuery(...of)),
    },
  ],
  ['menu', { read: createReader('menu'), fetch: (queries, ...of) => queries.prefetchQuery(menuQuery(...of)) }],
]);

function createReader(kind: keyof typeof publicSchemas): PublicQuery['read'] {
  return async (kept) => (await import('./merchant-calls.ts')).publicSchemas[kind].safeParse(kept).data;
}
