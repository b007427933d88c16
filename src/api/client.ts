import { parse as parseLossless } from 'lossless-json';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { envelopeSchema } from '#contract/envelope.ts';
import { headers as headerNames, type LanguageCode } from '#contract/headers.ts';
import { codes } from '#contract/codes.ts';
import { timeouts } from '#contract/limits.ts';
import { apiBaseOf } from './api-base.ts';
import { ApiError } from './api-error.ts';
import { logBehaviour } from './behaviour-log.ts';
import { dinerState } from './diner-state.ts';
import { fingerprint } from './fingerprint.ts';
import { patientFetch, type WholeAnswer } from './patient-fetch.ts';
import { noteServerTime } from './server-clock.ts';

/** What one request carries; params, query and body as the call's schemas take them in. */
export interface RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** Default: the merchant of the diner's state. */
  readonly merchantId?: string;
  /** Default: the language of the diner's state. */
  readonly language?: LanguageCode;
  /** Sent beside the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Base of the API; default: the one that the merchant's calls go to. */
  readonly base?: string;
}

export interface Answer<Data> {
  readonly data: Data;
  /** The envelope with the fields that stand beside `data`. */
  readonly envelope: Readonly<Record<string, unknown>>;
}

type Unauthorized = () => void;
let onUnauthorized: Unauthorized = () => {};

/** Called on every 401, in the body or as the status (section 8). */
export function whenUnauthorized(handler: Unauthorized): void {
  onUnauthorized = handler;
}

let onFailure: (call: Call, error: unknown) => void = () => {};

/** Called with every call that came to nothing. */
export function whenCallFails(handler: typeof onFailure): void {
  onFailure = handler;
}

/** Makes a call and answers its `data`. Rejects with an ApiError. */
export async function request<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  options: RequestOptions,
): Promise<Data> {
  return (await requestEnvelope(call, options)).data;
}

/** The same, with the fields beside `data`. */
export async function requestEnvelope<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  options: RequestOptions,
): Promise<Answer<Data>> {
  try {
    return await answered(call, options);
  } catch (error) {
    onFailure(call, error);
    throw error;
  }
}

async function answered<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  options: RequestOptions,
): Promise<Answer<Data>> {
  const whole = await send(call, options);
  const serverTime = Number(whole.headers.get(headerNames.serverTime));
  if (serverTime > 0) noteServerTime(serverTime);
  const body = parseBody(whole.text);
  const envelope = z.safeParse(envelopeSchema, body);
  if (whole.status === codes.unauthorized || (envelope.success && envelope.data.code === codes.unauthorized))
    onUnauthorized();
  if (!envelope.success) throw malformed(call, `status ${whole.status}, no envelope`);
  const { success, code, msg, data } = envelope.data;
  if (!success || code !== codes.ok)
    throw new ApiError({ kind: 'refused', code: code || whole.status, msg: msg ?? '', data });
  const parsed = z.safeParse(call.data, data);
  if (!parsed.success) throw malformed(call, z.prettifyError(parsed.error));
  return { data: parsed.data, envelope: envelope.data };
}

async function send(call: Call, options: RequestOptions): Promise<WholeAnswer> {
  const init = {
    method: call.method,
    headers: await headersOf(options),
    body: options.body === undefined ? null : JSON.stringify(options.body),
  };
  const patience = { silenceMs: timeouts[call.timeout], signal: options.signal };
  return await patientFetch(addressOf(call, options), init, patience);
}

function addressOf(call: Call, options: RequestOptions): string {
  const { params = {}, query = {}, merchantId = dinerState.value.merchantId } = options;
  const base = options.base ?? apiBaseOf(merchantId);
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return base + (text ? `${path}?${text}` : path);
}

async function headersOf(options: RequestOptions): Promise<Record<string, string>> {
  const { token, merchantId, language, table } = dinerState.value;
  const merchant = options.merchantId ?? merchantId;
  // A token is good for one merchant; at another restaurant this diner is nobody yet.
  const isKnown = merchant === merchantId;
  return {
    ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
    [headerNames.languageCode]: options.language ?? language,
    [headerNames.guestAccountIdentifier]: await fingerprint(),
    ...(token && isKnown && { [headerNames.authorization]: `Bearer ${token}` }),
    ...(merchant && { [headerNames.merchantId]: merchant }),
    ...(table &&
      isKnown && { [headerNames.tableId]: table.tableId, [headerNames.tableSession]: table.sessionId }),
    ...options.headers,
  };
}

/** D6: numbers of more than 15 digits are read as text. */
function parseBody(text: string): unknown {
  try {
    return parseLossless(text, undefined, {
      parseNumber: (digits) => (digits.replaceAll(/\D/g, '').length > 15 ? digits : Number(digits)),
    });
  } catch {
    console.warn('an answer is no JSON');
    logBehaviour('json-parse-failed');
    return undefined;
  }
}

function malformed(call: Call, reason: string): ApiError {
  console.warn(`${call.method} ${call.path}: ${reason}`);
  return new ApiError({ kind: 'malformed', reason });
}
