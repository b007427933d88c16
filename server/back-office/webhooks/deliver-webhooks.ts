import type { Selectable } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { claimRow, pauseAfter } from '#server/platform/store/due-rows.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { postWebhook } from './post-webhook.ts';
import { signHeaders } from '#server/platform/sms/signature.ts';

type Call = Selectable<Database['webhook_calls']>;

interface DeliverDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, 'webhookNetworks'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export interface DeliveryTimes {
  /** How long a receiver may take to answer, ms. A process that claims a delivery has twice that, then another may. */
  readonly timeoutMs: number;
  /** How often the server looks for new deliveries, ms. Other processes write them, too. */
  readonly lookEveryMs: number;
}

export const defaultTimes: DeliveryTimes = { timeoutMs: 10_000, lookEveryMs: 1_000 };
/** A delivery is given up after this time, and the log says so, ms. */
export const givenUpAfterMs = 48 * 60 * 60 * 1000;

/**
 * Deliveries that run at the same time in this process. The limit per webhook keeps a dead receiver from blocking
 * others.
 */
const limits = { each: 4, all: 400 } as const;
const dayMs = 24 * 60 * 60_000;
/** How long the log keeps a delivery after its last attempt, ms. */
const retentionMs = { delivered: 3 * dayMs, givenUp: 14 * dayMs } as const;
const cleanEveryMs = 60 * 60_000;

/**
 * Starts the delivery of webhooks. `queue-deliveries.ts` writes them, in the transaction that changes the order.
 *
 *                ┌──── failed: wait, twice as long each time ────┐
 *                ▼                                               │
 *   queued ──► waiting ──► claimed (for 2 × timeoutMs) ──► POST ─┴──► delivered
 *                                                            └──────► givenUp (after 48 hours)
 *
 * Several processes share the table, see `due-rows.ts`. A receiver may get a delivery twice.
 */
export function startWebhooks(deps: DeliverDeps, times: DeliveryTimes = defaultTimes) {
  const { db, clock, log } = deps;
  const running = new Map<Promise<void>, string>();
  let cleanedAt = Number.NEGATIVE_INFINITY;
  const start = (call: ClaimedCall) => {
    const attempted = attemptDelivery(deps, call, times.timeoutMs)
      .catch((error: unknown) =>
        log.error({ err: error }, 'could not store the result of a webhook delivery, will send it again'),
      )
      .finally(() => {
        running.delete(attempted);
        work.wake();
      });
    running.set(attempted, call.webhook_id);
  };
  const work = startWork({
    once: async () => {
      const now = clock.now();
      if (now - cleanedAt >= cleanEveryMs) {
        cleanedAt = now;
        await giveUpOrphans(db, now);
        await deleteOldCalls(db, now);
      }
      const due = await claimDue(deps, [...running.values()], 2 * times.timeoutMs);
      for (const call of due) start(call);
      return due.length;
    },
    lookEveryMs: times.lookEveryMs,
    onError: (error) => log.error({ err: error }, 'could not read the webhook deliveries, will try again'),
  });
  return {
    wake: work.wake,
    async close(): Promise<void> {
      await work.close();
      await Promise.all(running.keys());
    },
  };
}

/** Gives up deliveries whose webhook was deleted, or has been switched off for longer than a delivery is tried. */
async function giveUpOrphans(db: Db, now: number): Promise<void> {
  await db
    .updateTable('webhook_calls')
    .set({ state: 'givenUp', next_at: null, tried_at: now })
    .where('state', '=', 'waiting')
    .where(({ or, and, eb, selectFrom }) =>
      or([
        eb('webhook_id', 'not in', selectFrom('webhooks').select('id')),
        and([
          eb('tries_since', '<', now - givenUpAfterMs),
          eb('webhook_id', 'in', selectFrom('webhooks').select('id').where('is_on', '=', 0)),
        ]),
      ]),
    )
    .execute();
}

