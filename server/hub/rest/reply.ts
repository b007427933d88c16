/** What a REST call is answered with. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
}

/** The service's error body. */
export function errorReply(status: number, code: string, message: string): Reply {
  return { status, json: { code, message } };
}
