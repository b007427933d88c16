import { ApiError } from '../api-error.ts';

interface Patience {
  /** D2: ms without progress, to the headers and then from one piece of the body to the next. */
  readonly silenceMs: number;
  /** Whoever asked may lose interest. */
  readonly signal: AbortSignal | undefined;
}

/** An answer that has come completely. */
interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** When they came, by the phone's own clock, ms: the rest may have taken minutes. */
  readonly at: number;
  readonly text: string;
}

/** Fetches however long it takes, as long as something comes. Rejects with an ApiError of the kind `network`. */
export async function patientFetch(
  address: string,
  init: Omit<RequestInit, 'signal'>,
  { silenceMs, signal }: Patience,
): Promise<WholeAnswer> {
  // By hand: browsers of 2022 have no AbortSignal.any.
  const stop = new AbortController();
  const end = (reason: 'timeout' | 'aborted') => stop.abort(reason);
  const leave = () => end('aborted');
  const giveUp = () => end('timeout');
  let timer = setTimeout(giveUp, silenceMs);
  const progress = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, silenceMs);
  };
  try {
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave);
    const response = await fetch(address, { ...init, signal: stop.signal });
    progress();
    const { status, headers } = response;
    return { status, headers, at: Date.now(), text: await textOf(response, progress) };
  } catch {
    const reason = stop.signal.reason as Parameters<typeof end>[0] | undefined;
    throw new ApiError({ kind: 'network', reason: reason ?? 'unreachable' });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

async function textOf({ body }: Response, progress: () => void): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    progress();
    text += decoder.decode(value, { stream: true });
  }
}