async function deleteOldCalls(db: Db, now: number): Promise<void> {
  for (const state of ['delivered', 'givenUp'] as const)
    await db
      .deleteFrom('webhook_calls')
      .where('state', '=', state)
      .where('tried_at', '<', now - retentionMs[state])
      .execute();
}

interface ClaimedCall extends Call {
  readonly url: string;
  readonly secret: string;
}

/**
 * Claims deliveries that are due, oldest first per webhook, within the limits. Only one process gets each delivery.
 * @param running the webhook id of each delivery that this process is sending
 * @param leaseMs after this time another process may claim the delivery
 */
async function claimDue(
  { db, clock }: DeliverDeps,
  running: readonly string[],
  leaseMs: number,
): Promise<ClaimedCall[]> {
  const now = clock.now();
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['id', 'url', 'secret'])
    .where('is_on', '=', 1)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('webhook_calls').select('webhook_id').where('next_at', '<=', now),
    )
    .execute();
  const claimed: ClaimedCall[] = [];
  for (const { id, url, secret, busy } of sortByFewest(webhooks, running)) {
    const left = limits.all - running.length - claimed.length;
    const free = Math.min(left, limits.each - busy);
    if (free <= 0) continue;
    const due = await db
      .selectFrom('webhook_calls')
      .select(['id', 'next_at'])
      .where('webhook_id', '=', id)
      .where('next_at', '<=', now)
      .orderBy('created_at')
      .limit(free)
      .execute();
    for (const row of due) {
      const call = await claimRow(db, 'webhook_calls', row, now + leaseMs);
      if (call) claimed.push({ ...call, url, secret });
    }
  }
  return claimed;
}

/** Sorts webhooks by their running deliveries, fewest first. With many dead receivers, the others go first. Pure. */
export function sortByFewest<Webhook extends { readonly id: string }>(
  webhooks: readonly Webhook[],
  running: readonly string[],
): (Webhook & { readonly busy: number })[] {
  const counts = new Map<string, number>();
  for (const id of running) counts.set(id, (counts.get(id) ?? 0) + 1);
  return webhooks
    .map((webhook) => ({ ...webhook, busy: counts.get(webhook.id) ?? 0 }))
    .toSorted((a, b) => a.busy - b.busy);
}

/**
 * Sends a delivery. Returns undefined if the receiver accepted it, else the reason. An exception is a failed attempt,
 * too.
 */
async function send(
  { clock, config }: DeliverDeps,
  { url, secret, body, news_id: id }: ClaimedCall,
  timeoutMs: number,
): Promise<string | undefined> {
  try {
    const headers = signHeaders(secret, { id, body }, clock.now());
    return await postWebhook({ url, body, headers }, { networks: config.webhookNetworks, timeoutMs });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function attemptDelivery(deps: DeliverDeps, claimed: ClaimedCall, timeoutMs: number): Promise<void> {
  const { db, clock, log } = deps;
  const { id, attempts, ...call } = claimed;
  const problem = await send(deps, claimed, timeoutMs);
  const now = clock.now();
  const isGivenUp = problem !== undefined && now - call.tries_since > givenUpAfterMs;
  const state = problem === undefined ? 'delivered' : isGivenUp ? 'givenUp' : 'waiting';
  await db
    .updateTable('webhook_calls')
    .set({
      state,
      attempts: attempts + 1,
      tried_at: now,
      problem: problem ?? null,
      next_at: state === 'waiting' ? now + pauseAfter(attempts) : null,
    })
    .where('id', '=', id)
    // If the webhook was deleted in the meantime, this delivery is given up already and must stay so.
    .$if(problem !== undefined, (query) => query.where('state', '=', 'waiting'))
    .execute();
  if (isGivenUp)
    log.error(
      { delivery: id, merchantId: call.merchant_id, orderId: call.order_id, problem },
      'gave up a webhook delivery after 48 hours of failed attempts',
    );
}
