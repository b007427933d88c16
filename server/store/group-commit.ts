/**
 * SQLite has one writer, and making a transaction durable costs it a wait for the disk. Changes that come while it waits
 * are committed together afterwards, each still all or nothing: the disk is waited for once for all of them.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;
type Change = (trx: Transaction<Database>) => Promise<unknown>;

interface Waiting {
  readonly change: Change;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** At most so many at once: the first of them waits for the last. */
const mostTogether = 32;

const queues = new WeakMap<Db, Waiting[]>();

/** Runs `change` and answers when it is durable, perhaps together with others. */
export async function commitTogether<T>(
  db: Db,
  change: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return await new Promise((resolve, reject) => {
    const waiting = { change, resolve: resolve as (value: unknown) => void, reject };
    const queue = queues.get(db);
    if (queue) queue.push(waiting);
    else void work(db, [waiting]);
  });
}

async function work(db: Db, queue: Waiting[]): Promise<void> {
  queues.set(db, queue);
  while (queue.length > 0) {
    // Whoever is answered now may ask again at once.
    const batch = queue.splice(0, mostTogether);
    const [only] = batch;
    if (batch.length === 1) await db.transaction().execute(only!.change).then(only!.resolve, only!.reject);
    else await commit(db, batch);
  }
  queues.delete(db);
}

async function commit(db: Db, batch: readonly Waiting[]): Promise<void> {
  const answers: (() => void)[] = [];
  try {
    await db.transaction().execute(async (trx) => {
      for (const waiting of batch) answers.push(await answerOf(trx, waiting));
    });
  } catch (error) {
    // Nothing of it is durable: also those whose own part went well have failed.
    for (const { reject } of batch) reject(error);
    return;
  }
  for (const answer of answers) answer();
}

/** Runs one change in a savepoint of its own. Rejects when the transaction as a whole is lost. */
async function answerOf(
  trx: Transaction<Database>,
  { change, resolve, reject }: Waiting,
): Promise<() => void> {
  await sql`savepoint own`.execute(trx);
  try {
    const value = await change(trx);
    await sql`release savepoint own`.execute(trx);
    return () => resolve(value);
  } catch (error) {
    await sql`rollback to savepoint own`.execute(trx);
    await sql`release savepoint own`.execute(trx);
    return () => reject(error);
  }
}
