import type { QueryClient } from '@tanstack/react-query';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { shapes } from './merchant-calls.ts';
import { menuQuery, merchantHomeQuery, merchantQuery } from './merchant-queries.ts';

/** An answer that is the same for everybody, and may be kept on the phone. */
export interface EverybodysAnswer {
  /** What was kept by another version of the app may have another shape: undefined then. Rejects without its code. */
  read(kept: unknown): Promise<unknown>;
  /** Asks for it anew. Never rejects. */
  ask(queries: QueryClient, merchantId: string, language: LanguageCode): Promise<void>;
}

/** By the first part of their keys: the restaurant's own; nothing about a diner. */
export const everybodysAnswers: ReadonlyMap<unknown, EverybodysAnswer> = new Map<unknown, EverybodysAnswer>([
  [
    'merchant',
    {
      read: readerOf('merchant'),
      ask: (queries, ...of) => queries.prefetchQuery(merchantQuery(...of)),
    },
  ],
  [
    'merchant-home',
    {
      read: readerOf('merchant-home'),
      ask: (queries, ...of) => queries.prefetchQuery(merchantHomeQuery(...of)),
    },
  ],
  ['menu', { read: readerOf('menu'), ask: (queries, ...of) => queries.prefetchQuery(menuQuery(...of)) }],
]);

function readerOf(kind: keyof typeof shapes): EverybodysAnswer['read'] {
  return async (kept) => (await import('./merchant-calls.ts')).shapes[kind].safeParse(kept).data;
}
