import type { WebPubSubServiceClient } from '@azure/web-pubsub';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { getStorageFault } from '#server/platform/store/storage-health.ts';

/** A database or hub that does not answer in this time counts as unreachable, in ms. */
const timeoutMs = 2_000;
/** A result is reused for this time, so that frequent probes cost nothing, in ms. */
const freshMs = 2_000;

interface Hub {
  readonly client: Pick<WebPubSubServiceClient, 'groupExists'>;
  isBrokerUp?(): boolean | undefined;
}

/**
 * Serves the two probes.
 *
 * | path | 200 means | else |
 * |---|---|---|
 * | `/health` | this process answers | |
 * | `/ready` | the database can be written, hub and broker can be reached | 503 |
 *
 * While the server closes, Fastify answers both with 503.
 */
export function serveHealth(app: FastifyInstance, { db, hub }: { readonly db: Db; readonly hub: Hub }): void {
  let latest: { readonly at: number; readonly readiness: ReturnType<typeof checkReadiness> } | undefined;
  const getReadiness = () => {
    const now = performance.now();
    if (!latest || now - latest.at > freshMs) latest = { at: now, readiness: checkReadiness(db, hub) };
    return latest.readiness;
  };
  app.get('/health', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const facts = await getReadiness();
    const isReady = facts.database && facts.hub && facts.broker !== false;
    return reply
      .code(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', ...facts, trouble: getStorageFault(db) });
  });
}

async function checkReadiness(db: Db, { client, isBrokerUp }: Hub) {
  const abortSignal = AbortSignal.timeout(timeoutMs);
  const [database, hub] = await Promise.all([
    hasSucceeded(rejectOnAbort(writeProbe(db), abortSignal)),
    // The call needs the access key, so it also fails if the key is wrong.
    hasSucceeded(rejectOnAbort(client.groupExists('ready', { abortSignal }), abortSignal)),
  ]);
  return { database, hub, broker: isBrokerUp?.() };
}

/** Flips one value. A database that can be read but not written must not count as ready. */
async function writeProbe(db: Db): Promise<void> {
  await runInTransaction(db, async (trx) => {
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

async function rejectOnAbort(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await Promise.race([
    work,
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('too late')))),
  ]);
}

async function hasSucceeded(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    () => true,
    () => false,
  );
}
