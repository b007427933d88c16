type ApiFailure =
  /** No answer. `noCode`: the code that makes the request could not be loaded. */
  | { readonly kind: 'network'; readonly reason: 'unreachable' | 'timeout' | 'aborted' | 'noCode' }
  | {
      readonly kind: 'refused';
      readonly code: number;
      readonly msg: string;
      readonly data: unknown;
      /** From the header `Retry-After`, ms. */
      readonly retryAfterMs?: number | undefined;
    }
  /** The answer breaks the contract. `status` is set if there was no envelope, such as in a proxy's error page. */
  | { readonly kind: 'malformed'; readonly reason: string; readonly status?: number | undefined };

/**
 * Loads code that a call needs. If it cannot be loaded, rejects with an ApiError of the kind `network`, so callers try
 * again as they do without an answer.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    throw new ApiError({ kind: 'network', reason: 'noCode' });
  }
}

/** Every call of `client/api` rejects with this error. */
export class ApiError extends Error {
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(failure.kind === 'refused' ? failure.msg : `${failure.kind}: ${failure.reason}`);
    this.failure = failure;
  }

  /** The contract's code, or undefined when no answer came. */
  get code(): number | undefined {
    return this.failure.kind === 'refused' ? this.failure.code : undefined;
  }

  /** The request was never sent, because its code could not be loaded. */
  get isCodeMissing(): boolean {
    return this.failure.kind === 'network' && this.failure.reason === 'noCode';
  }

  /** True without an answer and for 5xx and 429. These say nothing about the request itself, so it may be sent again. */
  get isWorthAnotherTry(): boolean {
    const { code = 0 } = this;
    return this.failure.kind === 'network' || code === 429 || (code >= 500 && code < 600);
  }
}
