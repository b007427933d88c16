/** HTTP calls of one seat, with the fetch of the phone's own client. */
import * as z from 'zod/mini';
import { envelopeSchema, type Call } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { headers } from '#contract/http/headers.ts';
import { timeouts } from '#contract/limits.ts';
import { negotiate, negotiateAnswerSchema } from '#contract/calls/table.ts';
import { ApiError } from '#client/api/api-error.ts';
import { fetchText } from '#client/api/call/fetch-text.ts';
import type { Request } from '#client/transport/api-transport.ts';
import { toAccessFailure, type AccessResult } from '#client/group/access.ts';
import type { Seat } from '#testing/restaurant.ts';

/** The headers that identify the seat. */
export function getIdentity({
  token,
  merchantId,
  tableId,
  sessionId,
  address,
}: Seat): Record<string, string> {
  return {
    [headers.authorization]: `Bearer ${token}`,
    [headers.merchantId]: merchantId,
    [headers.tableId]: tableId,
    [headers.tableSession]: sessionId,
    'X-Forwarded-For': address,
  };
}

/** @param server returns the server's address; called for each request, as a proxy would choose */
export function requestOf(server: () => string, seat: Seat): Request {
  return async <Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    options: Parameters<Request>[1],
  ) => (await requestEnvelope(server(), seat, call, options)).data as Data;
}

/** Asks for access to the table's group. Never rejects. */
export async function requestAccess(server: () => string, seat: Seat): Promise<AccessResult> {
  const { userId, tableId } = seat;
  try {
    const envelope = await requestEnvelope(server(), seat, negotiate, { query: { userId, tableId } });
    const { group } = z.parse(negotiateAnswerSchema, envelope);
    return { kind: 'granted', access: { url: String(envelope.data), group: group ?? tableId } };
  } catch (error) {
    return toAccessFailure(error);
  }
}

async function requestEnvelope<Params, Query, Body, Data>(
  address: string,
  seat: Seat,
  { method, path, timeout }: Call<Params, Query, Body, Data>,
  { params = {}, query = {}, body, headers: more }: Parameters<Request>[1],
) {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const json = body === undefined ? null : JSON.stringify(body);
  const { status, text } = await fetchText(
    `${address}${filled}?${new URLSearchParams(query)}`,
    { method, headers: { ...getIdentity(seat), 'Content-Type': 'application/json', ...more }, body: json },
    { silenceMs: timeouts[timeout], signal: undefined },
  );
  const envelope = z.parse(envelopeSchema, JSON.parse(text));
  if (envelope.success && envelope.code === codes.ok) return envelope;
  throw new ApiError({
    kind: 'refused',
    code: envelope.code || status,
    msg: envelope.msg ?? '',
    data: envelope.data,
  });
}
