/** CX31: where a merchant's own systems are told of its orders, and what became of it. */
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
import type { Words } from '#server/platform/http/language.ts';
import { serialOf } from '#server/ordering/orders/order-body.ts';
import { inTransaction, type Db } from '#server/platform/store/transactions.ts';
import { findResolvedProblem } from './allowed-address.ts';
import { secretMark } from '#server/platform/sms/signature.ts';

export interface WebhookDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly config: Pick<Config, 'webhookNetworks'>;
}

const secretBytes = 32;
/** More systems than a restaurant has; each change of an order is written down for each. */
export const mostWebhooks = 10;
const logLength = 100;

const words: Readonly<Record<WebhookRefusal, Words>> = {
  noAddress: { 'en-US': 'This is no address', 'zh-TW': '這不是網址' },
  notHttps: {
    'en-US': 'The address must begin with https:// and have no password in it',
    'zh-TW': '網址必須以 https:// 開頭，而且不能包含密碼',
  },
  notPublic: {
    'en-US': 'This address leads into a private network',
    'zh-TW': '這個網址指向內部網路',
  },
  notFound: { 'en-US': 'Nobody knows this address', 'zh-TW': '找不到這個網址' },
  tooMany: {
    'en-US': `There are ${mostWebhooks} addresses: remove one first`,
    'zh-TW': `已經有 ${mostWebhooks} 個網址，請先移除一個`,
  },
};

function refused(reason: WebhookRefusal): Refusal {
  return new Refusal(webhookRefused, words[reason], { data: { reason } });
}

/** The newest first. */
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

/** The secret is answered this once. A Refusal 4101 for an address that may not be named. */
export async function addWebhook(
  { db, clock, ids, config }: WebhookDeps,
  merchantId: string,
  given: string,
): Promise<{ webhook: Webhook; secret: string }> {
  const problem = await findResolvedProblem(given, config.webhookNetworks);
  if (problem !== undefined) throw refused(problem);
  // People type HTTPS:// and spaces: one spelling is kept.
  const url = new URL(given).href;
  if ((await readWebhooks(db, merchantId)).length >= mostWebhooks) throw refused('tooMany');
  const [id, createdAt] = [ids.next(), clock.now()];
  const secret = secretMark + randomBytes(secretBytes).toString('base64');
  await db
    .insertInto('webhooks')
    .values({ id, merchant_id: merchantId, url, secret, is_on: 1, created_at: createdAt })
    .execute();
  return { webhook: { id, url, isOn: true, createdAt, waiting: 0, givenUp: 0 }, secret };
}

/** @returns whether there is such a webhook of the merchant */
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

/** What waited for it is given up; the log of what it was told stays as long as every other. */
export async function deleteWebhook(
  { db, clock }: WebhookDeps,
  merchantId: string,
  id: string,
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
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

/** The newest first. @param state only these */
export async function readDeliveries(db: Db, merchantId: string, state?: DeliveryState): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('webhook_calls as call')
    .leftJoin('webhooks as webhook', 'webhook.id', 'call.webhook_id')
    .selectAll('call')
    .select('webhook.url as now_at')
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
    serial: serialOf(row.order_id),
    type,
    createdAt: row.created_at,
    state: is,
    attempts,
    triedAt: row.tried_at,
    problem,
    nextAt: row.next_at,
  }));
}

/** @returns whether there is such a delivery of the merchant, and its webhook; one that waits is tried at once */
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
