import { getTableActiveOrder } from '#contract/calls/order.ts';
import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/http/call.ts';
import { ApiError } from './api-error.ts';

type OpenOrder = DataOf<typeof getTableActiveOrder>;

/** The open order of the table; null: there is none, which a server may also say by 404 (P5). Rejects with an ApiError. */
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
