interface Turns {
  readonly running: Promise<void>;
  /** Begins when `running` has ended; whoever asks until then shares it. */
  next: Promise<void> | undefined;
}

/**
 * `work` once at a time for each key: who asks while it runs gets a run that begins afterwards, and shares it with
 * everybody else who asked meanwhile. `work` must not reject.
 */
export function inTurns(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const turns = new Map<string, Turns>();
  const start = (key: string): Promise<void> => {
    const running = work(key);
    const turn: Turns = { running, next: undefined };
    turns.set(key, turn);
    void running.then(() => {
      if (turns.get(key) === turn && !turn.next) turns.delete(key);
    });
    return running;
  };
  return (key) => {
    const turn = turns.get(key);
    if (!turn) return start(key);
    return (turn.next ??= turn.running.then(() => start(key)));
  };
}
