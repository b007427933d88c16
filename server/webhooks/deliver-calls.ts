import type { Selectable } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/process/clock.ts';
import type { Config } from '#server/process/config.ts';
import { startWork } from '#server/process/start-work.ts';
import { signatureOf } from '#server/messages/signature.ts';
import {
  givenUpAfterMs,
  pauseAfter,
  usualTimes,
  type DeliveryTimes,
} from '#server/orders/webhook/deliver.ts';
import type { Database } from '#server/store/schema.ts';
import type { Db } from '#server/store/transactions.ts';
import { postNews } from './post-news.ts';

type Call = Selectable<Database['webhook_calls']>;

interface DeliverDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, 'webhookNetworks'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const batch = 20;
const dayMs = 24 * 60 * 60_000;
/** What was delivered stays in the log so long, and what was given up, ms. */
const kept = { delivered: 3 * dayMs, givenUp: 14 * dayMs } as const;
const forgetEveryMs = 60 * 60_000;

/** Tells merchants' own systems of their orders, from this process or another, until it is closed (CX31). */
export function startMerchantCalls(deps: DeliverDeps, times: DeliveryTimes = usualTimes) {
  let forgottenAt = Number.NEGATIVE_INFINITY;
  return startWork({
    once: async () => {
      const now = deps.clock.now();
      if (now - forgottenAt >= forgetEveryMs) {
        forgottenAt = now;
        await forgetOver(deps.db, now);
      }
      const due = await take(deps, 2 * times.timeoutMs);
      await Promise.all(due.map((call) => attempt(deps, call, times.timeoutMs)));
      return due.length;
    },
    lookEveryMs: times.lookEveryMs,
    onError: (error) => deps.log.error({ err: error }, 'the webhooks’ deliveries could not be read'),
  });
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

/** Takes up what is due, oldest first: of several processes one gets each. */
async function take({ db, clock }: DeliverDeps, leaseMs: number): Promise<Taken[]> {
  const now = clock.now();
  const due = await db
    .selectFrom('webhook_calls as call')
    .innerJoin('webhooks as webhook', 'webhook.id', 'call.webhook_id')
    .select(['call.id', 'call.next_at', 'webhook.url', 'webhook.secret'])
    .where('call.next_at', '<=', now)
    .where('webhook.is_on', '=', 1)
    .orderBy('call.created_at')
    .limit(batch)
    .execute();
  const taken = await Promise.all(
    due.map(async ({ id, next_at: nextAt, url, secret }) => {
      const call = await db
        .updateTable('webhook_calls')
        .set({ next_at: now + leaseMs })
        .where('id', '=', id)
        .where('next_at', '=', nextAt)
        .returningAll()
        .executeTakeFirst();
      return call && { ...call, url, secret };
    }),
  );
  return taken.filter((call) => call !== undefined);
}

async function attempt(
  { db, clock, config, log }: DeliverDeps,
  { id, url, secret, body, attempts, ...call }: Taken,
  timeoutMs: number,
): Promise<void> {
  const problem = await postNews(
    { url, body, signature: signatureOf(secret, body, clock.now()) },
    { networks: config.webhookNetworks, timeoutMs },
  );
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
    .execute();
  if (isGivenUp)
    log.error(
      { delivery: id, merchantId: call.merchant_id, orderId: call.order_id, problem },
      'a merchant’s webhook was given up',
    );
}
