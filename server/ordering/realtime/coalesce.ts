interface Turns {
  /** Until the next one may begin. */
  readonly running: Promise<void>;
  /** Begins when `running` has ended; whoever asks until then shares it. */
  next: Promise<void> | undefined;
}

/** `work` once at a time for each key: who asks meanwhile shares one run that begins afterwards. It must not reject. */
export function coalesce(
  pauseMs: number,
  work: (key: string) => Promise<void>,
): (key: string) => Promise<void> {
  const turns = new Map<string, Turns>();
  const start = (key: string): Promise<void> => {
    const done = work(key);
    const running = done.then(
      async () => await new Promise<void>((resolve) => setTimeout(resolve, pauseMs).unref()),
    );
    const turn: Turns = { running, next: undefined };
    turns.set(key, turn);
    void running.then(() => {
      if (turns.get(key) === turn && !turn.next) turns.delete(key);
    });
    return done;
  };
  return (key) => {
    const turn = turns.get(key);
    if (!turn) return start(key);
    return (turn.next ??= turn.running.then(() => start(key)));
  };
}
