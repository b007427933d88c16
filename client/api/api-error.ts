type ApiFailure =
  /** No answer: offline, refused connection, time-out. */
  | { readonly kind: 'network'; readonly reason: 'unreachable' | 'timeout' | 'aborted' | 'noCode' }
  | {
      readonly kind: 'refused';
      readonly code: number;
      readonly msg: string;
      readonly data: unknown;
      /** The server asks for so much patience (`Retry-After`), ms. */
      readonly retryAfterMs?: number | undefined;
    }
  /** `status` is that of an answer without an envelope, such as a proxy's page. */
  | { readonly kind: 'malformed'; readonly reason: string; readonly status?: number | undefined };

/** Code that did not come says nothing about what it was to do: as if no answer had come. Rejects with an ApiError. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    throw new ApiError({ kind: 'network', reason: 'noCode' });
  }
}

/** Rejected by every call of src/api. */
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

  /** It was not even asked: see `codeOf`. */
  get isCodeMissing(): boolean {
    return this.failure.kind === 'network' && this.failure.reason === 'noCode';
  }

  /** No answer came, or a 5xx or 429, which says nothing about the request itself: it is worth another try. */
  get isWorthAnotherTry(): boolean {
    const { code = 0 } = this;
    return this.failure.kind === 'network' || code === 429 || (code >= 500 && code < 600);
  }
}
