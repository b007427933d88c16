/**
 * Queues receipts that diners or staff send by mail. `send-mails.ts` sends them.
 *
 * The mails come from the restaurant's own address, so nobody may use them for spam: only paid orders have one, the text
 * is the restaurant's, and budgets limit how many are sent.
 */
import { mailRefused, type mailReceipt, type MailRefusal } from '#contract/calls/receipt.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { isMailAddress } from '#contract/mail-address.ts';
import type { Order } from '#contract/order-fields.ts';
import { createOrderGoneRefusal, findOrder } from '#server/ordering/orders/read-orders.ts';
import { createBudgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import { spendBudget, type Budget } from '#server/platform/sms/budgets.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { isPaid } from '../read-receipt.ts';
import { hasMailServer } from './mail-state.ts';

export interface QueueDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const budgets = {
  /** Each guest of a party, and a mistyped address or two. */
  ofReceipt: { name: 'mailsOfReceipt', most: 10, lengthMs: dayMs },
  ofDiner: { name: 'mailsOfDiner', most: 5, lengthMs: hourMs },
  ofMerchant: { name: 'mailsOfMerchant', most: 300, lengthMs: hourMs },
} as const satisfies Readonly<Record<string, Budget>>;
/** How long the page of the receipt says what became of a mail, ms. */
const finishedForMs = 3 * dayMs;

interface NewMail {
  readonly merchantId: string;
  readonly order: Order;
  /** The diner who asks for it; null: staff. */
  readonly userId: string | null;
  readonly address: string;
  readonly language: LanguageCode;
}

/** @throws Refusal 404 for an order that the diner may not read, and those of `queueMail` */
export async function queueMailOfDiner(
  deps: QueueDeps,
  asker: Asker,
  { orderId, address: given, keep = false }: BodyOf<typeof mailReceipt>,
  language: LanguageCode,
): Promise<boolean> {
  const { merchantId, userId } = asker;
  const order = await findOrder(deps.db, asker, orderId);
  if (!order) throw createOrderGoneRefusal();
  const address = given.trim();
  const queued = await queueMail(deps, { merchantId, order, userId, address, language });
  if (keep)
    await deps.db
      .updateTable('users')
      .set({ mail: address, updated_at: deps.clock.now() })
      .where('id', '=', userId)
      .where('kind', '=', 'member')
      .execute();
  return queued;
}

/**
 * @returns false if this receipt is already on its way to this address
 * @throws Refusal 4107 with the reason, 429 if a budget is spent
 */
export async function queueMail({ db, clock, ids }: QueueDeps, mail: NewMail): Promise<boolean> {
  const { merchantId, order, userId, language } = mail;
  const address = mail.address.trim();
  if (!isMailAddress(address)) throw refuse('wrongAddress');
  if (!isPaid(order)) throw refuse('notPaid');
  if (!(await hasMailServer(db, merchantId))) throw refuse('noMailServer');
  const now = clock.now();
  return await runInTransaction(db, async (trx) => {
    const onItsWay = await trx
      .selectFrom('mails')
      .select('id')
      .where('order_id', '=', order.id)
      .where('recipient', '=', address)
      .executeTakeFirst();
    if (onItsWay) return false;
    await spendBudgets(trx, mail, now);
    await trx
      .deleteFrom('mails')
      .where('merchant_id', '=', merchantId)
      .where('next_at', 'is', null)
      .where('created_at', '<', now - finishedForMs)
      .execute();
    const row = {
      merchant_id: merchantId,
      order_id: order.id,
      user_id: userId,
      recipient: address,
      language,
    };
    await trx
      .insertInto('mails')
      .values({ ...row, id: ids.next(), created_at: now, attempts: 0, next_at: now, state: 'waiting' })
      .execute();
    return true;
  });
}

async function spendBudgets(trx: Trx, { merchantId, order, userId }: NewMail, now: number): Promise<void> {
  const keys: readonly (readonly [Budget, string | null])[] = [
    [budgets.ofReceipt, order.id],
    [budgets.ofDiner, userId],
    [budgets.ofMerchant, merchantId],
  ];
  for (const [budget, key] of keys) {
    const spent = key === null ? undefined : await spendBudget(trx, budget, key, now);
    if (spent) throw createBudgetRefusal(budget.name, Math.ceil((spent.until - now) / 1000));
  }
}

function refuse(reason: MailRefusal): Refusal {
  return new Refusal(mailRefused, getServerTexts(`mail.${reason}`), { data: { reason } });
}
