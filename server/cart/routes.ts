import * as z from 'zod/mini';
import {
  clearCart,
  getCart,
  getGuests,
  initializeCart,
  updateCart,
  type CartDetails,
} from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import { headers } from '#contract/http/headers.ts';
import { eventSchema, type AnyEvent } from '#events/catalogue.ts';
import { versionVectorSchema } from '#events/event-fields.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { servedMenu } from '#server/catalogue/menu.ts';
import { costOf } from '#server/http/routes/rate-limits.ts';
import { route, statusRefusal, type Route } from '#server/http/routes/route.ts';
import { jsonOf } from '#server/process/json-of.ts';
import { requireSamePlace, type DinerAtTable } from './asking-diner.ts';
import { authorsCart, cartDetails, sessionFacts } from './cart-answers.ts';
import { clearForDiner, takeEvents, takeLines, type CartDeps } from './change-cart.ts';
import { indexMenu, type MenuIndex } from '#contract/dish/menu-index.ts';
import { syncOf } from './log/snapshot.ts';

export function cartRoutes(deps: CartDeps): Route[] {
  const { db, clock } = deps;
  const menuFor = async ({ merchantId, language, versions }: DinerAtTable): Promise<MenuIndex> =>
    indexMenu(await servedMenu(db, merchantId, language, clock.now(), versions.menu));
  // P1: who says what they know understands events, and folds the carts from those.
  const details = async (who: DinerAtTable, known: VersionVector | undefined) =>
    await cartDetails(db, {
      sessionId: who.session.id,
      userId: who.asker.userId,
      menu: known === undefined ? await menuFor(who) : undefined,
      known: known ?? {},
      now: clock.now(),
    });

  return [
    route(
      updateCart,
      'dinerAtTable',
      async ({ who, body }) => {
        const { merchantId, orderDetail, events, known } = body;
        requireSamePlace(who, { merchantId, tableId: orderDetail.tableId });
        const menu = await menuFor(who);
        // P1: who says what they know understands events, also when there is nothing to send.
        const isEventAware = events !== undefined || known !== undefined;
        const changed = isEventAware
          ? await takeEvents(deps, who, menu, events ?? [])
          : await takeLines(deps, who, menu, orderDetail);
        return authorsCart(changed, {
          userId: who.asker.userId,
          menu,
          known: known ?? {},
          now: clock.now(),
          isEventAware,
        });
      },
      {
        costs: ({ sync }, { events = [], orderDetail }) =>
          costOf(events.length + orderDetail.orderItems.length) + costOf(sync?.snapshot?.events?.length ?? 0),
      },
    ),

    route(
      getCart,
      'dinerAtTable',
      async ({ who, query }) => {
        requireSamePlace(who, query);
        return await details(who, knownOfText(query.known));
      },
      { costs: costOfCart },
    ),

    route(
      initializeCart,
      'dinerAtTable',
      async ({ who, body }) => {
        requireSamePlace(who, { merchantId: body.merchantId });
        return await details(who, body.known);
      },
      { costs: costOfCart, onlyReads: true },
    ),

    route(getGuests, 'dinerAtTable', async ({ who }) => {
      const { guests } = await sessionFacts(db, who.session.id);
      return { guests };
    }),

    route(clearCart, 'dinerAtTable', async ({ who, header }) => {
      const text = header(headers.cartEvents);
      const changed =
        text === undefined
          ? await clearForDiner(deps, who)
          : await takeEvents(deps, who, new Map(), [clearOfHeader(text)]);
      const { log, decision } = changed;
      // The phone knows everything that its own clear had seen.
      const known = text === undefined ? {} : clearOfHeader(text).seen;
      return { sync: syncOf(log, { known, now: clock.now(), ...(decision && { decision }) }) };
    }),
  ];
}

const clearSchema = z.array(eventSchema).check(z.length(1));

/** P1: the one clear in the header `Cart-Events`; a Refusal 400 for anything else. */
function clearOfHeader(text: string): AnyEvent {
  const parsed = z.safeParse(clearSchema, jsonOf(Buffer.from(text, 'base64url').toString('utf8')));
  const event = parsed.success ? parsed.data[0] : undefined;
  if (event?.type !== 'cartCleared')
    throw statusRefusal(codes.badRequest, `header ${headers.cartEvents}: must hold one cartCleared`);
  return event;
}

function knownOfText(text: string | undefined): VersionVector | undefined {
  if (text === undefined || text === '') return undefined;
  const parsed = z.safeParse(versionVectorSchema, jsonOf(text));
  if (!parsed.success) throw statusRefusal(codes.badRequest, 'query.known: must be a version vector as JSON');
  return parsed.data;
}

function costOfCart({ sync, userCarts }: CartDetails): number {
  const lines = userCarts.reduce((all, { orderItems }) => all + orderItems.length, 0);
  return costOf(lines + (sync?.snapshot?.events?.length ?? 0));
}
