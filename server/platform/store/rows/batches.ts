/** Work that is done together: one round trip, one commit, for all who ask while the one before is under way. */

interface BatchLimits {
  /** Pieces of work in one batch: the first of them waits for the last. */
  readonly most: number;
  /** Batches that may be under way at once; what comes meanwhile makes the next one larger. */
  readonly underWay: number;
}

/** Says in the pieces' order what became of each; when it rejects, all of the batch have failed. */
type Work<Owner, Piece, Answer> = (
  owner: Owner,
  pieces: readonly Piece[],
  key: string,
) => Promise<readonly PromiseSettledResult<Answer>[]>;

/** Collects pieces of work in a queue for each owner and key, and has `work` do them in batches. */
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

/** What became of a batch of which every piece went well. */
export function allFulfilled<Answer>(answers: readonly Answer[]): PromiseFulfilledResult<Answer>[] {
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
  let underWay = 0;
  let isPlanned = false;

  const plan = (): void => {
    if (isPlanned || waiting.length === 0 || underWay >= limits.underWay) return;
    isPlanned = true;
    setImmediate(start);
  };
  const start = (): void => {
    isPlanned = false;
    void go(waiting.splice(0, limits.most));
    plan();
  };
  const go = async (batch: readonly Waiting<Piece, Answer>[]): Promise<void> => {
    underWay += 1;
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
      underWay -= 1;
      // Check in the same turn of the event loop: a caller that is answered now may call again at once.
      if (underWay === 0 && waiting.length === 0) onIdle();
      plan();
    }
  };
  return async (piece) =>
    await new Promise((resolve, reject) => {
      waiting.push({ piece, resolve, reject });
      plan();
    });
}
