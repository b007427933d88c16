import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { orderListPageSize } from '#contract/calls/order.ts';
import { dinerOf, read, Refusal, type Ask, type Diner } from './ask.ts';
import type { Calls } from './calls.ts';
import { isOnSale, pricedLine, totals } from './priced.ts';
import { placeOf, type State } from './state.ts';
import { staffNameOf } from './table-calls.ts';
import { sentOrderSchema } from './table-cart.ts';
import { isMember, nameOf } from './users.ts';

const placeSchema = z.object({ ...sentOrderSchema.shape, orderCode: z.nullish(z.string()) });
type SentPlacing = z.infer<typeof placeSchema>;

const withId = z.object({ id: z.string() });
const pageSchema = z.object({ pageIndex: z.optional(z.string()) });

/** Preview, placing, and what was placed. */
export function orderCalls(state: State): Calls {
  const readable = (ask: Ask) => {
    const diner = dinerOf(ask);
    return state.orders.readableBy(diner.user.id, placeOf(diner));
  };

  return {
    'POST /api/merchant/order/preview': (ask) => {
      const { merchant, say, request } = dinerOf(ask);
      const { orderItems, guests } = read(sentOrderSchema, request.body);
      const lines = orderItems
        .filter(({ quantity }) => quantity > 0)
        .map((line) => pricedLine(line, merchant, say));
      return { orderItems: lines, orderCoupons: [], guests: guests ?? 1, ...totals(lines, merchant, say) };
    },

    'POST /api/member/order': (ask) => {
      const diner = dinerOf(ask);
      return { order: place(state, diner, read(placeSchema, diner.request.body)).answer(diner.say) };
    },

    'GET /api/merchant/order/detailForMember': (ask) => {
      const { id } = read(withId, ask.request.query);
      const order = readable(ask).find((each) => String(each.id) === id);
      if (!order) throw new Refusal(codes.notFound, 'Order closed');
      return order.answer(ask.say);
    },

    'GET /api/merchant/order/table-active-order': (ask) =>
      state.orders.openAt(placeOf(dinerOf(ask)))?.answer(ask.say) ?? null,

    'GET /api/merchant/order/has-processing-order': (ask) => ({
      hasProcessingOrder: readable(ask).length > 0,
    }),

    'GET /api/merchant/order/member-order-list': (ask) => {
      const { pageIndex = '1' } = read(pageSchema, ask.request.query);
      const orders = readable(ask);
      const first = (Number(pageIndex) - 1) * orderListPageSize;
      const list = orders.slice(first, first + orderListPageSize).map((order) => order.answer(ask.say));
      return { list, total: orders.length };
    },
  };
}

/** Takes the lines out of the cart and places them. Refusals 10011, 1011, 2025, 66666 and, for nothing at all, 400. */
function place(state: State, diner: Diner, sent: SentPlacing) {
  const { merchant, table, user } = diner;
  const { orderItems, orderCode, cartRowVersion } = sent;
  if (!isMember(user))
    throw new Refusal(codes.guestModeDoesNotSupportPlacingOrders, 'Guests cannot place orders');
  if (merchant.orderCodeRequired && table && !state.isNewestCode(staffNameOf(table), orderCode ?? ''))
    throw new Refusal(codes.orderCodeMiss, 'The order code is missing or wrong');
  if (orderItems.length === 0) throw new Refusal(codes.badRequest, 'The cart is empty');
  if (!orderItems.every((line) => isOnSale(line, merchant)))
    throw new Refusal(codes.soldOut, 'Something of this is sold out');

  const cart = state.cartOf(diner);
  const isStale = typeof cartRowVersion === 'number' && cartRowVersion !== cart.rowVersion;
  const taken = isStale ? undefined : cart.take(orderItems);
  if (!taken) throw new Refusal(codes.shoppingCartUpdated, 'The shopping cart has been updated');
  return state.orders.place({
    merchant,
    table,
    place: placeOf(diner),
    member: user,
    lines: taken.map((line) => {
      const owner = state.users.find(line.userId);
      return { line, userName: owner ? nameOf(owner) : '' };
    }),
    guests: cart.guests,
    type: cart.type,
  });
}
