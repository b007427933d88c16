import * as z from 'zod/mini';
import type { Call } from '../http/call.ts';
import { placeOrder } from '../calls/order.ts';
import { convertToContract } from './foreign-shapes.ts';
import { hasSeconds, readTolerantly, type Read } from './tolerant.ts';

/**
 * Reads the `data` of an answer. Answers of our own server are read exactly, those of other servers as far as possible.
 * An answer with events is from our server, and is read completely or refused. An order with an id is always accepted.
 *
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
  return readTolerantly(schema, convertToContract(call as Call, data), language);
}
