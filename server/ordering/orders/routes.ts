import { codes } from '#contract/codes.ts';
import { countDishes } from '#contract/dish/quantity.ts';
import type { Order } from '#contract/order-fields.ts';
import {
  getMemberOrderList,
  getOrderDetail,
  getPlacement,
  getTableActiveOrder,
  hasProcessingOrder,
  placeOrder,
  previewOrder,
  reportLostOrder,
  type ListedOrder,
} from '#contract/calls/order.ts';
import { getSuggestions } from '#contract/calls/suggestions.ts';
import { changeSession } from '#server/ordering/cart/log/session-log.ts';
import { syncOf } from '#server/ordering/cart/log/snapshot.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { readCouponNames } from '#server/menu/coupons/coupons.ts';
import { limits } from '#contract/limits.ts';
import { isPlainText } from '#events/log/plain-text.ts';
import { countJsonBytes, limitBytes } from '#server/platform/http/limit-bytes.ts';
import { shareAnswer } from '#server/platform/http/routes/shared-answers.ts';
import type { LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import { createBudget, countExtraRequests } from '#server/platform/http/routes/rate-limits.ts';
import { defineRoute, createStatusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { storeLostOrder } from './lost-orders.ts';
import { translateOrder } from './order-body.ts';
import { findOpenOrder, readStoredOrder } from './order-store.ts';
import { placeTableOrder, type OrderDeps } from './placing/place-order.ts';
import { findPlacement, storePlacement, requirePlacementId } from './placing/placements.ts';
import { previewRound } from './placing/preview-order.ts';
import { findOrder, hasOpenOrder, createOrderGoneRefusal, readOrdersPage } from './read-orders.ts';
import { readSuggestions } from './suggestions.ts';
import { addUsualTimes, readUsualTimes } from './usual-times.ts';

export const ordersApart = {
  /** Each order may read the whole log of its table. A phone that lost an answer asks for the outcome instead. */
  perMinute: 20,
  /** Each order is a ticket in the kitchen. A diner who orders a drink every five minutes orders twelve times. */
  perHour: 60,
};
/** Questions for attempts that the server does not know, per hour. Each one is stored as refused. */
export const unseenPerHour = 300;
/** Bytes of events next to the order in an answer. */
const eventBytesBesideOrder = 8 * 1024;
/** A diner has one or two open orders, and staff look at each report. */
const lostOrders = { most: 2, seconds: 12 * 3600 };

export function createOrderRoutes(deps: OrderDeps & LimiterDeps): Route[] {
  return [...createPlacingRoutes(deps), createLostOrderRoute(deps), ...createReadingRoutes(deps)];
}

function createPlacingRoutes(deps: OrderDeps & LimiterDeps): Route[] {
  const { db, clock } = deps;
  const unseenPlacements = createBudget(deps.limiters, 'unseenPlacementsOfDiner', unseenPerHour, 3600);
  return [
    defineRoute(
      previewOrder,
      'dinerAtTable',
      async ({ who, body }) => {
        return await previewRound(deps, who, body);
      },
      { onlyReads: true, costs: (_, { orderItems }) => countExtraRequests(orderItems.length) },
    ),

    defineRoute(
      placeOrder,
      'dinerAtTable',
      async ({ who, body }) => {
        const { log, orderId } = await placeTableOrder(deps, who, body);
        return {
          order: await requireReadableOrder(db, toDiner(who), orderId),
          sync: syncOf(log, { known: body.seen ?? {}, now: clock.now(), pageBytes: eventBytesBesideOrder }),
        };
      },
      { apart: ordersApart },
    ),

    // Under the session's lock, so that an attempt that is being decided is answered first.
    defineRoute(getPlacement, 'dinerAtTable', async ({ who, params: { placementId } }) => {
      requirePlacementId(placementId);
      const { value } = await changeSession(db, who.session.id, async (trx, { log }) => {
        const unseen = {
          outcome: 'refused',
          code: codes.shoppingCartUpdated,
          msg: 'The order was not placed',
        } as const;
        const found = await findPlacement(trx, placementId, who);
        if (found) return { log, value: found };
        await unseenPlacements.spend(who.asker.userId);
        return { log, value: await storePlacement(trx, placementId, who, unseen, clock.now()) };
      });
      const { outcome, order_id: orderId, code, msg } = value;
      return {
        outcome,
        order: orderId === null ? null : await requireReadableOrder(db, toDiner(who), orderId),
        code,
        msg,
      };
    }),
  ];
}

function createLostOrderRoute(deps: OrderDeps & LimiterDeps): Route {
  const lostOfDiner = createBudget(deps.limiters, 'lostOrdersOfDiner', lostOrders.most, lostOrders.seconds);
  return defineRoute(reportLostOrder, 'dinerAtTable', async ({ who, body }) => {
    if (!isPlainText(body))
      throw createStatusRefusal(codes.badRequest, 'body: must not hold control characters');
    await lostOfDiner.requireRoom(who.asker.userId);
    const { kept, isNew } = await storeLostOrder(deps, who.session.id, body);
    if (isNew) {
      await lostOfDiner.count(who.asker.userId);
      deps.subscribers.notify('lostOrderReported', { sessionId: who.session.id });
    }
    return { kept };
  });
}

function createReadingRoutes({ db, clock }: OrderDeps): Route[] {
  return [
    defineRoute(
      getOrderDetail,
      'diner',
      async ({ who, query }) => {
        const orderId = query.id ?? query.orderId;
        if (orderId === undefined) throw createStatusRefusal(codes.badRequest, 'query.id: is missing');
        const order = await requireReadableOrder(db, who, orderId);
        return shareAnswer(addUsualTimes(order, await readUsualTimes(db, who.merchantId, clock.now())));
      },
      { costs: calculateOrderCost },
    ),

    defineRoute(
      getTableActiveOrder,
      'dinerAtTable',
      async ({ who }) => {
        const open = await findOpenOrder(db, who.session.id);
        if (!open) return null;
        const [order] = await translateOrders(db, toDiner(who), [(await readStoredOrder(db, open)).order]);
        return shareAnswer(order!);
      },
      { costs: calculateOrderCost },
    ),

    defineRoute(getSuggestions, 'diner', async ({ who }) => readSuggestions(db, who.asker, clock.now())),

    defineRoute(hasProcessingOrder, 'diner', async ({ who }) => ({
      hasProcessingOrder: await hasOpenOrder(db, who.asker),
    })),

    defineRoute(
      getMemberOrderList,
      'diner',
      async ({ who, query }) => {
        const { list, total } = await readOrdersPage(db, who.asker, query.pageIndex ?? 1);
        return { list: limitOrders(await translateOrders(db, who, list)), total };
      },
      { costs: ({ list }) => list.reduce((all, order) => all + calculateOrderCost(order), 0) },
    ),
  ];
}

/** The order in the diner's language. A Refusal 404 if the diner may not read it. */
async function requireReadableOrder(db: Db, who: Who<'diner'>, orderId: string): Promise<Order> {
  const order = await findOrder(db, who.asker, orderId);
  if (!order) throw createOrderGoneRefusal();
  return (await translateOrders(db, who, [order]))[0]!;
}

async function translateOrders(db: Db, who: Who<'diner'>, orders: readonly Order[]): Promise<Order[]> {
  if (orders.length === 0) return [];
  const menu = await readWholeMenu(db, who.merchantId, who.language);
  const coupons = await readCouponNames(db, who.merchantId, who.language);
  return orders.map((order) => translateOrder(who.language, order, menu, coupons));
}

/** If the orders are too long for one answer, each is cut to its share of the lines. `pieces` counts all of them. */
function limitOrders(orders: readonly Order[]): ListedOrder[] {
  const room = limits.pageBytes / orders.length;
  return orders.map((order) => {
    if (countJsonBytes(order.orderItems) <= room) return order;
    const pieces = order.orderItems.reduce(
      (sum, { quantity, unitLabel }) => sum + countDishes(quantity, unitLabel),
      0,
    );
    const lines = limitBytes(order.orderItems, room);
    return { ...order, pieces, orderItems: lines, sharing: undefined };
  });
}

function calculateOrderCost(order: Order | null): number {
  return countExtraRequests(order?.orderItems.length ?? 0);
}

function toDiner(who: Who<'dinerAtTable'>): Who<'diner'> {
  return { ...who, session: undefined };
}
