/** The webhooks of a restaurant and the log of their deliveries. */
import { randomBytes } from 'node:crypto';
import {
  webhookRefused,
  type Delivery,
  type DeliveryState,
  type Webhook,
  type WebhookRefusal,
} from '#contract/calls/till.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Order } from '#contract/order-fields.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { findResolvedProblem } from '#server/platform/connections/allowed-address.ts';
import { secretMark } from '#server/platform/sms/signature.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

export interface WebhookDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly config: Pick<Config, 'webhookNetworks'>;
}

const secretBytes = 32;
/** Most webhooks of a restaurant. Each change of an order writes a row for each of them. */
export const maxWebhooks = 10;
const logLength = 100;

function createRefusal(reason: WebhookRefusal): Refusal {
  return new Refusal(webhookRefused, getServerTexts(`webhooks.${reason}`, { most: maxWebhooks }), {
    data: { reason },
  });
}

/** Returns the webhooks with their numbers of waiting and failed deliveries, newest first. */
export async function readWebhooks(db: Db, merchantId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const counted = await db
    .selectFrom('webhook_calls')
    .select((call) => ['webhook_id', 'state', call.fn.countAll().as('count')])
    .where('merchant_id', '=', merchantId)
    .where('state', '!=', 'delivered')
    .groupBy(['webhook_id', 'state'])
    .execute();
  const countOf = (id: string, state: DeliveryState) =>
    Number(counted.find((each) => each.webhook_id === id && each.state === state)?.count ?? 0);
  return rows.map(({ id, url, is_on: isOn, created_at: createdAt }) => ({
    id,
    url,
    isOn: isOn === 1,
    createdAt,
    waiting: countOf(id, 'waiting'),
    givenUp: countOf(id, 'givenUp'),
  }));
}

/**
 * Creates a webhook. Its secret is returned only here.
 * @throws Refusal 4101 for a forbidden address, or too many webhooks
 */
export async function addWebhook(
  { db, clock, ids, config }: WebhookDeps,
  merchantId: string,
  given: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const problem = await findResolvedProblem(given, config.webhookNetworks);
  if (problem !== undefined) throw createRefusal(problem);
  // Normalise the URL: people type `HTTPS://` and spaces.
  const url = new URL(given).href;
  if ((await readWebhooks(db, merchantId)).length >= maxWebhooks) throw createRefusal('tooMany');
  const [id, createdAt] = [ids.next(), clock.now()];
  const secret = secretMark + randomBytes(secretBytes).toString('base64');
  await db
    .insertInto('webhooks')
    .values({ id, merchant_id: merchantId, url, secret, is_on: 1, created_at: createdAt })
    .execute();
  return { webhook: { id, url, isOn: true, createdAt, waiting: 0, givenUp: 0 }, secret };
}

/** @returns whether the restaurant has this webhook */
export async function switchWebhookOn(
  db: Db,
  merchantId: string,
  { id, isOn }: { id: string; isOn: boolean },
) {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ is_on: isOn ? 1 : 0 })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Deletes a webhook and gives up its waiting deliveries. Its log stays as long as any other. */
export async function deleteWebhook(
  { db, clock }: WebhookDeps,
  merchantId: string,
  id: string,
): Promise<boolean> {
  return await runInTransaction(db, async (trx) => {
    const gone = await trx
      .deleteFrom('webhooks')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .returning('url')
      .executeTakeFirst();
    if (!gone) return false;
    const calls = trx.updateTable('webhook_calls').where('webhook_id', '=', id);
    await calls.set({ url: gone.url }).execute();
    await calls
      .set({ state: 'givenUp', next_at: null, tried_at: clock.now() })
      .where('state', '=', 'waiting')
      .execute();
    return true;
  });
}

/** Returns the latest deliveries, newest first. @param state only deliveries in this state */
export async function readDeliveries(db: Db, merchantId: string, state?: DeliveryState): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('webhook_calls as call')
    .leftJoin('webhooks as webhook', 'webhook.id', 'call.webhook_id')
    .innerJoin('orders', 'orders.id', 'call.order_id')
    .selectAll('call')
    .select(['webhook.url as now_at', 'orders.body as order'])
    .where('call.merchant_id', '=', merchantId)
    .$if(state !== undefined, (query) => query.where('call.state', '=', state!))
    .orderBy('call.created_at', 'desc')
    .orderBy('call.id')
    .limit(logLength)
    .execute();
  return rows.map(({ id, type, state: is, attempts, problem, ...row }) => ({
    id,
    webhookId: row.webhook_id,
    url: row.now_at ?? row.url ?? '',
    isRemoved: row.now_at === null,
    orderId: row.order_id,
    serial: (JSON.parse(row.order) as Order).serial,
    type,
    createdAt: row.created_at,
    state: is,
    attempts,
    triedAt: row.tried_at,
    problem,
    nextAt: row.next_at,
  }));
}

/** Sends a delivery again now. @returns whether the restaurant has this delivery and still has its webhook */
export async function retryDelivery(
  { db, clock }: WebhookDeps,
  merchantId: string,
  id: string,
): Promise<boolean> {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable('webhook_calls')
    .set({ state: 'waiting', attempts: 0, tries_since: now, next_at: now })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('webhook_id', 'in', ({ selectFrom }) => selectFrom('webhooks').select('id'))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
