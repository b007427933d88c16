/** Keeps a diner's details for an invoice with the order, for staff, POS and webhooks. */
import { invoiceMistaken, type saveInvoice } from '#contract/calls/receipt.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import {
  findInvoiceMistakes,
  hasTaiwanInvoices,
  isEmptyInvoice,
  normaliseInvoice,
  readInvoices,
} from '#contract/payments/invoice.ts';
import { isPlainText } from '#events/log/plain-text.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { createOrderGoneRefusal, findOrder } from '#server/ordering/orders/read-orders.ts';
import { writeOrder } from '#server/ordering/orders/order-store.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { lockOrder, requireOrder } from '#server/service/fulfilment/do-act.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

/** Diners of one order who can give details. */
const mostInvoices = 20;

/**
 * @returns whether it changes anything
 * @throws Refusal 4105 with the wrong fields, 404 if the diner may not read the order
 */
export async function setInvoice(
  { db, clock, subscribers }: SubscriberDeps & { readonly db: Db; readonly clock: Clock },
  asker: Asker,
  { orderId, ...given }: BodyOf<typeof saveInvoice>,
): Promise<boolean> {
  const { merchantId, userId } = asker;
  if (!isPlainText(given))
    throw createStatusRefusal(codes.badRequest, 'body: must not hold control characters');
  const invoice = normaliseInvoice(given);
  const { currency } = await readSettings(db, merchantId);
  const fields = findInvoiceMistakes(invoice, { isTaiwan: hasTaiwanInvoices(currency) });
  if (fields.length > 0)
    throw new Refusal(invoiceMistaken, getServerTexts('payments.invoice'), { data: { fields } });
  if (!(await findOrder(db, asker, orderId))) throw createOrderGoneRefusal();
  const found = await requireOrder(db, merchantId, orderId);
  return await runInTransaction(db, async (trx) => {
    const { row, placed, events, order } = await lockOrder(trx, found);
    const before = readInvoices(placed);
    const own = before.find((each) => each.userId === userId);
    const others = before.filter((each) => each !== own);
    const invoices = isEmptyInvoice(invoice) ? others : [...others, { ...own, userId, ...invoice }];
    if (JSON.stringify(invoices) === JSON.stringify(before)) return false;
    if (invoices.length > mostInvoices)
      throw createStatusRefusal(codes.badRequest, 'body: the order has details of too many diners');
    const change = { invoices, rowVersion: row.row_version + 1, updateAt: clock.now() };
    await writeOrder(trx, { ...placed, ...change }, { events });
    const at = clock.now();
    await subscribers.record(trx, 'invoiceGiven', { merchantId, order: { ...order, ...change }, at });
    const { session_id: sessionId } = row;
    await subscribers.record(trx, 'orderChanged', { merchantId, sessionId, orderId: placed.id });
    return true;
  });
}
