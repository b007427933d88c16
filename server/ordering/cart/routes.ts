import * as z from 'zod/mini';
import {
  clearCart,
  getCart,
  getGuests,
  initializeCart,
  updateCart,
  type CartDetails,
} from '#contract/calls/cart.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { WantedOrder } from '#contract/order-fields.ts';
import { codes } from '#contract/codes.ts';
import { headers } from '#contract/http/headers.ts';
import { eventSchema, type AnyEvent } from '#events/cart/registry.ts';
import { versionVectorSchema } from '#events/log/event-fields.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { readServedMenu } from '#server/menu/menu.ts';
import { countExtraRequests } from '#server/platform/http/routes/rate-limits.ts';
import { defineRoute, createStatusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import { parseJson } from '#server/platform/config/parse-json.ts';
import type { DinerAtTable } from './diner-at-table.ts';
import { createAuthorAnswer, readCartDetails, readTableValues } from './cart-answers.ts';
import { clearTableCart, handleEvents, setLines, setTableValues, type CartDeps } from './change-cart.ts';
import { indexMenu, type MenuIndex } from '#contract/dish/menu-index.ts';
import { syncOf } from './log/snapshot.ts';

export function createCartRoutes(deps: CartDeps): Route[] {
  const { db, clock } = deps;
  const readMenuFor = async ({ merchantId, language, versions }: DinerAtTable): Promise<MenuIndex> =>
    indexMenu(await readServedMenu(db, merchantId, language, clock.now(), versions.menu));
  // A phone that sends `known` understands events and computes the carts itself.
  const readDetails = async (who: DinerAtTable, known: VersionVector | undefined) =>
    await readCartDetails(db, {
      sessionId: who.session.id,
      userId: who.asker.userId,
      menu: known === undefined ? await readMenuFor(who) : undefined,
      known: known ?? {},
      now: clock.now(),
    });

  return [
    defineRoute(
      updateCart,
      'dinerAtTable',
      async ({ who, body }) => {
        const { events, known } = body;
        const menu = await readMenuFor(who);
        // A phone that sends `known` understands events, even if it has none to send.
        const isEventAware = events !== undefined || known !== undefined;
        const changed = isEventAware
          ? await handleEvents(deps, who, menu, events ?? [])
          : await setLines(deps, who, menu, readOrderDetail(body));
        return createAuthorAnswer(changed, {
          userId: who.asker.userId,
          menu,
          known: known ?? {},
          now: clock.now(),
          isEventAware,
        });
      },
      {
        costs: ({ sync }, { events = [], ...body }) =>
          countExtraRequests(events.length + readOrderDetail(body).orderItems.length) +
          countExtraRequests(sync?.snapshot?.events?.length ?? 0),
      },
    ),

    defineRoute(
      getCart,
      'dinerAtTable',
      async ({ who, query }) => await readDetails(who, parseKnown(query.known)),
      {
        costs: calculateCartCost,
      },
    ),

    defineRoute(
      initializeCart,
      'dinerAtTable',
      async ({ who, body }) => {
        const { known, guests, guestCount, type, orderType } = body ?? {};
        if (known === undefined)
          await setTableValues(deps, who, { guests: guests ?? guestCount, type: type ?? orderType });
        return await readDetails(who, known);
      },
      { costs: calculateCartCost, onlyReads: true },
    ),

    defineRoute(getGuests, 'dinerAtTable', async ({ who }) => {
      const { guests } = await readTableValues(db, who.session.id);
      return { guests };
    }),

    defineRoute(clearCart, 'dinerAtTable', async ({ who, header }) => {
      const text = header(headers.cartEvents);
      const changed =
        text === undefined
          ? await clearTableCart(deps, who)
          : await handleEvents(deps, who, new Map(), [clearOfHeader(text)]);
      const { log, decision } = changed;
      // The phone knows every event that its own clear had seen.
      const known = text === undefined ? {} : clearOfHeader(text).seen;
      return { sync: syncOf(log, { known, now: clock.now(), ...(decision && { decision }) }) };
    }),
  ];
}

/** The wanted lines: in a field of their own, or in the body itself. */
function readOrderDetail({ orderDetail, orderItems, ...order }: BodyOf<typeof updateCart>): WantedOrder {
  if (orderDetail) return orderDetail;
  if (orderItems) return { ...order, orderItems };
  throw createStatusRefusal(codes.badRequest, 'body.orderItems: is missing', { path: 'body.orderItems' });
}

const clearSchema = z.array(eventSchema).check(z.length(1));

/** The clear in the header `Cart-Events`. A Refusal 400 for anything else. */
function clearOfHeader(text: string): AnyEvent {
  const parsed = z.safeParse(clearSchema, parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  const event = parsed.success ? parsed.data[0] : undefined;
  if (event?.type !== 'cartCleared')
    throw createStatusRefusal(codes.badRequest, `header ${headers.cartEvents}: must hold one cartCleared`);
  return event;
}

function parseKnown(text: string | undefined): VersionVector | undefined {
  if (text === undefined || text === '') return undefined;
  const parsed = z.safeParse(versionVectorSchema, parseJson(text));
  if (!parsed.success)
    throw createStatusRefusal(codes.badRequest, 'query.known: must be a version vector as JSON');
  return parsed.data;
}

function calculateCartCost({ sync, userCarts }: CartDetails): number {
  const lines = userCarts.reduce((all, { orderItems }) => all + orderItems.length, 0);
  return countExtraRequests(lines + (sync?.snapshot?.events?.length ?? 0));
}
