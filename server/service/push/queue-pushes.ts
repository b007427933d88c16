/**
 * Queues notifications for the phones of the staff, in the transaction of what they tell about. So none is lost, and none
 * tells of something that was not stored. The person who did it gets none.
 */
import type { HelpKind } from '#events/fulfilment/help-kinds.ts';
import type { Actor } from '#events/fulfilment/service-event.ts';
import type { PushKind } from '#contract/calls/push.ts';
import { countDishes } from '#contract/dish/quantity.ts';
import type { Order } from '#contract/order-fields.ts';
import { readStations } from '#server/menu/stations.ts';
import { subscribe, type Subscription } from '#server/ordering/subscribers.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import { listSubscribersOf } from '#server/platform/push/subscriptions.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

/** What a notification tells. It has no name or number of a guest. */
export type PushNews = { readonly tableName: string | null } & (
  | { readonly kind: 'orders'; readonly serial: string; readonly dishes: number }
  | { readonly kind: 'calls'; readonly help: HelpKind }
  | { readonly kind: 'payments'; readonly amount: string; readonly currency: string }
);

interface Place {
  readonly merchantId: string;
  /** undefined: a guest. */
  readonly by: Actor | undefined;
  /** ms */
  readonly at: number;
}

export function createPushSubscriptions(ids: Ids): Subscription[] {
  return [
    subscribe('orderPlaced', {
      inTransaction: async (trx, { merchantId, order, round, at }) =>
        await queueOrder(trx, ids, { merchantId, by: undefined, at }, { order, round }),
    }),
    subscribe('actDone', {
      inTransaction: async (trx, { merchantId, act, undone, after, isFirstDish }) => {
        if (undone) return;
        const place = { merchantId, by: act.by, at: act.at };
        if (isFirstDish)
          await queueOrder(trx, ids, place, { order: after, round: after.orderItems[0]?.round ?? 1 });
        if (act.type === 'orderPaid') {
          const { tableName, currency = '' } = after;
          await queueNews(trx, ids, place, { kind: 'payments', tableName, amount: act.amount, currency });
        }
      },
    }),
    subscribe('helpAsked', {
      inTransaction: async (trx, { merchantId, sessionId, kind: help, at }) => {
        const table = await trx
          .selectFrom('table_sessions as session')
          .innerJoin('tables', (join) =>
            join
              .onRef('tables.id', '=', 'session.table_id')
              .onRef('tables.merchant_id', '=', 'session.merchant_id'),
          )
          .select('tables.name')
          .where('session.id', '=', sessionId)
          .executeTakeFirst();
        const news = { kind: 'calls', tableName: table?.name ?? null, help } as const;
        await queueNews(trx, ids, { merchantId, by: undefined, at }, news);
      },
    }),
  ];
}

async function queueOrder(
  trx: Trx,
  ids: Ids,
  place: Place,
  { order, round }: { readonly order: Order; readonly round: number },
): Promise<void> {
  const lines = order.orderItems.filter((line) => line.round === round);
  const dishes = lines.reduce((all, { quantity, unitLabel }) => all + countDishes(quantity, unitLabel), 0);
  const { tableName, serial } = order;
  const { stationOf } = await readStations(trx, place.merchantId);
  await queueNews(
    trx,
    ids,
    place,
    { kind: 'orders', tableName, serial, dishes },
    new Set(lines.map((line) => stationOf(line))),
  );
}

/** @param stations those that have a dish of the order */
async function queueNews(
  trx: Trx,
  ids: Ids,
  { merchantId, by, at }: Place,
  news: PushNews,
  stations?: ReadonlySet<string>,
): Promise<void> {
  const kind: PushKind = news.kind;
  const all = await listSubscribersOf(trx, merchantId, { kind, now: at });
  const wanted = all.filter(
    ({ person, station }) =>
      !(by?.kind === 'staff' && by.name === person) &&
      (station === null || stations === undefined || stations.has(station)),
  );
  if (wanted.length === 0) return;
  const body = JSON.stringify(news);
  await trx
    .insertInto('pushes')
    .values(
      wanted.map(({ id: subscription }) => ({
        id: ids.next(),
        merchant_id: merchantId,
        subscription,
        body,
        created_at: at,
        attempts: 0,
        next_at: at,
      })),
    )
    .execute();
}
