import { billsOpen, type BillTerm, type billsOpenSchema, type OpenBill } from '#contract/calls/house.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { zero } from '#projections/bill/money.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { orderColumns, readStoredOrders } from './order-store.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { infer as Infer } from 'zod/mini';

/** Lists the bills to which a table or a diner can still add a round, oldest first. */
export async function listOpenBills(db: Db, merchantId: string): Promise<OpenBill[]> {
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .where('status', '=', orderStatus.progressing)
    .where('payment_status', '!=', paymentStatus.fullyPaid)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('table_sessions')
          .select('table_sessions.id')
          .whereRef('table_sessions.id', '=', 'orders.session_id')
          .where('closed_at', 'is', null),
      ),
    )
    .orderBy('created_at')
    .execute();
  return (await readStoredOrders(db, rows)).map(({ order: { serial, tableName, totalAmount = zero } }) => ({
    serial,
    tableName,
    total: totalAmount,
  }));
}

/** @throws Refusal 4104 with the bills, if there are any */
export function requireNoBills(bills: readonly OpenBill[], terms: readonly BillTerm[]): void {
  if (bills.length === 0) return;
  const data: Infer<typeof billsOpenSchema> = { terms: [...terms], bills: [...bills] };
  const words = {
    'en-US': 'Bills are open: this change takes effect at a closing',
    'zh-TW': '還有未結的帳單，這項修改要等結帳後才會生效',
  };
  throw new Refusal(billsOpen, words, { data });
}
