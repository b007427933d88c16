import { nanoid } from 'nanoid';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { envelopeSchema } from '#contract/envelope.ts';
import { headers as headerNames, type LanguageCode } from '#contract/headers.ts';
import { codes } from '#contract/codes.ts';
import { refreshToken, unauthorizedDataSchema } from '#contract/calls/token.ts';
import { timeouts } from '#contract/limits.ts';
import { apiBaseOf } from './api-base.ts';
import { ApiError } from '../api-error.ts';
import { logBehaviour } from '../behaviour/behaviour-log.ts';
import { dinerState, updateDiner } from '../diner-state.ts';
import { patientFetch, type WholeAnswer } from './patient-fetch.ts';
import { noteDate, noteServerTime } from '../server-clock.ts';
import { cookieNames, localValue, readCookie, storageKeys } from '#src/kit/storage/web-storage.ts';
import type { Renewal, TokenHolder } from './token-renewal.ts';

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

interface GoodAnswer<Data> {
  readonly data: Data;
  /** The envelope with the fields that stand beside `data`. */
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** Also text may look like one. */
const mayHaveLongNumber = /\d[\d.eE+-]{15}/;

type Unauthorized = () => void;
let onUnauthorized: Unauthorized = () => {};

/** Called on a 401, in the body or as the status (CE11), unless the token can be renewed. */
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
): Promise<GoodAnswer<Data>> {
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
): Promise<GoodAnswer<Data>> {
  const token = ownToken(options);
  let { status, envelope, retryAfterMs } = await exchange(call, options);
  if (token !== undefined && isUnauthorized(status, envelope)) {
    const hasExpired = z.safeParse(unauthorizedDataSchema, envelope?.data).success;
    const renewal = hasExpired ? await renewToken(token) : 'refused';
    if (renewal === 'refused') endOf(token);
    if (renewal === 'renewed') ({ status, envelope, retryAfterMs } = await exchange(call, options));
  }
  if (!envelope) throw malformed(call, `status ${status}, no envelope`);
  const { success, code, msg, data } = envelope;
  if (!success || code !== codes.ok)
    throw new ApiError({ kind: 'refused', code: code || status, msg: msg ?? '', data, retryAfterMs });
  const parsed = z.safeParse(call.data, data);
  if (!parsed.success) throw malformed(call, z.prettifyError(parsed.error));
  return { data: parsed.data, envelope };
}

type Envelope = z.infer<typeof envelopeSchema>;

async function exchange(
  call: Call,
  options: RequestOptions,
): Promise<{ status: number; envelope: Envelope | undefined; retryAfterMs: number | undefined }> {
  const { status, headers, text } = await send(call, options);
  const serverTime = Number(headers.get(headerNames.serverTime));
  if (serverTime > 0) noteServerTime(serverTime);
  noteDate(headers.get('Date'));
  const envelope = z.safeParse(envelopeSchema, await parseBody(text));
  // In seconds; a date, the header's other form, is left to the usual waits.
  const seconds = Number(headers.get('Retry-After'));
  return { status, envelope: envelope.data, retryAfterMs: seconds > 0 ? seconds * 1_000 : undefined };
}

function isUnauthorized(status: number, envelope: Envelope | undefined): boolean {
  return status === codes.unauthorized || envelope?.code === codes.unauthorized;
}

const tokenHolder: TokenHolder = {
  current: () => dinerState.value.token,
  shared: () => readCookie(cookieNames.token) || undefined,
  keep: (token) => updateDiner({ token }),
  ask: async (token) => (await request(refreshToken, { headers: bearer(token) })).token,
  locks: (globalThis.navigator as Partial<Navigator> | undefined)?.locks,
};
let renew: ((expired: string) => Promise<Renewal>) | undefined;

/** Its code is needed at a token's end alone. */
async function renewToken(expired: string): Promise<Renewal> {
  const code = renew ? undefined : await import('./token-renewal.ts').catch(() => undefined);
  renew ??= code?.createTokenRenewal(tokenHolder);
  if (!renew) throw new ApiError({ kind: 'network', reason: 'unreachable' });
  return await renew(expired);
}

/** A late answer to somebody who is gone already ends nothing of who is here now, in this tab or another. */
function endOf(token: string): void {
  const shared = readCookie(cookieNames.token) || token;
  if (dinerState.value.token === token && shared === token) onUnauthorized();
}

/** The header of a call that is not made with the diner's own token. */
export function bearer(token: string): Record<string, string> {
  return { [headerNames.authorization]: `Bearer ${token}` };
}

/** The diner's token, if that is what the request goes with. A token is good for one merchant. */
function ownToken({ merchantId, headers }: RequestOptions): string | undefined {
  const { token, merchantId: own } = dinerState.value;
  const isKnown = (merchantId ?? own) === own;
  return isKnown && headers?.[headerNames.authorization] === undefined ? token || undefined : undefined;
}

async function send(call: Call, options: RequestOptions): Promise<WholeAnswer> {
  const init = {
    method: call.method,
    headers: {
      ...(call.method === 'POST' && { [headerNames.idempotencyKey]: nanoid() }),
      ...(await headersOf(call, options)),
    },
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

async function headersOf(call: Call, options: RequestOptions): Promise<Record<string, string>> {
  const { merchantId, language, table } = dinerState.value;
  const token = ownToken(options);
  const merchant = options.merchantId ?? merchantId;
  const visitor = call.method === 'GET' ? knownFingerprint() : await fingerprint();
  // A token is good for one merchant; at another restaurant this diner is nobody yet.
  const isKnown = merchant === merchantId;
  return {
    ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
    [headerNames.languageCode]: options.language ?? language,
    ...(visitor !== undefined && { [headerNames.guestAccountIdentifier]: visitor }),
    ...(token && bearer(token)),
    ...(merchant && { [headerNames.merchantId]: merchant }),
    ...(table &&
      isKnown && { [headerNames.tableId]: table.tableId, [headerNames.tableSession]: table.sessionId }),
    ...options.headers,
  };
}

/** D6: numbers of more than 15 digits are read as text, by a parser that hardly any answer needs. */
async function parseBody(text: string): Promise<unknown> {
  try {
    return mayHaveLongNumber.test(text)
      ? (await import('./parse-long.ts')).parseLong(text)
      : JSON.parse(text);
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

let pending: Promise<string> | undefined;

/** The browser's fingerprint, computed once and kept; empty when it can't be had. No identity hangs on it (D17). */
function fingerprint(): Promise<string> {
  return (pending ??= find());
}

/** The same if it is known already: what is only read does not wait for it. */
function knownFingerprint(): string | undefined {
  return localValue.get(storageKeys.fingerprint);
}

async function find(): Promise<string> {
  const kept = localValue.get(storageKeys.fingerprint);
  if (kept) return kept;
  try {
    const { load } = await import('@fingerprintjs/fingerprintjs');
    const agent = await load();
    const { visitorId } = await agent.get();
    localValue.set(storageKeys.fingerprint, visitorId);
    return visitorId;
  } catch (error) {
    console.warn('the fingerprint could not be had', error);
    logBehaviour('fingerprint-id-failed');
    return '';
  }
}
