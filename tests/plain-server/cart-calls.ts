import * as z from 'zod/mini';
import { dinerOf, read, type Ask } from './ask.ts';
import type { Calls } from './calls.ts';
import { pricedLines } from './priced.ts';
import type { State } from './state.ts';
import { sentOrderSchema } from './table-cart.ts';

const updateSchema = z.object({ orderDetail: sentOrderSchema });

/** The shared cart. */
export function cartCalls(state: State): Calls {
  const details = (ask: Ask) => {
    const diner = dinerOf(ask);
    const cart = state.cartOf(diner);
    return {
      userCarts: [...new Set(cart.lines.map(({ userId }) => userId))].map((userId) => ({
        userId,
        ...pricedLines(cart.linesOf(userId), diner.merchant, diner.say),
      })),
      updateAt: cart.updateAt,
      lastOperateAt: cart.updateAt,
      guests: cart.guests,
      type: cart.type,
      cartRowVersion: cart.rowVersion,
    };
  };

  return {
    'GET /api/shoppingCart': details,
    'POST /api/shoppingCart/initialize': details,
    'GET /api/shoppingCart/guests': (ask) => ({ guests: state.cartOf(dinerOf(ask)).guests }),

    'POST /api/shoppingCart': (ask) => {
      const diner = dinerOf(ask);
      const { user, merchant, say, table, request } = diner;
      const cart = state.cartOf(diner);
      cart.update(user.id, read(updateSchema, request.body).orderDetail);
      return {
        ...pricedLines(cart.linesOf(user.id), merchant, say),
        tableId: table?.id ?? null,
        guests: cart.guests,
        type: cart.type,
        cartRowVersion: cart.rowVersion,
        updateAt: cart.updateAt,
      };
    },

    'DELETE /api/shoppingCart/clear': (ask) => {
      state.cartOf(dinerOf(ask)).clear();
      return null;
    },
  };
}
