import type { Call } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import type { Restored } from '#contract/calls/table.ts';
import { localize, type Words } from '#server/platform/http/language.ts';
import type { Need, Who } from '#server/platform/http/routes/who.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

/** A refusal of a business rule. It is answered in the envelope with this code, by default with status 200. */
export class Refusal extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly status: number;
  readonly words: Words;

  constructor(code: number, words: Words, options: { data?: unknown; status?: number } = {}) {
    super(localize(words, defaultLanguage));
    this.words = words;
    this.code = code;
    this.data = options.data ?? null;
    this.status = options.status ?? 200;
  }
}

/** Creates a refusal of the request itself. Its code is also its HTTP status. */
export function createStatusRefusal(status: number, words: Words, data?: unknown): Refusal {
  return new Refusal(status, words, { status, data });
}

/**
 * Creates the refusal for a table without an open session, or with another session than the phone's.
 *
 * @param restored the new id of the phone's session, if the data was restored from a backup
 */
export function createTableRefusal({
  status = 200,
  restored,
}: { status?: number; restored?: Restored } = {}): Refusal {
  return new Refusal(codes.tableUnavailable, getServerTexts('tables.unavailable'), {
    status,
    data: restored,
  });
}

export interface Request<N extends Need, Params, Query, Body> {
  readonly who: Who<N>;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The unparsed body, over which a signature is computed. */
  readonly text: string;
  /**
   * Reads the body of a call with `fileBytes`. The handler calls it after it has checked who sends the file.
   *
   * @param lost when aborted, the call rejects and does not wait for the rest of the file
   */
  readFile(lost?: AbortSignal): Promise<Buffer>;
  header(name: string): string | undefined;
  setHeader(name: string, value: string | string[]): void;
}

/**
 * A separate limit of one call, for each caller, or for each address of unknown callers. The call does not spend the
 * general budgets, and is not refused because of them.
 */
export interface Apart {
  /** 0: unlimited. */
  readonly perMinute?: number;
  readonly perHour?: number;
  /** The size of a burst. With it, requests above the limit wait for the pace of `perMinute` and are not refused. */
  readonly atOnce?: number;
}

/** A call with its needs and its handler. Every API call is one. */
export interface Route {
  readonly call: Call;
  readonly need: Need;
  readonly handle: (request: Request<Need, unknown, unknown, unknown>) => Promise<unknown>;
  /** Returns fields of the answer in addition to those of the envelope, e.g. the group's name of `negotiate`. */
  readonly beside?: (data: unknown, who: Who) => Record<string, unknown>;
  /** Returns how many more requests this answer costs. The caller's next requests pay for it. */
  readonly costs?: (data: unknown, body: unknown) => number;
  /** A separate limit, which replaces the general budgets. */
  readonly apart?: Apart;
  /** Set for a POST that changes nothing. Its answer, which may be long, is not remembered for repeats. */
  readonly onlyReads?: boolean;
}

/** Declares a route. The handler gets the validated request. It returns the envelope's `data`, or throws a Refusal. */
export function defineRoute<N extends Need, Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  need: N,
  handle: (request: Request<N, Params, Query, Body>) => Promise<Data>,
  options: {
    beside?: (data: Data, who: Who<N>) => Record<string, unknown>;
    costs?: (data: Data, body: Body) => number;
    apart?: Apart;
    onlyReads?: boolean;
  } = {},
): Route {
  return { call, need, handle, ...options } as unknown as Route;
}
