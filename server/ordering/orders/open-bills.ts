import { billsOpen, type BillTerm, type billsOpenSchema, type OpenBill } from '#contract/calls/house.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { zero } from '#projections/bill/money.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { orderColumns, readStoredOrders } from './order-store.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import type { infer as Infer } from 'zod/mini';

/** The sums of a closing are in one currency. */
const wholeDayTerms: readonly BillTerm[] = ['currency', 'decimals'];
const mostListed = 50;

/**
 * Lists the bills for which a change of these terms must wait, oldest first, at most 50. These are the bills to which a
 * table or a diner can still add a round, and for another currency all bills that are in no closing yet.
 */
export async function listOpenBills(
  db: Db,
  merchantId: string,
  terms: readonly BillTerm[],
): Promise<OpenBill[]> {
  if (terms.length === 0) return [];
  const last = await db
    .selectFrom('day_closings')
    .select('to_at')
    .where('merchant_id', '=', merchantId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isOfWholeDay = terms.some((term) => wholeDayTerms.includes(term));
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        and([
          eb('status', '=', orderStatus.progressing),
          eb('payment_status', '!=', paymentStatus.fullyPaid),
          exists(
            selectFrom('table_sessions')
              .select('table_sessions.id')
              .whereRef('table_sessions.id', '=', 'orders.session_id')
              .where('closed_at', 'is', null),
          ),
        ]),
        ...(isOfWholeDay
          ? [
              and([
                eb('created_at', '>=', last?.to_at ?? 0),
                eb('status', 'not in', [orderStatus.cancelled, orderStatus.beMerged]),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('created_at')
    .limit(mostListed)
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
  throw new Refusal(billsOpen, getServerTexts('orders.billsOpen'), { data });
}
