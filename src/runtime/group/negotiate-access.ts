import * as z from 'zod/mini';
import { negotiate, negotiateAnswerSchema } from '#contract/calls/table.ts';
import { requestEnvelope } from '#src/kit/api/call/client.ts';
import { withoutAccess, type AccessResult } from './access.ts';

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
    return withoutAccess(error);
  }
}
