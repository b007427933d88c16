import type { DataOf } from '#contract/http/call.ts';
import type { kitchenScreen, KitchenTicket } from '#contract/calls/kitchen.ts';
import { orderStatus } from '#contract/states.ts';
import { stationsOf } from '#server/menu/stations.ts';
import { inLanguage } from '#server/menu/whole-merchant.ts';
import { compareText } from '#events/log/event-id.ts';
import { firstWithin } from '#server/platform/http/limit-bytes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { orderColumns, storedOrders, type StoredOrder } from '#server/ordering/orders/order-store.ts';
import type { Db } from '#server/platform/store/transactions.ts';

/** Of the last day, ms: what nobody served since is not being cooked. */
const shownMs = 24 * 60 * 60 * 1000;
/** More than a kitchen has open. */
const mostOrders = 300;

/**
 * A round as long as a dish of it is to be made or brought; with those that were taken off it meanwhile.
 * @param now ms  @param after the place of the last ticket that was told before
 */
export async function kitchenTickets(
  db: Db,
  merchantId: string,
  {
    language,
    now,
    after,
  }: { readonly language: LanguageCode; readonly now: number; readonly after?: string | undefined },
): Promise<DataOf<typeof kitchenScreen>> {
  const { all: stations, stationOf } = await stationsOf(db, merchantId);
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .where('status', 'not in', [orderStatus.cancelled, orderStatus.beMerged])
    .where('updated_at', '>', now - shownMs)
    .orderBy('updated_at', 'desc')
    .limit(mostOrders)
    .execute();
  const all = (await storedOrders(db, rows)).flatMap((stored) => ticketsOf(stored, stationOf));
  const left = all
    .toSorted(inOrder)
    .filter((ticket) => after === undefined || inOrder(ticket, ticketAt(after)) > 0);
  const tickets = firstWithin(left);
  return {
    stations: stations.map(({ id, name }) => ({ id, name: inLanguage(name, language) })),
    tickets,
    ...(tickets.length < left.length && { more: placeOf(tickets.at(-1)!) }),
  };
}

type Place = Pick<KitchenTicket, 'placedAt' | 'round' | 'orderId'>;

function inOrder(a: Place, b: Place): number {
  return a.placedAt - b.placedAt || a.round - b.round || compareText(a.orderId, b.orderId);
}

function placeOf({ placedAt, round, orderId }: Place): string {
  return `${placedAt}.${round}.${orderId}`;
}

function ticketAt(place: string): Place {
  const [placedAt, round, ...orderId] = place.split('.');
  return { placedAt: Number(placedAt), round: Number(round), orderId: orderId.join('.') };
}

function ticketsOf(
  { order, life }: StoredOrder,
  stationOf: Awaited<ReturnType<typeof stationsOf>>['stationOf'],
): KitchenTicket[] {
  const { dishes, closed } = life;
  if (closed) return [];
  const open = new Set(dishes.filter(({ left, served }) => served < left).map(({ round }) => round));
  const { id: orderId, serial, tableName, createAt } = order;
  return [...open].map((round) => {
    const lines = order.orderItems.filter((line) => line.round === round);
    return {
      orderId,
      serial,
      tableName,
      round,
      placedAt: lines[0]?.placedAt ?? createAt,
      dishes: lines.map((line) => ({ station: stationOf(line), line })),
    };
  });
}
