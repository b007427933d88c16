import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { codes } from '#contract/codes.ts';
import { envelopeSchema } from '#contract/envelope.ts';
import { ApiError } from '#src/kit/api/api-error.ts';

/** What the phone makes of an answer's JSON. Throws an ApiError. */
export function readWire<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  json: string,
): Data {
  const { success, code, msg, data } = z.parse(envelopeSchema, JSON.parse(json));
  if (!success || code !== codes.ok) throw new ApiError({ kind: 'refused', code, msg: msg ?? '', data });
  const parsed = z.safeParse(call.data, data);
  if (!parsed.success) throw new ApiError({ kind: 'malformed', reason: z.prettifyError(parsed.error) });
  return parsed.data;
}
