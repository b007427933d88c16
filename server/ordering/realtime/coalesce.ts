interface Turns {
  /** Resolves after the run and the pause. */
  readonly running: Promise<void>;
  /** The run after `running`. All calls until then share it. */
  next: Promise<void> | undefined;
}

/**
 * Runs `work` at most once at a time for each key, with a pause in between. Calls during a run share one further run.
 * @param work must not reject
 */
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
