import { getTableActiveOrder } from '#contract/calls/order.ts';
import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/http/call.ts';
import { ApiError } from './api-error.ts';

type OpenOrder = DataOf<typeof getTableActiveOrder>;

/** Fetches the open order of the table. Returns null if there is none; some servers answer 404 then. Rejects with an ApiError. */
export async function fetchOpenOrder(
  ask: (call: typeof getTableActiveOrder) => Promise<OpenOrder>,
): Promise<OpenOrder> {
  try {
    return await ask(getTableActiveOrder);
  } catch (error) {
    if (error instanceof ApiError && error.code === codes.notFound) return null;
    throw error;
  }
}
