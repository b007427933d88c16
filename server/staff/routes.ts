import { codes } from '#contract/codes.ts';
import type { Call } from '#contract/call.ts';
import {
  closeTable,
  reissueQrcode,
  removeDiner,
  sendToKitchen,
  setSoldOut,
  settleOrder,
  showOrderCode,
  staffLogin,
  staffLogout,
  staffNegotiate,
  staffOrder,
  staffOverview,
  staffWhoAmI,
} from '#contract/calls/staff.ts';
import type { CartDeps } from '#server/cart/change-cart.ts';
import { markSoldOut } from '#server/catalogue/menu.ts';
import { merchantSettings, tinyMerchant } from '#server/catalogue/merchants.ts';
import type { Random } from '#server/process/clock.ts';
import type { Config } from '#server/process/config.ts';
import type { HubDeps } from '#server/realtime/publish.ts';
import { Refusal, route, statusRefusal, type Request, type Route } from '#server/http/routes/route.ts';
import { issueOrderCode } from '#server/messages/order-codes.ts';
import { orderOf } from '#server/orders/order-store.ts';
import {
  announceMenuChanged,
  announceOrderChanged,
  announceRemoval,
  announceTableClosed,
  tellStaff,
} from '#server/realtime/announce.ts';
import { phoneAddressOf, type HubAccess } from '#server/realtime/public-access.ts';
import { rolesFor, staffGroup } from '#server/realtime/table-group.ts';
import { lostOrdersOf } from '#server/orders/lost-orders.ts';
import { currentTrouble } from '#server/store/trouble.ts';
import { staffOrders, staffTables } from './overview.ts';
import { merchantOrder, sendOrder, settle, type ChangedOrder, type StaffOrderDeps } from './staff-orders.ts';
import {
  closeStaffSession,
  openStaffSession,
  staffMerchant,
  isStaffPassword,
  type StaffSessionDeps,
} from './staff-sessions.ts';
import { removeDiner as sendAway } from './remove-diner.ts';
import { closePartyAt, newQrcode, openSessionAt } from './staff-tables.ts';

export type StaffDeps = Pick<CartDeps, 'announce'> &
  StaffOrderDeps &
  StaffSessionDeps &
  HubAccess &
  HubDeps & {
    readonly random: Random;
    readonly config: Pick<Config, 'staffPassword' | 'staffPasswords'>;
  };

/** Wrong passwords of one address in a minute. */
const loginsPerMinute = 10;
/** The counter's screen is only one of several that stand behind the restaurant's address. */
const callsPerMinute = 1_200;
const tokenMinutes = 5;

/** The restaurant's side. @param generated the password that holds when none is configured */
export function staffRoutes(deps: StaffDeps, generated: string): Route[] {
  const { db, clock, config } = deps;

  const staffRoute = <Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    handle: (merchantId: string, request: Request<'nothing', Params, Query, Body>) => Promise<Data>,
  ): Route =>
    route(call, 'nothing', async (request) => handle(await staffMerchant(deps, request.header), request), {
      perMinute: callsPerMinute,
    });
  const identity = async (
    merchantId: string,
    language: Request<'nothing', unknown, unknown, unknown>['who']['language'],
  ) => {
    const { shortName, currency } = tinyMerchant(
      merchantId,
      await merchantSettings(db, merchantId),
      language,
    );
    return { merchantId, name: shortName, currency };
  };
  const changed = async (merchantId: string, { order, sessionId, closed }: ChangedOrder) => {
    await announceOrderChanged(deps, { merchantId, sessionId, orderId: order.id });
    if (closed) await announceTableClosed(deps, merchantId, sessionId);
    return order;
  };

  return [
    route(
      staffLogin,
      'nothing',
      async ({ body: { merchantId, password }, who, setHeader }) => {
        const known = await db
          .selectFrom('merchants')
          .select('id')
          .where('id', '=', merchantId)
          .executeTakeFirst();
        if (!isStaffPassword(config, generated, merchantId, password) || !known)
          throw statusRefusal(codes.forbidden, 'The password is wrong');
        setHeader('Set-Cookie', await openStaffSession(deps, merchantId));
        return await identity(merchantId, who.language);
      },
      { perMinute: loginsPerMinute },
    ),
    route(staffLogout, 'nothing', async ({ header, setHeader }) => {
      setHeader('Set-Cookie', await closeStaffSession(deps, header));
      return { loggedOut: true };
    }),
    staffRoute(staffWhoAmI, (merchantId, { who }) => identity(merchantId, who.language)),

    staffRoute(staffOverview, async (merchantId) => ({
      tables: await staffTables(db, merchantId),
      orders: await staffOrders(db, merchantId, clock.now()),
      trouble: currentTrouble(db) ?? null,
      lostOrders: await lostOrdersOf(db, merchantId),
      orderCodeRequired: (await merchantSettings(db, merchantId)).orderCodeRequired,
    })),
    staffRoute(staffOrder, async (merchantId, { params }) =>
      orderOf(await merchantOrder(db, merchantId, params.id)),
    ),
    staffRoute(sendToKitchen, async (merchantId, { body: { orderId } }) =>
      changed(merchantId, await sendOrder(deps, merchantId, orderId)),
    ),
    staffRoute(settleOrder, async (merchantId, { body: { orderId, action } }) =>
      changed(merchantId, await settle(deps, merchantId, orderId, action)),
    ),

    staffRoute(setSoldOut, async (merchantId, { body: { productId, soldOut } }) => {
      const isNews = await markSoldOut(db, merchantId, productId, soldOut);
      if (isNews) await Promise.all([announceMenuChanged(deps, merchantId), tellStaff(deps, merchantId)]);
      return { changed: isNews };
    }),

    staffRoute(showOrderCode, async (merchantId, { body: { tableId } }) => {
      const session = await openSessionAt(db, merchantId, tableId);
      if (!session) throw new Refusal(codes.tableUnavailable, 'Nobody sits at this table');
      return { code: await issueOrderCode(deps, session.id) };
    }),
    staffRoute(closeTable, async (merchantId, { body: { tableId } }) => {
      const sessionId = await closePartyAt(deps, merchantId, tableId);
      if (sessionId !== undefined) await announceTableClosed(deps, merchantId, sessionId);
      return { closed: sessionId !== undefined };
    }),
    staffRoute(removeDiner, async (merchantId, { body: { tableId, userId } }) => {
      const sessionId = await sendAway(deps, { merchantId, tableId, userId });
      await announceRemoval(deps, { merchantId, sessionId, userId });
      void deps.announce(sessionId);
      return { removed: true };
    }),
    staffRoute(reissueQrcode, async (merchantId, { body: { tableId, endParty = false } }) => {
      const qrcodeId = await newQrcode(deps, merchantId, tableId);
      const ended = endParty ? await closePartyAt(deps, merchantId, tableId) : undefined;
      if (ended !== undefined) await announceTableClosed(deps, merchantId, ended);
      await tellStaff(deps, merchantId);
      return { qrcodeId };
    }),

    route(staffNegotiate, 'nothing', async ({ header }) => {
      const group = staffGroup(await staffMerchant(deps, header));
      // Listens only: nothing that a screen says is for the others.
      const [join] = rolesFor(group);
      const hub = deps.hubs.of(group);
      const { url } = await hub.client.getClientAccessToken({
        userId: group,
        roles: [join!],
        groups: [group],
        expirationTimeInMinutes: tokenMinutes,
      });
      return { url: phoneAddressOf(deps, hub, url, header), group };
    }),
  ];
}
