interface Work {
  /** Does what is due. @returns how much that was: with something done there may be more */
  once(): Promise<number>;
  /** How often it is looked for, ms: other processes write it down, too. */
  readonly lookEveryMs: number;
  onError(error: unknown): void;
}

/** Looks for work from time to time and when it is woken, one round after the other. Closed, it ends the one under way. */
export function startWork({ once, lookEveryMs, onError }: Work) {
  let closed = false;
  let running: Promise<void> | undefined;
  let isWoken = false;
  const run = async () => {
    const more = async () => {
      isWoken = false;
      return (await once()) > 0 || isWoken;
    };
    try {
      while (!closed && (await more()));
    } catch (error) {
      onError(error);
    }
  };
  const wake = () => {
    if (closed) return;
    // The round under way may have looked already.
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
