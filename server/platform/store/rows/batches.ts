/**
 * Collects pieces of work into batches. While one batch runs, the pieces that arrive are collected for the next one. So a
 * busy server needs one round trip or commit for many requests, and an idle one does not wait.
 */

interface BatchLimits {
  /** The maximum number of pieces in a batch. The first one waits for the last one. */
  readonly most: number;
  /** The number of batches that may run at once. Pieces that arrive meanwhile make the next batch larger. */
  readonly underWay: number;
}

/** Returns the outcome of each piece, in their order. If it rejects, the whole batch has failed. */
type Work<Owner, Piece, Answer> = (
  owner: Owner,
  pieces: readonly Piece[],
  key: string,
) => Promise<readonly PromiseSettledResult<Answer>[]>;

/** Returns a function that adds a piece to the queue of its owner and key, and resolves with the piece's outcome. */
export function createBatcher<Owner extends object, Piece, Answer>(
  work: Work<Owner, Piece, Answer>,
  limits: BatchLimits,
): (owner: Owner, piece: Piece, key?: string) => Promise<Answer> {
  const queues = new WeakMap<Owner, Map<string, Queue<Piece, Answer>>>();
  return async (owner, piece, key = '') => {
    const ofOwner = queues.get(owner) ?? new Map<string, Queue<Piece, Answer>>();
    queues.set(owner, ofOwner);
    let queue = ofOwner.get(key);
    if (!queue) {
      const forget = () => ofOwner.delete(key);
      queue = createQueue(async (pieces) => await work(owner, pieces, key), limits, forget);
      ofOwner.set(key, queue);
    }
    return await queue(piece);
  };
}

/** Returns the outcomes of a batch in which every piece succeeded. */
export function markFulfilled<Answer>(answers: readonly Answer[]): PromiseFulfilledResult<Answer>[] {
  return answers.map((value) => ({ status: 'fulfilled', value }));
}

type Queue<Piece, Answer> = (piece: Piece) => Promise<Answer>;

interface Waiting<Piece, Answer> {
  readonly piece: Piece;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

function createQueue<Piece, Answer>(
  work: (pieces: readonly Piece[]) => Promise<readonly PromiseSettledResult<Answer>[]>,
  limits: BatchLimits,
  onIdle: () => void,
): Queue<Piece, Answer> {
  const waiting: Waiting<Piece, Answer>[] = [];
  let running = 0;
  let isScheduled = false;

  const scheduleBatch = (): void => {
    if (isScheduled || waiting.length === 0 || running >= limits.underWay) return;
    isScheduled = true;
    setImmediate(startBatch);
  };
  const startBatch = (): void => {
    isScheduled = false;
    void runBatch(waiting.splice(0, limits.most));
    scheduleBatch();
  };
  const runBatch = async (batch: readonly Waiting<Piece, Answer>[]): Promise<void> => {
    running += 1;
    try {
      const outcomes = await work(batch.map(({ piece }) => piece));
      for (const [n, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[n]!;
        if (outcome.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome.reason);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running -= 1;
      // Check in the same turn of the event loop: a caller that is answered now may call again at once.
      if (running === 0 && waiting.length === 0) onIdle();
      scheduleBatch();
    }
  };
  return async (piece) =>
    await new Promise((resolve, reject) => {
      waiting.push({ piece, resolve, reject });
      scheduleBatch();
    });
}
