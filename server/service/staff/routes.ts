import { codes } from '#contract/codes.ts';
import {
  reissueQrcode,
  removeDiner,
  setSoldOut,
  showOrderCode,
  olderOrders,
  restOfTables,
  staffNegotiate,
  staffOrder,
  staffOverview,
} from '#contract/calls/staff.ts';
import type { CartDeps } from '#server/ordering/cart/change-cart.ts';
import { markOptionsSoldOut, markSoldOut } from '#server/menu/sold-out.ts';
import { merchantSettings } from '#server/menu/merchants.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { forMany } from '#server/platform/http/routes/shared-answers.ts';
import { Refusal, type Route } from '#server/platform/http/routes/route.ts';
import type { Staff } from '#server/platform/http/routes/who.ts';
import { orderCodeForStaff } from '#server/platform/sms/order-codes.ts';
import { disputesOf, settle } from '#server/service/payments/page-payments.ts';
import { storedOrder } from '#server/ordering/orders/order-store.ts';
import { answerHelp } from '#contract/calls/help.ts';
import { listReports, readReport } from '#contract/calls/report.ts';
import { closeTable, mergeTables, moveTable, takeBackAtTable } from '#contract/calls/tables.ts';
import { kitchenScreen, printAgain } from '#contract/calls/kitchen.ts';
import { kitchenTickets } from '#server/service/kitchen/screen/kitchen-tickets.ts';
import { answer } from '#server/service/fulfilment/help.ts';
import { noteReprint } from '#server/ordering/orders/print-jobs/note-tickets.ts';
import { printerStates } from '#server/service/kitchen/queue/printer-states.ts';
import { inTransaction, lockSession } from '#server/platform/store/transactions.ts';
import { noteStaffSeen } from '#server/service/fulfilment/staff-there.ts';
import { settleDispute } from '#contract/calls/payment.ts';
import { actOnOrder, orderAtTable } from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import { zero } from '#projections/bill/money.ts';
import { isMeant, tableFree } from '#server/service/fulfilment/party/table-acts.ts';
import { closeParty } from '#server/service/fulfilment/party/close-table.ts';
import { takeBackAt } from '#server/service/fulfilment/party/take-back.ts';
import { clockOf, dayOf, endOfDay } from '#server/menu/business-day.ts';
import { mergeParties } from '#server/service/fulfilment/party/merge-parties.ts';
import { moveParty } from '#server/service/fulfilment/party/move-party.ts';
import {
  doOrderAct,
  isKitchenAct,
  merchantOrder,
  type DeskDeps,
  type Done,
} from '#server/service/fulfilment/do-act.ts';
import { orderForTable } from '#server/service/fulfilment/order-at-table.ts';
import {
  announceAtTable,
  announceHelp,
  announceMenuChanged,
  announceMoved,
  announceOrderChanged,
  announceParted,
  announceRemoval,
  announceTableClosed,
  tellStaff,
} from '#server/ordering/realtime/announce.ts';
import { phoneAddressOf, type HubAccess } from '#server/ordering/realtime/public-access.ts';
import { rolesFor, staffGroup } from '#server/ordering/realtime/table-group.ts';
import { packedReport, reportsOf } from '#server/ordering/problem-reports/kept-reports.ts';
import { lostOrdersOf } from '#server/ordering/orders/lost-orders.ts';
import { currentTrouble } from '#server/platform/store/storage-health.ts';
import { hasRight, requireRight } from './access/identify-staff.ts';
import { staffOrders, staffTables } from './overview.ts';
import { letBack, removeDiner as sendAway } from './remove-diner.ts';
import { openSessionAt } from '#server/ordering/tables/open-session-at.ts';
import { newQrcode, sessionOf } from './staff-tables.ts';
import { staffRoute } from './staff-route.ts';
import { accessRoutes, type AccessDeps } from './access/routes.ts';

export type StaffDeps = Pick<CartDeps, 'announce'> &
  DeskDeps &
  AccessDeps &
  HubAccess &
  HubDeps & { readonly random: Random };

const tokenMinutes = 5;
/** Each writes a whole order, for the kitchen and for every webhook, too. Four times what a busy house does by hand; who taps never waits. */
export const ordersByHand = {
  dishes: { perMinute: 120, atOnce: 5 },
  acts: { perMinute: 240, atOnce: 10 },
};

