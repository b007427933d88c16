import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { negotiate, negotiateAnswerSchema } from '#contract/calls/table.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { requestEnvelope } from '#src/kit/api/call/client.ts';

export interface Access {
  readonly url: string;
  /** D23: named by the server, else the table id. */
  readonly group: string;
}

export type AccessResult =
  | { readonly kind: 'granted'; readonly access: Access }
  /** Revoked: asking again would not help. */
  | { readonly kind: 'denied'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

const finalCodes: readonly number[] = [
  codes.unauthorized,
  codes.forbidden,
  codes.tableUnavailable,
  codes.notFound,
  410,
];

/** Longest wait for an access URL, ms: the client itself has no time-out. */
const negotiateTimeoutMs = 5_000;

/** Fetches the access URL of the table's group. Never rejects. */
export async function negotiateAccess(userId: string, tableId: string): Promise<AccessResult> {
  try {
    const { data, envelope } = await requestEnvelope(negotiate, {
      query: { userId, tableId },
      signal: AbortSignal.timeout(negotiateTimeoutMs),
    });
    const { group } = z.parse(negotiateAnswerSchema, envelope);
    return { kind: 'granted', access: { url: data, group: group ?? tableId } };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    const reason = error instanceof Error ? error.message : String(error);
    return code !== undefined && finalCodes.includes(code)
      ? { kind: 'denied', reason }
      : { kind: 'failed', reason };
  }
}
