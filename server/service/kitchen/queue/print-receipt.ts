/** Prints bills and receipts on the printer that the restaurant chose for them. */
import type { printReceipt } from '#contract/calls/receipt.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { readPrinters } from '#server/menu/printers.ts';
import { findBillPrinter } from '#server/menu/stations.ts';
import { readStoredOrder } from '#server/ordering/orders/order-store.ts';
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
    const isReceipt = isPaid(order) || (await findReceipt(trx, order.id)) !== undefined;
    const place = { merchantId, order, now };
    const isNew = await queueReceipt(trx, place, {
      actId,
      printerId: printer.id,
      copy: isReceipt ? await countPrints(trx, { merchantId, orderId: order.id, now }) : 0,
    });
    if (isNew && isReceipt) await addPrint(trx, order.id);
    return true;
  });
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
