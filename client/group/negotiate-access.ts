import * as z from 'zod/mini';
import { negotiate, negotiateAnswerSchema } from '#contract/calls/table.ts';
import { requestEnvelope } from '#client/api/call/request.ts';
import { toAccessFailure, type AccessResult } from './access.ts';

/** Fetches the access URL of the table's group. Never rejects. */
export async function negotiateAccess(userId: string, tableId: string): Promise<AccessResult> {
  try {
    const { data, envelope } = await requestEnvelope(negotiate, { query: { userId, tableId } });
    const { group } = z.parse(negotiateAnswerSchema, envelope);
    return { kind: 'granted', access: { url: data, group: group ?? tableId } };
  } catch (error) {
    return toAccessFailure(error);
  }
}
