/**
 * Sends the contract's calls to the merchant's API.
 *
 *   request ─► requestWithRenewal ─► sendOnce ─► fetchText
 *                     ▲                  │
 *                     └─ 401: renew the token, send again (at most twice)
 *
 * A failed call rejects with an ApiError. If an answer does not fit its schema, a tolerant reader leaves out the parts that
 * it cannot read. The code of that reader and of the renewal is loaded only when it is needed.
 *
 *   const { token } = await request(refreshToken, { headers: createBearerHeader(expired) });
 */
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

/** Input of one request. `params`, `query` and `body` have the shape of the call's schemas. */
export interface RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The body of a call that uploads a file. Replaces `body`. */
  readonly file?: Blob;
  /** Default: the diner's current merchant. */
  readonly merchantId?: string;
  /** Default: the diner's current language. */
  readonly language?: LanguageCode;
  /** Sent in addition to the usual headers; replaces those of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Base of the API. Default: the merchant's base. */
  readonly base?: string;
}

interface Success<Data> {
  readonly data: Data;
  /** The whole envelope: some calls have fields next to `data`. */
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** The first renewal may only find the token of another tab. That token may have expired too, so a second one is allowed. */
const maxRenewals = 2;

/** A longer wait in the header `Retry-After` is shortened to this, ms. */
const maxRetryAfterMs = 3_600_000;

/** Headers of every call of this page. */
let common: Readonly<Record<string, string>> = {};

export function setCommonHeaders(headers: typeof common): void {
  common = headers;
}

let onFailure: (call: Call, error: unknown) => void = () => {};

/** Sets the handler that is called for every failed call. */
export function setFailureHandler(handler: typeof onFailure): void {
  onFailure = handler;
}

/** Makes a call and returns its `data`. Rejects with an ApiError. */
export async function request<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  options: RequestOptions,
): Promise<Data> {
  return (await requestEnvelope(call, options)).data;
}

/** Makes a call and returns its `data` and the whole envelope. Rejects with an ApiError. */
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

/** Sends a call, and again after each renewal of an expired token. Throws an ApiError if the last answer is a refusal. */
async function requestWithRenewal<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  options: RequestOptions,
): Promise<Success<Data>> {
  let token = getOwnToken(options);
  let { status, envelope, retryAfterMs } = await sendOnce(call, options);
  // A call without a token cannot be unauthorized for an expired one.
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
    // A proxy's error page has no envelope. Its status counts only if it is a 401 or says to try again later.
    throw envelope || refusal.isWorthAnotherTry || status === codes.unauthorized
      ? refusal
      : createMalformedError(call, `status ${status}, no envelope`, status);
  }
  return { data: await readData(call, envelope.data, options.language), envelope };
}

/** Reads `data` by the call's schema, or with the tolerant reader. Throws an ApiError if a required part is missing. */
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
  // The diner may change during an `await`. Address and headers read the diner before any `await`, so both name the same
  // merchant.
  const address = buildAddress(call, options);
  const init = {
    method: call.method,
    // With caching allowed, a browser holds a second request to the same address back until the first is answered.
    cache: 'no-store' as const,
    headers: {
      // A browser may resend a POST by itself. The key lets the server recognise it.
      ...(call.method === 'POST' && { [headerNames.idempotencyKey]: nanoid() }),
      ...(await buildHeaders(call, options)),
    },
    body: options.file ?? (options.body === undefined ? null : JSON.stringify(options.body)),
  };
  const limits = { silenceMs: timeouts[call.timeout], signal: options.signal };
  const { status, headers, at, text } = await fetchText(address, init, limits);
  // `Date` turns numbers outside its range into NaN.
  const serverTime = new Date(Number(headers.get(headerNames.serverTime))).getTime();
  if (serverTime > 0) setServerTime(serverTime, at);
  setServerDate(headers.get('Date'), at);
  const envelope = readEnvelope(await parseBody(text), status);
  // The header may contain a date instead of seconds. A date is ignored, and the caller waits as usual.
  const seconds = Number(headers.get('Retry-After'));
  const retryAfterMs = seconds > 0 ? Math.min(seconds * 1_000, maxRetryAfterMs) : undefined;
  return { status, envelope, retryAfterMs };
}

function isUnauthorized(status: number, envelope: Envelope | undefined): boolean {
  return status === codes.unauthorized || envelope?.code === codes.unauthorized;
}

/** Where the renewal reads and writes the token: this tab's state, and the cookie that all tabs share. */
const tokenHolder: TokenHolder = {
  getCurrent: () => dinerState.value.token,
  getShared: () => readCookie(cookieNames.token) || undefined,
  save: (token) => updateDiner({ token }),
  renew: async (token) => (await request(refreshToken, { headers: createBearerHeader(token) })).token,
  locks: (globalThis.navigator as Partial<Navigator> | undefined)?.locks,
};
/** Undefined until the code of the renewal is loaded. */
let renew: ((expired: string) => Promise<Renewal>) | undefined;

