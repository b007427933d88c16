import type { DataOf } from '#contract/http/call.ts';
import type { KitchenBump, kitchenScreen, KitchenTicket } from '#contract/calls/kitchen.ts';
import { recallMs, usualDishMinutes } from '#contract/limits.ts';
import { readPickup } from '#contract/pickup.ts';
import { orderStatus } from '#contract/states.ts';
import { readStations } from '#server/menu/stations.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import { compareText } from '#events/log/event-id.ts';
import type { ServiceEvent } from '#events/fulfilment/service-event.ts';
import { dropUndone, type OrderLife } from '#projections/service/order-life.ts';
import { limitBytes } from '#server/platform/http/limit-bytes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { orderColumns, readStoredOrders, type StoredOrder } from '#server/ordering/orders/order-store.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readUsualTimes, type UsualTimes } from '#server/ordering/orders/usual-times.ts';

/** So many acts can be recalled from the screen. */
const mostBumps = 30;
/** How long a voided dish stays on the screen, struck out, so that a cook sees it, ms. */
const voidShownMs = 10 * 60 * 1000;
/** Older orders are not shown, ms. Their open dishes are not being cooked. */
const shownMs = 24 * 60 * 60 * 1000;
/** More orders than a kitchen has open. */
const mostOrders = 300;

/**
 * Lists the rounds with a dish to make or to serve, including their voided dishes. A round stays for ten minutes after
 * its last dish was voided or its order cancelled, because a cook may be working on it.
 * @param now ms @param after the place of the last ticket of the previous page
 */
export async function listKitchenTickets(
  db: Db,
  merchantId: string,
  {
    language,
    now,
    after,
  }: { readonly language: LanguageCode; readonly now: number; readonly after?: string | undefined },
): Promise<DataOf<typeof kitchenScreen>> {
  const { all: stations, stationOf } = await readStations(db, merchantId);
  const usualTime = await readUsualTimes(db, merchantId, now);
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('merchant_id', '=', merchantId)
    .where('status', '!=', orderStatus.beMerged)
    .where('updated_at', '>', now - shownMs)
    .where((where) =>
      where.or([where('status', '!=', orderStatus.cancelled), where('updated_at', '>', now - voidShownMs)]),
    )
    .orderBy('updated_at', 'desc')
    .limit(mostOrders)
    .execute();
  const orders = await readStoredOrders(db, rows);
  const left = orders
    .flatMap((stored) => createTickets(stored, { stationOf, usualTime, now }))
    .toSorted(comparePlaces)
    .filter((ticket) => after === undefined || comparePlaces(ticket, parsePlace(after)) > 0);
  const tickets = limitBytes(left);
  return {
    stations: stations.map(({ id, name }) => ({ id, name: chooseText(name, language) })),
    tickets,
    ...(after === undefined && {
      bumped: orders
        .flatMap((stored) => listBumps(stored, stationOf, now - recallMs))
        .toSorted((a, b) => b.at - a.at)
        .slice(0, mostBumps),
    }),
    ...(tickets.length < left.length && { more: placeOf(tickets.at(-1)!) }),
  };
}

type Place = Pick<KitchenTicket, 'placedAt' | 'round' | 'orderId'>;

function comparePlaces(a: Place, b: Place): number {
  return a.placedAt - b.placedAt || a.round - b.round || compareText(a.orderId, b.orderId);
}

function placeOf({ placedAt, round, orderId }: Place): string {
  return `${placedAt}.${round}.${orderId}`;
}

function parsePlace(place: string): Place {
  const [placedAt, round, ...orderId] = place.split('.');
  return { placedAt: Number(placedAt), round: Number(round), orderId: orderId.join('.') };
}

type StationOf = Awaited<ReturnType<typeof readStations>>['stationOf'];

interface Kitchen {
  readonly stationOf: StationOf;
  readonly usualTime: UsualTimes;
  /** ms */
  readonly now: number;
}

function createTickets(
  { order, life, events }: StoredOrder,
  { stationOf, usualTime, now }: Kitchen,
): KitchenTicket[] {
  const { dishes, closed } = life;
  const isCancelled = closed?.outcome === 'cancelled' && closed.at > now - voidShownMs;
  if (closed && !isCancelled) return [];
  const gone = isCancelled
    ? new Set(dishes.filter(({ sent, served }) => served < sent).map(({ id }) => id))
    : findVoidedSince(now - voidShownMs, life, events);
  const shown = dishes.filter(({ id, left, served }) => gone.has(id) || (!isCancelled && served < left));
  const { id: orderId, serial, tableName, guests, createAt } = order;
  const pickup = readPickup(order);
  return [...new Set(shown.map(({ round }) => round))].map((round) => {
    const lines = order.orderItems.filter((line) => line.round === round);
    return {
      orderId,
      serial,
      tableName,
      ...(pickup && { pickup }),
      round,
      ...(tableName !== null && guests > 0 && { guests }),
      placedAt: lines[0]?.placedAt ?? createAt,
      dishes: lines.map((line) => ({
        station: stationOf(line),
        // The kitchen makes nothing of a cancelled order.
        line: isCancelled ? { ...line, quantity: 0, qtyVoid: line.quantity + (line.qtyVoid ?? 0) } : line,
        ...(gone.has(line.id) && { justVoided: true }),
        usualMinutes: usualTime(line.productId) ?? usualDishMinutes,
      })),
    };
  });
}

/** The ids of dishes that were sent to the kitchen, and voided completely after `since`. @param since ms */
function findVoidedSince(since: number, { dishes }: OrderLife, events: readonly ServiceEvent[]): Set<string> {
  const voided = new Set(
    dropUndone(events).flatMap((event) =>
      event.type === 'dishVoided' && !event.movedTo && event.at > since ? event.orderItemId : [],
    ),
  );
  return new Set(
    dishes
      .filter(({ id, left, voidedSent }) => left === 0 && voidedSent > 0 && voided.has(id))
      .map(({ id }) => id),
  );
}

/** What was marked as ready or served of an open order, each act once for each round. @param since ms */
function listBumps({ order, life, events }: StoredOrder, stationOf: StationOf, since: number): KitchenBump[] {
  if (life.closed || order.updateAt < since) return [];
  const { id: orderId, serial, tableName } = order;
  const lines = new Map(order.orderItems.map((line) => [line.id, line]));
  return dropUndone(events).flatMap((event) => {
    const { actId, at } = event;
    if (at < since) return [];
    const marked = listMarked(event);
    const bumped = marked.ids.flatMap((id) => lines.get(id) ?? []);
    return [...new Set(bumped.map(({ round }) => round))].map((round) => ({
      actId,
      orderId,
      serial,
      tableName,
      round,
      stations: [...new Set(bumped.filter((line) => line.round === round).map(stationOf))],
      stage: marked.stage,
      at,
    }));
  });
}

function listMarked(event: ServiceEvent): { readonly stage: KitchenBump['stage']; readonly ids: string[] } {
  switch (event.type) {
    case 'dishReady':
      return { stage: 'ready', ids: [event.orderItemId] };
    case 'dishServed':
      return { stage: 'served', ids: [event.orderItemId] };
    case 'ticketBumped':
      return { stage: event.stage, ids: event.dishes.map(({ orderItemId }) => orderItemId) };
    default:
      return { stage: 'ready', ids: [] };
  }
}
