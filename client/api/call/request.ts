import { nanoid } from 'nanoid';
import * as z from 'zod/mini';
import { mayHaveLongNumber, readEnvelope, type Call, type envelopeSchema } from '#contract/http/call.ts';
import { headers as headerNames, type LanguageCode } from '#contract/http/headers.ts';
import { codes } from '#contract/codes.ts';
import { refreshToken, unauthorizedDataSchema } from '#contract/calls/token.ts';
import { timeouts } from '#contract/limits.ts';
import { getApiBase } from './api-base.ts';
import { ApiError, loadCode } from '../api-error.ts';
import { logBehaviour } from '../behaviour/behaviour-log.ts';
import { dinerState, updateDiner } from '../diner-state.ts';
import { notifyUnauthorized } from './unauthorized.ts';
import { fetchText } from './fetch-text.ts';
import { setServerDate, setServerTime } from '../server-clock.ts';
import { cookieNames, localValue, readCookie, storageKeys } from '#client/values/web-storage.ts';
import type { Renewal, TokenHolder } from './token-renewal.ts';

/** What one request carries; params, query and body as the call's schemas take them in. */
export interface RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The body of a call with `fileBytes`. */
  readonly file?: Blob;
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

interface Success<Data> {
  readonly data: Data;
  /** The envelope with the fields that stand beside `data`. */
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** The first one may only have found another tab's token, which has expired as well. */
const maxRenewals = 2;

/** Longer than this no server's `Retry-After` is heeded, ms: a timer takes 24 days at most. */
const maxRetryAfterMs = 3_600_000;

let onFailure: (call: Call, error: unknown) => void = () => {};

/** Called with every call that came to nothing. */
export function setFailureHandler(handler: typeof onFailure): void {
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
): Promise<Success<Data>> {
  try {
    return await requestWithRenewal(call, options);
  } catch (error) {
    onFailure(call, error);
    throw error;
  }
}

async function requestWithRenewal<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  options: RequestOptions,
): Promise<Success<Data>> {
  let token = getOwnToken(options);
  let { status, envelope, retryAfterMs } = await sendOnce(call, options);
  for (let renewals = 0; token !== undefined && isUnauthorized(status, envelope); renewals += 1) {
    const mayRenew = renewals < maxRenewals && z.safeParse(unauthorizedDataSchema, envelope?.data).success;
    const renewal = mayRenew ? await renewToken(token) : 'refused';
    if (renewal === 'refused') endLogin(token);
    if (renewal !== 'renewed') break;
    token = getOwnToken(options);
    ({ status, envelope, retryAfterMs } = await sendOnce(call, options));
  }
  if (!envelope?.success || envelope.code !== codes.ok) {
    const { code, msg, data } = { ...envelope };
    const refusal = new ApiError({
      kind: 'refused',
      code: code || status,
      msg: msg ?? '',
      data,
      retryAfterMs,
    });
    // A proxy's page: what its status says of the call holds without an envelope too.
    throw envelope || refusal.isWorthAnotherTry || status === codes.unauthorized
      ? refusal
      : createMalformedError(call, `status ${status}, no envelope`, status);
  }
  return { data: await readData(call, envelope.data, options.language), envelope };
}

/** P5: what is not as our own server would write it is read by a reader that few phones ever load. */
async function readData<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  data: unknown,
  language: LanguageCode = dinerState.value.language,
): Promise<Data> {
  const exact = z.safeParse(call.data, data);
  if (exact.success) return exact.data;
  const { readAnswer } = await loadCode(() => import('#contract/reading/read-answer.ts'));
  const read = readAnswer(call, data, language);
  if (!read.ok) throw createMalformedError(call, `${read.missing.path || 'data'} ${read.missing.why}`);
  for (const { path, why } of read.leftOut) console.warn(`${call.method} ${call.path}: ${path} ${why}`);
  if (read.leftOut.length > 0) logBehaviour('answer-read-in-part');
  return read.value;
}

type Envelope = z.infer<typeof envelopeSchema>;

async function sendOnce(
  call: Call,
  options: RequestOptions,
): Promise<{ status: number; envelope: Envelope | undefined; retryAfterMs: number | undefined }> {
  // Before anything is waited for: who the headers name is whose server is asked.
  const address = buildAddress(call, options);
  const init = {
    method: call.method,
    // A browser makes a second request for the same address wait until the first is answered, to share what it caches.
    cache: 'no-store' as const,
    headers: {
      ...(call.method === 'POST' && { [headerNames.idempotencyKey]: nanoid() }),
      ...(await buildHeaders(call, options)),
    },
    body: options.file ?? (options.body === undefined ? null : JSON.stringify(options.body)),
  };
  const patience = { silenceMs: timeouts[call.timeout], signal: options.signal };
  const { status, headers, at, text } = await fetchText(address, init, patience);
  const serverTime = new Date(Number(headers.get(headerNames.serverTime))).getTime();
  if (serverTime > 0) setServerTime(serverTime, at);
  setServerDate(headers.get('Date'), at);
  const envelope = readEnvelope(await parseBody(text), status);
  // In seconds; a date, the header's other form, is left to the usual waits.
  const seconds = Number(headers.get('Retry-After'));
  const retryAfterMs = seconds > 0 ? Math.min(seconds * 1_000, maxRetryAfterMs) : undefined;
  return { status, envelope, retryAfterMs };
}

