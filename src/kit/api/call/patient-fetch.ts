import { ApiError } from '../api-error.ts';

interface Patience {
  /** D2: ms without progress, to the headers and then from one piece of the body to the next. */
  readonly silenceMs: number;
  /** Whoever asked may lose interest. */
  readonly signal: AbortSignal | undefined;
}

/** An answer that has come completely. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Fetches however long it takes, as long as something comes. Rejects with an ApiError of the kind `network`. */
export async function patientFetch(
  address: string,
  init: Omit<RequestInit, 'signal'>,
  { silenceMs, signal }: Patience,
): Promise<WholeAnswer> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let timer = setTimeout(giveUp, silenceMs);
  const progress = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, silenceMs);
  };
  try {
    const stop = signal ? AbortSignal.any([silence.signal, signal]) : silence.signal;
    const response = await fetch(address, { ...init, signal: stop });
    progress();
    const { status, headers } = response;
    return { status, headers, text: await textOf(response, progress) };
  } catch {
    const reason = silence.signal.aborted ? 'timeout' : signal?.aborted ? 'aborted' : 'unreachable';
    throw new ApiError({ kind: 'network', reason });
  } finally {
    clearTimeout(timer);
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
