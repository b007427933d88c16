/**
 * Makes one call to a running server and reads the answer with the phone's own reader. The result also describes how
 * the answer differs from the answer of our own server.
 */
import { getMember, registerGuest, unknownId, type Member } from '#contract/calls/member.ts';
import { getTableActiveOrder } from '#contract/calls/order.ts';
import { readEnvelope, type Call } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { headers as headerNames, defaultLanguage } from '#contract/http/headers.ts';
import { timeouts } from '#contract/limits.ts';
import { convertToContract } from '#contract/reading/foreign-shapes.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import * as z from 'zod/mini';
import { parseLong } from '#contract/reading/parse-long.ts';
import { findUnread } from './unread.ts';

/** A diner with their own browser. Fields that the server has not sent yet are undefined. */
export interface Diner {
  readonly browserId: string;
  /** Value of the header Guest-Account-Identifier. Default: the browser's id. */
  readonly fingerprint?: string;
  readonly userId?: string;
  readonly token?: string;
  readonly tableId?: string;
  readonly sessionId?: string;
}

export interface CallInput {
  readonly diner: Diner;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A guest makes this call. If the server refuses guests (10011), the phone asks the diner to log in. */
  readonly isGuest?: boolean;
  /** Default: the restaurant of the run. */
  readonly merchantId?: string;
}

/** How an answer differs from our own server's. Paths have dots, and `[]` for the entries of a list. */
export interface Deviations {
  /** Missing fields. The phone works without them. */
  readonly missing: readonly string[];
  /** Values that the phone cannot read and ignores. */
  readonly leftOut: readonly string[];
  /** Fields that the phone does not use. */
  readonly unread: readonly string[];
  /** Times without a time zone. */
  readonly zoneless: readonly string[];
}

/** How long the server took (ms), and the server's time when it answered (ms since 1970). */
export interface Timing {
  readonly ms: number;
  readonly serverNow: number;
}

type Outcome<Data> =
  | { readonly kind: 'read'; readonly data: Data; readonly envelope: object; readonly deviations: Deviations }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string }
  | { readonly kind: 'unreadable'; readonly why: string; readonly unread: readonly string[] }
  | { readonly kind: 'noAnswer'; readonly why: string };

export type Answer<Data> = Outcome<Data> & Timing;

export type Ask = <Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  asked: CallInput,
) => Promise<Answer<Data>>;

/** Creates a function that makes calls. @param base address of the API without a trailing slash */
export function createAsk(base: string, merchantId: string): Ask {
  const ask: Ask = async (call, { diner, params = {}, query, body, merchantId: asked = merchantId }) => {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const begin = performance.now();
    const measureTiming = (date: string | null = null) => {
      const dateMs = date === null ? NaN : Date.parse(date);
      return {
        ms: Math.round(performance.now() - begin),
        serverNow: Number.isNaN(dateMs) ? Date.now() : dateMs,
      };
    };
    try {
      const response = await fetch(base + path + search, {
        method: call.method,
        headers: createHeaders(asked, diner, body !== undefined),
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(timeouts[call.timeout]),
      });
      const text = await response.text();
      return { ...readOutcome(call, response.status, text), ...measureTiming(response.headers.get('Date')) };
    } catch (error) {
      return { kind: 'noAnswer', why: describeError(error), ...measureTiming() };
    }
  };
  return async (call, asked) => {
    const answer = await ask(call, asked);
    if ((call as unknown) !== registerGuest || answer.kind !== 'read') return answer;
    return (await completeGuest(answer as Answer<Member>, asked)) as typeof answer;
  };

  /** If a server answers a registration with only a token, the phone asks for the guest's id in a second call. */
  async function completeGuest(answer: Answer<Member>, asked: CallInput): Promise<Answer<Member>> {
    if (answer.kind !== 'read' || answer.data.id !== unknownId) return answer;
    const { token } = answer.data;
    const who = await ask(getMember, { ...asked, diner: { ...asked.diner, ...(token && { token }) } });
    return who.kind === 'read' ? { ...who, data: { ...who.data, ...(token && { token }) } } : who;
  }
}

function readOutcome<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  status: number,
  text: string,
): Outcome<Data> {
  const envelope = readEnvelope(parseJson(text), status);
  if (!envelope) {
    // The phone accepts a 401 without an envelope.
    if (status === codes.unauthorized) return { kind: 'refused', code: status, msg: '' };
    return { kind: 'unreadable', why: `HTTP ${status}, and no JSON with an envelope`, unread: [] };
  }
  const { success, code, msg, data } = envelope;
  const isNoOrder = (call as unknown) === getTableActiveOrder && (code || status) === codes.notFound;
  if (!isNoOrder && (!success || code !== codes.ok))
    return { kind: 'refused', code: code || status, msg: msg ?? '' };
  const read = readAnswer(call, isNoOrder ? null : data);
  const unread = findUnread(call, data);
  if (!read.ok)
    return { kind: 'unreadable', why: `${read.missing.path || 'data'} ${read.missing.why}`, unread };
  const leftOut = removeDuplicates(
    read.leftOut.map(({ path, why }) => `${toPattern(path.split('.'))} ${why}`),
  );
  const deviations = { missing: findMissing(call, data), leftOut, unread, zoneless: findZoneless(data) };
  return { kind: 'read', data: read.value, envelope, deviations };
}

function findMissing(call: Call, data: unknown): string[] {
  const shaped = convertToContract(call, data);
  const issues = z.safeParse(call.data, shaped).error?.issues ?? [];
  const missing = issues.filter(({ path }) => (getValueAt(shaped, path) ?? undefined) === undefined);
  return removeDuplicates(missing.map(({ path }) => toPattern(path))).filter(Boolean);
}

const timeWithoutZone = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?$/;

function findZoneless(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return timeWithoutZone.test(value) ? [toPattern(path)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return removeDuplicates(
    Object.entries(value).flatMap(([name, each]) => findZoneless(each, [...path, name])),
  );
}

function toPattern(path: readonly PropertyKey[]): string {
  return path
    .map((name) => (/^\d+$/.test(String(name)) ? '[]' : `.${String(name)}`))
    .join('')
    .replace(/^\./, '');
}

function getValueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const name of path) here = (here as Record<PropertyKey, unknown> | null | undefined)?.[name];
  return here;
}

function removeDuplicates(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function parseJson(text: string): unknown {
  try {
    return parseLong(text);
  } catch {
    return undefined;
  }
}

function createHeaders(merchantId: string, diner: Diner, hasBody: boolean): Record<string, string> {
  const { browserId, fingerprint = browserId, token, tableId, sessionId } = diner;
  return {
    ...(hasBody && { 'Content-Type': 'application/json' }),
    [headerNames.languageCode]: defaultLanguage,
    [headerNames.guestAccountIdentifier]: fingerprint,
    [headerNames.merchantId]: merchantId,
    ...(token && { [headerNames.authorization]: `Bearer ${token}` }),
    ...(tableId && { [headerNames.tableId]: tableId }),
    ...(sessionId && { [headerNames.tableSession]: sessionId }),
  };
}

function describeError(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
