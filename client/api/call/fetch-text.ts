import { ApiError } from '../api-error.ts';

interface FetchLimits {
  /** Longest pause before the headers and between two chunks of the body, ms. */
  readonly silenceMs: number;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
}

interface TextResponse {
  readonly status: number;
  readonly headers: Headers;
  /** When the headers arrived, by the phone's own clock, ms. The body may have taken minutes longer. */
  readonly at: number;
  readonly text: string;
}

/**
 * Fetches a text. A slow download may take any time, but a pause of `silenceMs` ends it. Rejects with an ApiError of the
 * kind `network`.
 */
export async function fetchText(
  address: string,
  init: Omit<RequestInit, 'signal'>,
  { silenceMs, signal }: FetchLimits,
): Promise<TextResponse> {
  // Browsers of 2022 have no `AbortSignal.any`, so the two reasons to abort are joined by hand.
  const stop = new AbortController();
  const abort = (reason: 'timeout' | 'aborted') => stop.abort(reason);
  const handleAbort = () => abort('aborted');
  const handleSilence = () => abort('timeout');
  let timer = setTimeout(handleSilence, silenceMs);
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(handleSilence, silenceMs);
  };
  try {
    if (signal?.aborted) handleAbort();
    signal?.addEventListener('abort', handleAbort);
    const response = await fetch(address, { ...init, signal: stop.signal });
    restartTimer();
    const { status, headers } = response;
    return { status, headers, at: Date.now(), text: await readText(response, restartTimer) };
  } catch {
    const reason = stop.signal.reason as Parameters<typeof abort>[0] | undefined;
    throw new ApiError({ kind: 'network', reason: reason ?? 'unreachable' });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', handleAbort);
  }
}

async function readText({ body }: Response, handleProgress: () => void): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    handleProgress();
    text += decoder.decode(value, { stream: true });
  }
}