/** The restaurant's side. */
export function staffRoutes(deps: StaffDeps): Route[] {
  const { db, clock } = deps;
  const tellDone = async (merchantId: string, { order, sessionId, undoUntil, isNews, ranOut }: Done) => {
    if (isNews) await announceOrderChanged(deps, { merchantId, sessionId, orderId: order.id });
    if (ranOut) await announceMenuChanged(deps, merchantId);
    return { order, undoUntil };
  };

  const tablesFor = async (merchantId: string, may: Staff['may'], after?: string) => {
    const shown = { withCodes: hasRight(may, 'service'), now: clock.now() };
    const { tables, more } = await staffTables(db, merchantId, shown, after);
    return { tables, ...(more !== undefined && { moreTables: more }) };
  };

  const endOfToday = async (merchantId: string): Promise<number> => {
    const ownClock = clockOf(await merchantSettings(db, merchantId));
    return endOfDay(ownClock, dayOf(ownClock, clock.now()));
  };

  return [
    ...accessRoutes(deps),
    staffRoute(staffOverview, async (merchantId, { who: { language } }, { may, by, key }) => {
      if (by.kind === 'staff') await noteStaffSeen(db, key, clock.now()).catch(() => undefined);
      const { orders, more } = await staffOrders(db, merchantId, clock.now());
      return {
        ...(await tablesFor(merchantId, may)),
        orders,
        ...(more !== undefined && { moreOrders: more }),
        trouble: currentTrouble(db) ?? null,
        disputes: await disputesOf(db, merchantId),
        printers: await printerStates(db, merchantId, language),
        lostOrders: await lostOrdersOf(db, merchantId),
        orderCodeRequired: (await merchantSettings(db, merchantId)).orderCodeRequired,
      };
    }),
    staffRoute(olderOrders, async (merchantId, { query: { after } }) => {
      const { orders, more } = await staffOrders(db, merchantId, clock.now(), after);
      return { orders, ...(more !== undefined && { moreOrders: more }) };
    }),
    staffRoute(
      restOfTables,
      async (merchantId, { query: { after } }, { may }) => await tablesFor(merchantId, may, after),
    ),
    staffRoute(staffOrder, async (merchantId, { params }) => {
      const { order } = await storedOrder(db, await merchantOrder(db, merchantId, params.id));
      return forMany(order);
    }),
    staffRoute(
      actOnOrder,
      async (merchantId, { body, who: { language } }, { by, may }) => {
        if ('role' in may && !(await isKitchenAct(db, merchantId, body))) requireRight(may, 'service');
        return await tellDone(merchantId, await doOrderAct(deps, { merchantId, by, language }, body));
      },
      ordersByHand.acts,
    ),
    staffRoute(
      orderAtTable,
      async (merchantId, { body, who: { language } }, { by }) =>
        tellDone(merchantId, await orderForTable(deps, { merchantId, by, language }, body)),
      ordersByHand.dishes,
    ),

    staffRoute(settleDispute, async (merchantId, { body: { paymentId } }) => {
      const settled = await settle(db, merchantId, paymentId);
      if (settled) void tellStaff(deps, merchantId);
      return { settled };
    }),

    staffRoute(kitchenScreen, async (merchantId, { who: { language }, query: { after } }) =>
      kitchenTickets(db, merchantId, { language, now: clock.now(), after }),
    ),
    staffRoute(printAgain, async (merchantId, { body: { orderId, ...wish } }) => {
      const { session_id: sessionId } = await merchantOrder(db, merchantId, orderId);
      return await inTransaction(db, async (trx) => {
        await lockSession(trx, sessionId);
        const { order } = await storedOrder(trx, await merchantOrder(trx, merchantId, orderId));
        return { tickets: await noteReprint(trx, { merchantId, order, now: clock.now() }, wish) };
      });
    }),

    staffRoute(answerHelp, async (merchantId, { body }, { by }) => {
      const { isNews, undoUntil } = await answer(deps, merchantId, { ...body, by });
      if (isNews) await announceHelp(deps, { id: body.sessionId, merchantId });
      return { answered: isNews, undoUntil };
    }),

    staffRoute(setSoldOut, async (merchantId, { body: { productId, modifierIds = [], until, ...rest } }) => {
      const said = { ...rest, until: until === 'tomorrow' ? await endOfToday(merchantId) : until };
      const isNews =
        productId === undefined
          ? await markOptionsSoldOut(db, merchantId, modifierIds, said)
          : await markSoldOut(db, merchantId, productId, said);
      if (isNews) await Promise.all([announceMenuChanged(deps, merchantId), tellStaff(deps, merchantId)]);
      return { changed: isNews };
    }),

    staffRoute(showOrderCode, async (merchantId, { body: { tableId, renew = false } }) => {
      const session = await openSessionAt(db, merchantId, tableId);
      if (!session) throw new Refusal(codes.tableUnavailable, 'Nobody sits at this table');
      return { code: await orderCodeForStaff(deps, session.id, renew) };
    }),
    staffRoute(closeTable, async (merchantId, { body }, { by }) => {
      const { tableId, actId, reason = '', owed = zero, unsent = 0 } = body;
      const session = await openSessionAt(db, merchantId, tableId);
      const sessionId = body.sessionId ?? session?.id;
      if (sessionId === undefined || !(await sessionOf(db, merchantId, sessionId)))
        return { closed: false, undoUntil: null };
      const at = await closeParty(deps, sessionId, { actId, by, reason, seen: { owed, unsent } });
      if (at !== undefined) await announceTableClosed(deps, merchantId, sessionId);
      return {
        closed: at !== undefined,
        undoUntil: at === undefined || actId === undefined ? null : at + takeBackMs,
      };
    }),
    staffRoute(takeBackAtTable, async (merchantId, { body: { actId, sessionId } }, { by }) => {
      const session = await sessionOf(db, merchantId, sessionId);
      if (!session) throw new Refusal(codes.notFound, `There is no session ${sessionId}`);
      const { isNews, parted } = await takeBackAt(deps, session, { actId, by });
      if (parted) await announceParted(deps, merchantId, sessionId, parted);
      else if (isNews) await announceAtTable(deps, merchantId, sessionId);
      return { takenBack: true };
    }),
    staffRoute(moveTable, async (merchantId, { body }, { by }) => {
      const { sessionId, at, isNews } = await moveParty(deps, { merchantId, by }, body);
      if (isNews) await announceMoved(deps, merchantId, sessionId);
      return { sessionId, undoUntil: at + takeBackMs };
    }),
    staffRoute(mergeTables, async (merchantId, { body }, { by }) => {
      const { sessionId, at, endedId, isNews } = await mergeParties(deps, { merchantId, by }, body);
      if (isNews) {
        await announceAtTable(deps, merchantId, sessionId);
        await announceTableClosed(deps, merchantId, endedId);
      }
      return { sessionId, undoUntil: at + takeBackMs };
    }),
    staffRoute(removeDiner, async (merchantId, { body: { tableId, userId, undo = false } }) => {
      if (undo) {
        await letBack(deps, { merchantId, tableId, userId });
        return { removed: false };
      }
      const sessionId = await sendAway(deps, { merchantId, tableId, userId });
      await announceRemoval(deps, { merchantId, sessionId, userId });
      void deps.announce(sessionId);
      return { removed: true };
    }),
    staffRoute(
      reissueQrcode,
      async (merchantId, { body: { tableId, endParty = false, sessionId } }, { by }) => {
        const sittingThere = async () =>
          endParty ? await openSessionAt(db, merchantId, tableId) : undefined;
        if (endParty && sessionId !== undefined && !isMeant(await sittingThere(), sessionId))
          throw tableFree();
        const qrcodeId = await newQrcode(deps, merchantId, tableId, by.name);
        const party = await sittingThere();
        if (isMeant(party, sessionId)) {
          await closeParty(deps, party.id, { by, reason: 'newQrcode', seen: undefined });
          await announceTableClosed(deps, merchantId, party.id);
        }
        await tellStaff(deps, merchantId);
        return { qrcodeId };
      },
    ),

    staffRoute(listReports, async (merchantId) => ({ reports: await reportsOf(db, merchantId) })),
    staffRoute(readReport, async (merchantId, { params: { code } }) => {
      const packed = await packedReport(db, code, merchantId);
      if (packed === undefined) throw new Refusal(codes.notFound, `There is no report ${code}`);
      return { packed };
    }),

    staffRoute(staffNegotiate, async (merchantId, { header }) => {
      const group = staffGroup(merchantId);
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