function isUnauthorized(status: number, envelope: Envelope | undefined): boolean {
  return status === codes.unauthorized || envelope?.code === codes.unauthorized;
}

const tokenHolder: TokenHolder = {
  getCurrent: () => dinerState.value.token,
  getShared: () => readCookie(cookieNames.token) || undefined,
  save: (token) => updateDiner({ token }),
  renew: async (token) => (await request(refreshToken, { headers: createBearerHeader(token) })).token,
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
function endLogin(token: string): void {
  const shared = readCookie(cookieNames.token) || token;
  if (dinerState.value.token === token && shared === token) notifyUnauthorized();
}

/** The header of a call that is not made with the diner's own token. */
export function createBearerHeader(token: string): Record<string, string> {
  return { [headerNames.authorization]: `Bearer ${token}` };
}

/** The diner's token, if that is what the request goes with. A token is good for one merchant. */
function getOwnToken({ merchantId, headers }: RequestOptions): string | undefined {
  const { token, merchantId: own } = dinerState.value;
  const isKnown = (merchantId ?? own) === own;
  return isKnown && headers?.[headerNames.authorization] === undefined ? token || undefined : undefined;
}

function buildAddress(call: Call, options: RequestOptions): string {
  const { params = {}, query = {}, merchantId = dinerState.value.merchantId } = options;
  const base = options.base ?? getApiBase(merchantId);
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodePathSegment(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return base + (text ? `${path}?${text}` : path);
}

/** An id as one step of a path. `.` and `..`, which no escape keeps from being folders, become what no server knows. */
function encodePathSegment(id: string): string {
  return encodeText(id).replace(/^\.\.?$/, '...');
}

/** Half a character, as a cut text may end with, can not be escaped. */
function encodeText(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD'));
}

/** Headers carry ASCII; a browser throws at anything else. */
function encodeHeader(text: string): string {
  return text.replaceAll(/[^ -~]+/g, encodeText);
}

async function buildHeaders(call: Call, options: RequestOptions): Promise<Record<string, string>> {
  const { merchantId: own, language, table } = dinerState.value;
  const token = getOwnToken(options);
  const merchantId = options.merchantId ?? own;
  // At another restaurant this diner sits nowhere yet; without a table (D19) there is none to name.
  const { tableId, sessionId } = (table?.merchantId === merchantId && table) || {};
  // What is only read does not wait for it.
  const visitor =
    localValue.get(storageKeys.getFingerprint) ?? (call.method === 'GET' ? '' : await fingerprint());
  const fields = {
    [headerNames.languageCode]: options.language ?? language,
    [headerNames.guestAccountIdentifier]: visitor,
    ...(token && createBearerHeader(token)),
    [headerNames.merchantId]: merchantId,
    [headerNames.tableId]: tableId,
    [headerNames.tableSession]: sessionId,
    ...options.headers,
  };
  const sent: Record<string, string> =
    options.body === undefined ? {} : { 'Content-Type': 'application/json' };
  for (const [name, value] of Object.entries(fields)) if (value) sent[name] = encodeHeader(value);
  return sent;
}

/** D6: numbers of more than 15 digits are read as text, by a parser that hardly any answer needs. */
async function parseBody(text: string): Promise<unknown> {
  const parse: (json: string) => unknown = mayHaveLongNumber.test(text)
    ? (await loadCode(() => import('#contract/reading/parse-long.ts'))).parseLong
    : JSON.parse;
  try {
    return parse(text);
  } catch {
    console.warn('an answer is no JSON');
    logBehaviour('json-parse-failed');
    return undefined;
  }
}

function createMalformedError(call: Call, reason: string, status?: number): ApiError {
  console.warn(`${call.method} ${call.path}: ${reason}`);
  return new ApiError({ kind: 'malformed', reason, status });
}

let pending: Promise<string> | undefined;

/**
 * The browser's fingerprint, computed once and kept; empty when it can't be had, or not in time: its code may hang like
 * any download. No identity hangs on it (D17).
 */
function fingerprint(): Promise<string> {
  const tooLate = new Promise<string>((resolve) => setTimeout(resolve, timeouts.read, ''));
  return Promise.race([(pending ??= computeFingerprint()), tooLate]);
}

async function computeFingerprint(): Promise<string> {
  try {
    const { loadFingerprint } = await import('./fingerprint.ts');
    return await loadFingerprint();
  } catch (error) {
    console.warn('the fingerprint could not be had', error);
    logBehaviour('fingerprint-id-failed');
    return '';
  }
}
