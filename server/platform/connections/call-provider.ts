import type { ProviderProblem } from './connections.ts';

/** Requests to other companies' services. */
export interface ProviderRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly body: string;
}

/** Calls a provider. Returns a problem if there is no answer, or if the provider reports a failure of its own. */
export type CallProvider = (request: ProviderRequest) => Promise<ProviderAnswer | ProviderProblem>;

/** The providers promise answers within seconds. A diner waits for this one, so it is short, ms. */
const timeoutMs = 10_000;

/** @param origins other addresses for the providers' origins, e.g. of a proxy */
export function createCallProvider(origins: Readonly<Record<string, string>> = {}): CallProvider {
  return async ({ url, method = 'POST', headers = {}, form }) => {
    const { origin } = new URL(url);
    try {
      const answer = await fetch(url.replace(origin, origins[origin] ?? origin), {
        method,
        headers,
        ...(form && { body: new URLSearchParams(form) }),
        // The answer of another address would receive the restaurant's key.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = await answer.text();
      if (answer.status >= 500) return { kind: 'unreachable', detail: `status ${answer.status}` };
      return { status: answer.status, body };
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError';
      return { kind: 'unreachable', detail: isTimeout ? 'timeout' : 'no connection' };
    }
  };
}

/** Reads the answer as a JSON object. Anything else counts as an empty object. */
export function readObject(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function isProblem(answer: object): answer is ProviderProblem {
  return 'kind' in answer;
}
