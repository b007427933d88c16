import type { HubLimits } from '../limits.ts';
import type { Registry } from '../registry.ts';

/** What a REST call brings. */
export interface Call {
  readonly registry: Registry;
  readonly limits: HubLimits;
  /** Lower case. */
  readonly hub: string;
  /** The decoded `{…}` segments of the route, by name. */
  readonly names: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Absolute, without the query. */
  readonly url: string;
  readonly contentType: string;
  readonly body: Buffer;
}

export type Handler = (call: Call) => Reply;

/** What a REST call is answered with. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
}

/** The service's error body. */
export function errorReply(status: number, code: string, message: string): Reply {
  return { status, json: { code, message } };
}
