interface Work {
  /** Does one batch of the due work. Returns its size; 0 means that no work is left. */
  once(): Promise<number>;
  /** The interval of the timer, in ms. It finds work that other processes queued. */
  readonly lookEveryMs: number;
  onError(error: unknown): void;
}

/**
 * A background worker. It does queued work at each timer tick and whenever `wake` is called, and never runs twice at the
 * same time.
 *
 *     idle ── timer, wake() ──► running once() ──┬── it returned > 0, or wake() was called ──► running
 *                                                └── it returned 0, or it failed ──► idle
 *
 * After an error it waits for the next tick or `wake`. `close` waits for the batch in progress.
 */
export function startWork({ once, lookEveryMs, onError }: Work) {
  let closed = false;
  let running: Promise<void> | undefined;
  let isWoken = false;
  const run = async () => {
    const runOnce = async () => {
      isWoken = false;
      return (await once()) > 0 || isWoken;
    };
    try {
      while (!closed && (await runOnce()));
    } catch (error) {
      onError(error);
    }
  };
  const wake = () => {
    if (closed) return;
    // The batch in progress may have read the queue before this work was added, so another one follows.
    isWoken = true;
    running ??= run().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(wake, lookEveryMs);
  timer.unref();
  return {
    wake,
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
