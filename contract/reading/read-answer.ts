import * as z from 'zod/mini';
import type { Call } from '../http/call.ts';
import { placeOrder } from '../calls/order.ts';
import { inOurShape } from './foreign-shapes.ts';
import { hasSeconds, readTolerantly, type Read } from './tolerant.ts';

/**
 * What a phone reads of an answer's `data`: our own server's as it is defined, any other's as far as it goes (P5). What
 * comes with events is ours, and is read whole or not at all; but an order with an id is an order.
 * @param language in which the phone asked
 */
export function readAnswer<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  data: unknown,
  language?: string,
): Read<Data> {
  const schema = call.data as z.ZodMiniType<Data>;
  const exact = z.safeParse(schema, data);
  if (exact.success && !hasSeconds(schema, exact.data)) return { ok: true, value: exact.data, leftOut: [] };
  const isOurs = typeof data === 'object' && data !== null && 'sync' in data && data.sync !== undefined;
  if (isOurs && (call as unknown) !== placeOrder) {
    if (exact.success) return { ok: true, value: exact.data, leftOut: [] };
    const [issue] = exact.error.issues;
    const path = issue?.path.map(String).join('.') ?? '';
    return { ok: false, missing: { path, why: issue?.message ?? 'cannot be read' } };
  }
  return readTolerantly(schema, inOurShape(call as Call, data), language);
}
