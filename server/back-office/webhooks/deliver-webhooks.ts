import type { Selectable } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
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

export const usualTimes: DeliveryTimes = { timeoutMs: 10_000, lookEveryMs: 1_000 };
/** The pause between two attempts, ms. It doubles each time, up to the longest. */
const retry = { firstMs: 5_000, longestMs: 60 * 60 * 1000 };
/** A delivery is given up after this time, and the log says so, ms. */
export const givenUpAfterMs = 48 * 60 * 60 * 1000;

/** How long the next attempt waits after so many attempts, ms. */
export function pauseAfter(attempts: number): number {
  return Math.min(retry.firstMs * 2 ** attempts, retry.longestMs);
}

/** So many are under way at once in this process: one webhook that never answers holds up no other. */
const atOnce = { each: 4, all: 400 } as const;
const dayMs = 24 * 60 * 60_000;
/** What was delivered stays in the log so long, and what was given up, ms. */
const kept = { delivered: 3 * dayMs, givenUp: 14 * dayMs } as const;
const tidyEveryMs = 60 * 60_000;

/** Tells merchants' own systems of their orders, from this process or another, until it is closed (CX31). */
export function startWebhooks(deps: DeliverDeps, times: DeliveryTimes = usualTimes) {
  const { db, clock, log } = deps;
  const underWay = new Map<Promise<void>, string>();
  let tidiedAt = Number.NEGATIVE_INFINITY;
  const begin = (call: Taken) => {
    const attempted = attempt(deps, call, times.timeoutMs)
      .catch((error: unknown) => log.error({ err: error }, 'a webhook’s delivery could not be written down'))
      .finally(() => {
        underWay.delete(attempted);
        work.wake();
      });
    underWay.set(attempted, call.webhook_id);
  };
  const work = startWork({
    once: async () => {
      const now = clock.now();
      if (now - tidiedAt >= tidyEveryMs) {
        tidiedAt = now;
        await endForgotten(db, now);
        await forgetOver(db, now);
      }
      const due = await take(deps, [...underWay.values()], 2 * times.timeoutMs);
      for (const call of due) begin(call);
      return due.length;
    },
    lookEveryMs: times.lookEveryMs,
    onError: (error) => log.error({ err: error }, 'the webhooks’ deliveries could not be read'),
  });
  return {
    wake: work.wake,
    async close(): Promise<void> {
      await work.close();
      await Promise.all(underWay.keys());
    },
  };
}

/** Nobody sends what waits for a webhook that is gone, or that has been off for as long as one is tried. */
async function endForgotten(db: Db, now: number): Promise<void> {
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

async function forgetOver(db: Db, now: number): Promise<void> {
  for (const state of ['delivered', 'givenUp'] as const)
    await db
      .deleteFrom('webhook_calls')
      .where('state', '=', state)
      .where('tried_at', '<', now - kept[state])
      .execute();
}

interface Taken extends Call {
  readonly url: string;
  readonly secret: string;
}

/**
 * Takes up what is due, each webhook's oldest first and no more than it may have under way: of several processes one gets
 * each.
 * @param underWay whose those are that this process waits for
 */
async function take(
  { db, clock }: DeliverDeps,
  underWay: readonly string[],
  leaseMs: number,
): Promise<Taken[]> {
  const now = clock.now();
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['id', 'url', 'secret'])
    .where('is_on', '=', 1)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('webhook_calls').select('webhook_id').where('next_at', '<=', now),
    )
    .execute();
  const taken: Taken[] = [];
  for (const { id, url, secret, busy } of sortByFewest(webhooks, underWay)) {
    const left = atOnce.all - underWay.length - taken.length;
    const free = Math.min(left, atOnce.each - busy);
    if (free <= 0) continue;
    const due = await db
      .selectFrom('webhook_calls')
      .select(['id', 'next_at'])
      .where('webhook_id', '=', id)
      .where('next_at', '<=', now)
      .orderBy('created_at')
      .limit(free)
      .execute();
    for (const { id: callId, next_at: nextAt } of due) {
      const call = await db
        .updateTable('webhook_calls')
        .set({ next_at: now + leaseMs })
        .where('id', '=', callId)
        .where('next_at', '=', nextAt)
        .returningAll()
        .executeTakeFirst();
      if (call) taken.push({ ...call, url, secret });
    }
  }
  return taken;
}

/** Where a hundred never answer, whoever has nothing under way gets the next free place. Pure. */
export function sortByFewest<Webhook extends { readonly id: string }>(
  webhooks: readonly Webhook[],
  underWay: readonly string[],
): (Webhook & { readonly busy: number })[] {
  const counts = new Map<string, number>();
  for (const id of underWay) counts.set(id, (counts.get(id) ?? 0) + 1);
  return webhooks
    .map((webhook) => ({ ...webhook, busy: counts.get(webhook.id) ?? 0 }))
    .toSorted((a, b) => a.busy - b.busy);
}

/** undefined when the receiver took it, else why not. Whatever is thrown is a failed attempt: it is counted and shown. */
async function post(
  { clock, config }: DeliverDeps,
  { url, secret, body, news_id: id }: Taken,
  timeoutMs: number,
): Promise<string | undefined> {
  try {
    const headers = signHeaders(secret, { id, body }, clock.now());
    return await postWebhook({ url, body, headers }, { networks: config.webhookNetworks, timeoutMs });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function attempt(deps: DeliverDeps, taken: Taken, timeoutMs: number): Promise<void> {
  const { db, clock, log } = deps;
  const { id, attempts, ...call } = taken;
  const problem = await post(deps, taken, timeoutMs);
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
    // Its webhook may have been removed meanwhile: then it is not tried again.
    .$if(problem !== undefined, (query) => query.where('state', '=', 'waiting'))
    .execute();
  if (isGivenUp)
    log.error(
      { delivery: id, merchantId: call.merchant_id, orderId: call.order_id, problem },
      'a merchant’s webhook was given up',
    );
}
