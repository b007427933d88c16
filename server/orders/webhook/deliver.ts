import { signatureHeader } from '#contract/calls/webhooks.ts';
import type { Selectable } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/process/clock.ts';
import type { Config } from '#server/process/config.ts';
import { startWork } from '#server/process/start-work.ts';
import type { Db } from '#server/store/transactions.ts';
import type { Database } from '#server/store/schema.ts';
import { signatureOf } from '#server/webhooks/signature.ts';

type Delivery = Selectable<Database['webhook_deliveries']>;

interface DeliverDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, 'orderWebhook'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export interface DeliveryTimes {
  /** The receiver's answer is waited for so long, ms. Whoever has taken a delivery up has twice that; then another process may. */
  readonly timeoutMs: number;
  /** How often new deliveries are looked for, ms: other processes write them, too. */
  readonly lookEveryMs: number;
}

export const usualTimes: DeliveryTimes = { timeoutMs: 10_000, lookEveryMs: 1_000 };
/** Between two attempts, ms: doubled each time, up to the longest. */
const retry = { firstMs: 5_000, longestMs: 60 * 60 * 1000 };
/** After so long it is given up, and said in the log, ms. */
export const givenUpAfterMs = 48 * 60 * 60 * 1000;
const batch = 20;

/** How long the next attempt waits after so many before it, ms. */
export function pauseAfter(attempts: number): number {
  return Math.min(retry.firstMs * 2 ** attempts, retry.longestMs);
}

export type Deliveries = NonNullable<ReturnType<typeof startDeliveries>>;

/** Delivers what the webhook is to be told, from this process or another, until it is closed. */
export function startDeliveries(deps: DeliverDeps, { timeoutMs, lookEveryMs }: DeliveryTimes = usualTimes) {
  const webhook = deps.config.orderWebhook;
  if (!webhook) return undefined;
  return startWork({
    once: async () => {
      const due = await take(deps, 2 * timeoutMs);
      await Promise.all(due.map((delivery) => attempt(deps, webhook, delivery, timeoutMs)));
      return due.length;
    },
    lookEveryMs,
    onError: (error) => deps.log.error({ err: error }, 'the order webhook’s deliveries could not be read'),
  });
}

/** Takes up what is due, oldest first: of several processes one gets each. */
async function take({ db, clock }: DeliverDeps, leaseMs: number): Promise<Delivery[]> {
  const now = clock.now();
  const due = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'next_at'])
    .where('next_at', '<=', now)
    .orderBy('created_at')
    .limit(batch)
    .execute();
  const taken = await Promise.all(
    due.map(({ id, next_at: nextAt }) =>
      db
        .updateTable('webhook_deliveries')
        .set({ next_at: now + leaseMs })
        .where('id', '=', id)
        .where('next_at', '=', nextAt)
        .returningAll()
        .executeTakeFirst(),
    ),
  );
  return taken.filter((delivery) => delivery !== undefined);
}

async function attempt(
  { db, clock, log }: DeliverDeps,
  { url, secret }: { url: string; secret: string },
  { id, order_id: orderId, body, attempts, created_at: createdAt }: Delivery,
  timeoutMs: number,
): Promise<void> {
  const problem = await post(url, body, signatureOf(secret, body, clock.now()), timeoutMs);
  const now = clock.now();
  const isOver = problem === undefined || now - createdAt > givenUpAfterMs;
  if (isOver) await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
  else {
    await db
      .updateTable('webhook_deliveries')
      .set({ attempts: attempts + 1, next_at: now + pauseAfter(attempts) })
      .where('id', '=', id)
      .execute();
  }
  if (problem !== undefined)
    log.error(
      { delivery: id, orderId, attempts: attempts + 1, problem },
      isOver ? 'the order webhook was given up' : 'the order webhook failed',
    );
}

/** undefined when it was taken, else why not. */
async function post(
  url: string,
  body: string,
  signature: string,
  timeoutMs: number,
): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [signatureHeader]: signature },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return answer.ok ? undefined : `status ${answer.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
