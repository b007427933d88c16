/** Prints bills and receipts on the printer that the restaurant chose for them. */
import type { printReceipt } from '#contract/calls/receipt.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { readPrinters } from '#server/menu/printers.ts';
import { findBillPrinter } from '#server/menu/stations.ts';
import { readStoredOrder } from '#server/ordering/orders/order-store.ts';
import { subscribe, type Subscription } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, lockSession, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { requireOrder } from '#server/service/fulfilment/do-act.ts';
import { isPaid } from '#server/service/receipts/read-receipt.ts';
import { findReceipt, numberReceipt } from '#server/service/receipts/receipt-numbers.ts';
import { queueReceipt } from './queue-tickets.ts';

/** @returns whether the restaurant has a printer for bills */
export async function printOnPaper(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  merchantId: string,
  { orderId, actId }: BodyOf<typeof printReceipt>,
): Promise<boolean> {
  const { session_id: sessionId } = await requireOrder(db, merchantId, orderId);
  const now = clock.now();
  return await runInTransaction(db, async (trx) => {
    await lockSession(trx, sessionId);
    const { order } = await readStoredOrder(trx, await requireOrder(trx, merchantId, orderId));
    const printer = findBillPrinter(await readPrinters(trx, merchantId));
    if (!printer) return false;
    await queuePrint(trx, { merchantId, order, now }, { actId, printerId: printer.id });
    return true;
  });
}

/** Prints the receipt as soon as a bill is paid, if the printer is set to do so. */
export function createReceiptSubscriptions(): Subscription[] {
  return [
    subscribe('actDone', {
      inTransaction: async (trx, { merchantId, act, before, after }) => {
        if (act.type !== 'orderPaid' || isPaid(before) || !isPaid(after)) return;
        const printer = findBillPrinter(await readPrinters(trx, merchantId));
        if (!printer?.autoReceipt) return;
        const place = { merchantId, order: after, now: act.at };
        await queuePrint(trx, place, { actId: `paid-${act.id}`, printerId: printer.id });
      },
    }),
  ];
}

/** Queues the bill of an order, or its receipt if it is or was paid. */
async function queuePrint(
  trx: Trx,
  place: Parameters<typeof queueReceipt>[1],
  job: { readonly actId: string; readonly printerId: string },
): Promise<void> {
  const { merchantId, order, now } = place;
  const isReceipt = isPaid(order) || (await findReceipt(trx, order.id)) !== undefined;
  const copy = isReceipt ? await countPrints(trx, { merchantId, orderId: order.id, now }) : 0;
  const isNew = await queueReceipt(trx, place, { ...job, copy });
  if (isNew && isReceipt) await addPrint(trx, order.id);
}

/** Returns how often the receipt was printed. The first time it gets its number. */
async function countPrints(trx: Trx, wanted: Parameters<typeof numberReceipt>[1]): Promise<number> {
  return (await numberReceipt(trx, wanted)).prints;
}

async function addPrint(trx: Trx, orderId: string): Promise<void> {
  await trx
    .updateTable('receipts')
    .set(({ eb }) => ({ prints: eb('prints', '+', 1) }))
    .where('order_id', '=', orderId)
    .execute();
}
