/** One call to a running server, read as a phone reads it, and what was found in the answer. */
import { getMember, registerGuest, unknownId, type Member } from '#contract/calls/member.ts';
import { getTableActiveOrder } from '#contract/calls/order.ts';
import { readEnvelope, type Call } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { headers as headerNames, defaultLanguage } from '#contract/http/headers.ts';
import { timeouts } from '#contract/limits.ts';
import { inOurShape } from '#contract/reading/foreign-shapes.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import * as z from 'zod/mini';
import { parseLong } from '#contract/reading/parse-long.ts';
import { findUnread, type Unread } from './unread.ts';

/** A diner with a browser of their own. What is not known yet is undefined. */
export interface Diner {
  readonly browserId: string;
  /** What the header Guest-Account-Identifier says; undefined: the browser's id. */
  readonly fingerprint?: string;
  readonly userId?: string;
  readonly token?: string;
  readonly tableId?: string;
  readonly sessionId?: string;
}

export interface Asked {
  readonly diner: Diner;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Told that guests may not (10011), the phone asks its diner to log in. */
  readonly isGuest?: boolean;
  /** undefined: the restaurant of the journey. */
  readonly merchantId?: string;
}

/** What an answer has in another way than our own server would write it; paths with dots, `[]` for each entry. */
export interface Looks {
  /** Not there: the phone does without. */
  readonly missing: readonly string[];
  /** Written in another way, and read. */
  readonly other: readonly string[];
  /** There, and nobody can read it: left out. */
  readonly leftOut: readonly string[];
  /** There, and the phone does not look at it. */
  readonly unread: readonly Unread[];
  /** Times that name no time zone. */
  readonly zoneless: readonly string[];
}

/** How long the server took, ms, and its clock when it answered, ms since 1970. */
export interface Timing {
  readonly ms: number;
  readonly serverNow: number;
}

type Outcome<Data> =
  | { readonly kind: 'read'; readonly data: Data; readonly envelope: object; readonly looks: Looks }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string }
  | { readonly kind: 'unreadable'; readonly why: string; readonly unread: readonly Unread[] }
  | { readonly kind: 'noAnswer'; readonly why: string };

export type Answer<Data> = Outcome<Data> & Timing;

export type Ask = <Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  asked: Asked,
) => Promise<Answer<Data>>;

/** @param base address of the API without a slash at its end */
export function askerOf(base: string, merchantId: string): Ask {
  const ask: Ask = async (call, { diner, params = {}, query, body, merchantId: asked = merchantId }) => {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const begin = performance.now();
    const timing = (date: string | null = null) => {
      const told = date === null ? NaN : Date.parse(date);
      return {
        ms: Math.round(performance.now() - begin),
        serverNow: Number.isNaN(told) ? Date.now() : told,
      };
    };
    try {
      const response = await fetch(base + path + search, {
        method: call.method,
        headers: headersOf(asked, diner, body !== undefined),
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(timeouts[call.timeout]),
      });
      const text = await response.text();
      return { ...outcomeOf(call, response.status, text), ...timing(response.headers.get('Date')) };
    } catch (error) {
      return { kind: 'noAnswer', why: reasonOf(error), ...timing() };
    }
  };
  return async (call, asked) => {
    const answer = await ask(call, asked);
    if ((call as unknown) !== registerGuest || answer.kind !== 'read') return answer;
    return (await identified(answer as Answer<Member>, asked)) as typeof answer;
  };

  /** As the phone does, asks who a guest is whom the server tells by a token alone. */
  async function identified(answer: Answer<Member>, asked: Asked): Promise<Answer<Member>> {
    if (answer.kind !== 'read' || answer.data.id !== unknownId) return answer;
    const { token } = answer.data;
    const who = await ask(getMember, { ...asked, diner: { ...asked.diner, ...(token && { token }) } });
    return who.kind === 'read' ? { ...who, data: { ...who.data, ...(token && { token }) } } : who;
  }
}

function outcomeOf<Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  status: number,
  text: string,
): Outcome<Data> {
  const envelope = readEnvelope(jsonOf(text), status);
  if (!envelope) {
    // The phone hears a 401 from the status alone.
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
  const leftOut = unique(read.leftOut.map(({ path, why }) => `${patternOf(path.split('.'))} ${why}`));
  const looks = { ...looksOf(call, data), leftOut, unread, zoneless: zonelessIn(data) };
  return { kind: 'read', data: read.value, envelope, looks };
}

function looksOf(call: Call, data: unknown): Pick<Looks, 'missing' | 'other'> {
  const shaped = inOurShape(call, data);
  const issues = z.safeParse(call.data, shaped).error?.issues ?? [];
  const paths = issues.map(({ path }) => path.filter((each) => typeof each !== 'symbol'));
  const isMissing = (path: readonly PropertyKey[]) => (valueAt(shaped, path) ?? undefined) === undefined;
  const patterns = (of: readonly (readonly PropertyKey[])[]) => unique(of.map(patternOf)).filter(Boolean);
  return {
    missing: patterns(paths.filter((path) => isMissing(path))),
    other: patterns(paths.filter((path) => !isMissing(path))),
  };
}

const timeWithoutZone = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?$/;

function zonelessIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return timeWithoutZone.test(value) ? [patternOf(path)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return unique(Object.entries(value).flatMap(([name, each]) => zonelessIn(each, [...path, name])));
}

function patternOf(path: readonly PropertyKey[]): string {
  return path
    .map((name) => (/^\d+$/.test(String(name)) ? '[]' : `.${String(name)}`))
    .join('')
    .replace(/^\./, '');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const name of path) here = (here as Record<PropertyKey, unknown> | null | undefined)?.[name];
  return here;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function jsonOf(text: string): unknown {
  try {
    return parseLong(text);
  } catch {
    return undefined;
  }
}

function headersOf(merchantId: string, diner: Diner, hasBody: boolean): Record<string, string> {
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

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
