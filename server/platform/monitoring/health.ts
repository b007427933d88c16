import type { WebPubSubServiceClient } from '@azure/web-pubsub';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { inTransaction, type Db } from '#server/platform/store/transactions.ts';
import { currentStorageFault } from '#server/platform/store/storage-health.ts';

/** One that does not answer in this time counts as unreachable, ms. */
const patienceMs = 2_000;
/** An answer holds so long, so that asking often costs nothing, ms. */
const freshMs = 2_000;

interface Hubs {
  readonly all: readonly { readonly client: Pick<WebPubSubServiceClient, 'groupExists'> }[];
}

/** `/health`: this process answers. `/ready`: the database can be written and the hub reached, else 503; both 503 while it closes. */
export function serveHealth(
  app: FastifyInstance,
  { db, hubs }: { readonly db: Db; readonly hubs: Hubs },
): void {
  let latest: { readonly at: number; readonly readiness: ReturnType<typeof look> } | undefined;
  const readiness = () => {
    const now = performance.now();
    if (!latest || now - latest.at > freshMs) latest = { at: now, readiness: look(db, hubs) };
    return latest.readiness;
  };
  app.get('/health', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const facts = await readiness();
    const isReady = facts.database && facts.hub;
    return reply
      .code(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', ...facts, trouble: currentStorageFault(db) });
  });
}

async function look(db: Db, hubs: Hubs) {
  const abortSignal = AbortSignal.timeout(patienceMs);
  const [database, hub] = await Promise.all([
    succeeds(inTime(write(db), abortSignal)),
    // Any call with the access key will do: it fails as well when that is the wrong one.
    succeeds(
      inTime(
        Promise.all(hubs.all.map(({ client }) => client.groupExists('ready', { abortSignal }))),
        abortSignal,
      ),
    ),
  ]);
  return { database, hub };
}

/** The smallest write that there is: a database that can only be read takes no order. */
async function write(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('meta')
      .values({ key: 'ready', value: '0' })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ value: sql<string>`case meta.value when '0' then '1' else '0' end` }),
      )
      .execute();
  });
}

async function inTime(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await Promise.race([
    work,
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('too late')))),
  ]);
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    () => true,
    () => false,
  );
}
