/** One round trip for all who ask in the same turn of the event loop. */

export interface TogetherLimits {
  /** Pieces of work in one go. */
  readonly most: number;
  /** Goes that may be under way; what comes meanwhile makes the next one larger. */
  readonly underWay: number;
}

interface Waiting<Piece, Answer> {
  readonly piece: Piece;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects pieces of work and has `work` do them together. It answers each in its place; when it rejects, all of that go
 * are rejected.
 */
export function together<Piece, Answer>(
  work: (pieces: readonly Piece[]) => Promise<readonly Answer[]>,
  { most, underWay: mostUnderWay }: TogetherLimits,
): (piece: Piece) => Promise<Answer> {
  const queue: Waiting<Piece, Answer>[] = [];
  let underWay = 0;
  let isPlanned = false;

  const plan = (): void => {
    if (isPlanned || queue.length === 0 || underWay >= mostUnderWay) return;
    isPlanned = true;
    setImmediate(start);
  };
  const start = (): void => {
    isPlanned = false;
    void go(queue.splice(0, most));
    plan();
  };
  const go = async (batch: readonly Waiting<Piece, Answer>[]): Promise<void> => {
    underWay += 1;
    try {
      const answers = await work(batch.map(({ piece }) => piece));
      for (const [n, { resolve }] of batch.entries()) resolve(answers[n]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      plan();
    }
  };
  return async (piece) =>
    await new Promise((resolve, reject) => {
      queue.push({ piece, resolve, reject });
      plan();
    });
}
