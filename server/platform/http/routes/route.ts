import type { Call } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import type { Restored } from '#contract/calls/table.ts';
import { localize, type Words } from '#server/platform/http/language.ts';
import type { Need, Who } from '#server/platform/http/routes/who.ts';

/** A business refusal: answered in the envelope with this code, status 200 unless it says otherwise. */
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

/** A refusal of the request as such: its code is its HTTP status, too. */
export function statusRefusal(status: number, words: Words, data?: unknown): Refusal {
  return new Refusal(status, words, { status, data });
}

/**
 * S1: the table has no open session, or another one than the phone believes in.
 * @param restored S2: the session is known by a new name
 */
export function tableUnavailable({
  status = 200,
  restored,
}: { status?: number; restored?: Restored } = {}): Refusal {
  const words = {
    'en-US': 'This table is not available; scan its QR code again',
    'zh-TW': '這一桌目前無法使用，請再掃描一次桌上的 QR Code',
  };
  return new Refusal(codes.tableUnavailable, words, { status, data: restored });
}

export interface Request<N extends Need, Params, Query, Body> {
  readonly who: Who<N>;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it came: what a signature is over. */
  readonly text: string;
  /**
   * The file that is the body of a call with `fileBytes`; read only now, when it is known who sends it.
   * @param lost when it is no longer waited for
   */
  file(lost?: AbortSignal): Promise<Buffer>;
  header(name: string): string | undefined;
  setHeader(name: string, value: string | string[]): void;
}

/**
 * Of one asker, of one address where nobody is known. A call that is counted for itself is refused to nobody who does
 * much else, and takes nothing from the rest.
 */
export interface Apart {
  /** 0: no bound. */
  readonly perMinute?: number;
  readonly perHour?: number;
  /** So many at once; who comes later waits for the minute's pace instead of being refused. */
  readonly atOnce?: number;
}

/** A call with what it needs and what answers it; the only way in. */
export interface Route {
  readonly call: Call;
  readonly need: Need;
  readonly handle: (request: Request<Need, unknown, unknown, unknown>) => Promise<unknown>;
  /** Fields of the answer beside the envelope's, e.g. the group's name of negotiate. */
  readonly beside?: (data: unknown, who: Who) => Record<string, unknown>;
  /** D37: what costs much counts as so many more requests; they are never the reason why it is refused. */
  readonly costs?: (data: unknown, body: unknown) => number;
  /** D37: it is counted apart from the others. */
  readonly apart?: Apart;
  /** A POST that changes nothing, and may happen twice: its answer, a long one perhaps, is not remembered (CX3). */
  readonly onlyReads?: boolean;
}

/** Declares a route: the handler gets the validated request and returns the envelope's `data`, or throws a Refusal. */
export function route<N extends Need, Params, Query, Body, Data>(
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
