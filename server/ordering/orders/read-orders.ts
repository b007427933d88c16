import type { Order } from '#contract/order-fields.ts';
import { orderListPageSize } from '#contract/calls/order.ts';
import { codes } from '#contract/codes.ts';
import { orderStatus } from '#contract/states.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import {
  followMerged,
  orderColumns,
  readStoredOrder,
  readStoredOrders,
  type OrderRow,
} from './order-store.ts';

/** Selects the orders that a user may read: those whose reader they are, and those of sessions in which they sit. */
function selectReadable(db: Db, { userId, merchantId }: Asker) {
  return db
    .selectFrom('orders')
    .where('merchant_id', '=', merchantId)
    .where((row) =>
      row.or([
        row('id', 'in', row.selectFrom('order_members').select('order_id').where('user_id', '=', userId)),
        row(
          'session_id',
          'in',
          row
            .selectFrom('session_members')
            .select('session_id')
            .where('user_id', '=', userId)
            .where('removed_at', 'is', null),
        ),
      ]),
    );
}

/** The order, or the one into which staff merged it. */
export async function findOrder(db: Db, asker: Asker, orderId: string): Promise<Order | undefined> {
  const row: OrderRow | undefined = await selectReadable(db, asker)
    .select(orderColumns)
    .where('id', '=', orderId)
    .executeTakeFirst();
  return row && (await readStoredOrder(db, await followMerged(db, row))).order;
}

/** For an order that does not exist, or that the user may not read. */
export function createOrderGoneRefusal(): Refusal {
  return new Refusal(codes.notFound, getServerTexts('orders.closed'));
}

export async function hasOpenOrder(db: Db, asker: Asker): Promise<boolean> {
  const row = await selectReadable(db, asker)
    .select('id')
    .where('status', '=', orderStatus.progressing)
    .executeTakeFirst();
  return row !== undefined;
}

/** The ids of the same orders. Starts from the user, because a merchant has far more orders than a user may read. */
function selectReadableIds(db: Db, { userId }: Asker) {
  return db
    .selectFrom('order_members')
    .select('order_id as id')
    .where('user_id', '=', userId)
    .union(
      db
        .selectFrom('session_members as seat')
        .innerJoin('orders as theirs', 'theirs.session_id', 'seat.session_id')
        .select('theirs.id')
        .where('seat.user_id', '=', userId)
        .where('seat.removed_at', 'is', null),
    );
}

/** A page of the user's orders, newest first. @param pageIndex from 1 */
export async function readOrdersPage(
  db: Db,
  asker: Asker,
  pageIndex: number,
): Promise<{ list: Order[]; total: number }> {
  const mine = db
    .selectFrom(selectReadableIds(db, asker).as('mine'))
    // SQLite joins a cross join in the written order. Otherwise it would scan all orders of the merchant.
    .crossJoin('orders')
    .whereRef('orders.id', '=', 'mine.id')
    .where('orders.merchant_id', '=', asker.merchantId)
    // The order into which it was merged is listed.
    .where('orders.status', '!=', orderStatus.beMerged);
  const { total } = await mine.select((row) => row.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await mine
    .select(orderColumns.map((name) => `orders.${name}` as const))
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id')
    .limit(orderListPageSize)
    .offset((Math.max(pageIndex, 1) - 1) * orderListPageSize)
    .execute();
  return { list: (await readStoredOrders(db, rows)).map(({ order }) => order), total: Number(total) };
}