/** Renews a token. Loads the code for it at the first expired token, because most visits never need it. */
async function renewToken(expired: string): Promise<Renewal> {
  const module = renew ? undefined : await import('./token-renewal.ts').catch(() => undefined);
  renew ??= module?.createTokenRenewal(tokenHolder);
  if (!renew) throw new ApiError({ kind: 'network', reason: 'unreachable' });
  return await renew(expired);
}

/** Reports that the login with this token is over, unless this tab or another has a newer token. */
function endLogin(token: string): void {
  const shared = readCookie(cookieNames.token) || token;
  if (dinerState.value.token === token && shared === token) notifyUnauthorized();
}

/** Returns the header `Authorization` for a token, for calls that do not use the diner's own. */
export function createBearerHeader(token: string): Record<string, string> {
  return { [headerNames.authorization]: `Bearer ${token}` };
}

/**
 * Returns the diner's token, or undefined if this request must not send it. A token is valid for one merchant only. A
 * request may also bring another token in its headers.
 */
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

/**
 * Encodes an id as one segment of a path. Browsers treat `.` and `..` as folders even in escaped form. They become `...`,
 * which the server treats as an unknown id.
 */
function encodePathSegment(id: string): string {
  return encodeText(id).replace(/^\.\.?$/, '...');
}

/** Encodes text for an address. Replaces half surrogate pairs, such as at the end of a cut text, because they throw. */
function encodeText(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD'));
}

/** Encodes the characters outside ASCII, because `fetch` throws at them in a header. */
function encodeHeader(text: string): string {
  return text.replaceAll(/[^ -~]+/g, encodeText);
}

async function buildHeaders(call: Call, options: RequestOptions): Promise<Record<string, string>> {
  const { merchantId: own, language, table } = dinerState.value;
  const token = getOwnToken(options);
  const merchantId = options.merchantId ?? own;
  // A table belongs to one merchant, so requests to others do not name it.
  const { tableId, sessionId } = (table?.merchantId === merchantId && table) || {};
  // A read does not wait until the fingerprint is computed.
  const fingerprint =
    localValue.get(storageKeys.fingerprint) ?? (call.method === 'GET' ? '' : await waitForFingerprint());
  const fields = {
    [headerNames.languageCode]: options.language ?? language,
    [headerNames.guestAccountIdentifier]: fingerprint,
    ...(token && createBearerHeader(token)),
    [headerNames.merchantId]: merchantId,
    [headerNames.tableId]: tableId,
    [headerNames.tableSession]: sessionId,
    ...common,
    ...options.headers,
  };
  const sent: Record<string, string> =
    options.body === undefined ? {} : { 'Content-Type': 'application/json' };
  for (const [name, value] of Object.entries(fields)) if (value) sent[name] = encodeHeader(value);
  return sent;
}

/**
 * Parses the JSON of an answer, or returns undefined if it is not valid. JavaScript rounds numbers of more than 15 digits.
 * A special parser reads those as text. Few answers need it.
 */
async function parseBody(text: string): Promise<unknown> {
  const parse: (json: string) => unknown = mayHaveLongNumber.test(text)
    ? (await loadCode(() => import('#contract/reading/parse-long.ts'))).parseLong
    : JSON.parse;
  try {
    return parse(text);
  } catch {
    console.warn('the answer is not valid JSON; a proxy may have replaced it');
    logBehaviour('json-parse-failed');
    return undefined;
  }
}

function createMalformedError(call: Call, reason: string, status?: number): ApiError {
  console.warn(`${call.method} ${call.path}: ${reason}`);
  return new ApiError({ kind: 'malformed', reason, status });
}

/** The computation of the fingerprint. All calls wait for the same one. */
let fingerprinting: Promise<string> | undefined;

/**
 * Returns the browser's fingerprint, or an empty text if it is not computed in time. The server does not identify diners by
 * it, so a call may go without.
 */
function waitForFingerprint(): Promise<string> {
  const tooLate = new Promise<string>((resolve) => setTimeout(resolve, timeouts.read, ''));
  return Promise.race([(fingerprinting ??= computeFingerprint()), tooLate]);
}

async function computeFingerprint(): Promise<string> {
  try {
    const { loadFingerprint } = await import('./fingerprint.ts');
    return await loadFingerprint();
  } catch (error) {
    console.warn('the fingerprint could not be computed; calls go without it', error);
    logBehaviour('fingerprint-id-failed');
    return '';
  }
}
