import { codes } from '#contract/codes.ts';
import { listReports, readReport } from '#contract/calls/report.ts';
import { olderOrders, restOfTables, staffNegotiate, staffOverview } from '#contract/calls/staff.ts';
import { isOrderCodeNeeded, readSettings } from '#server/menu/merchants.ts';
import { findPause } from '#server/ordering/opening/pause.ts';
import { listLostOrders } from '#server/ordering/orders/lost-orders.ts';
import { readPackedReport, listStoredReports } from '#server/ordering/problem-reports/report-store.ts';
import type { Hub } from '#server/ordering/realtime/hub.ts';
import { createPhoneAddress, type HubAccess } from '#server/ordering/realtime/public-access.ts';
import { listRoles, createStaffGroup } from '#server/ordering/realtime/table-group.ts';
import { Refusal, type Route } from '#server/platform/http/routes/route.ts';
import type { Staff } from '#server/platform/http/routes/who.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { listFailingPeople } from '#server/platform/push/subscriptions.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { getStorageFault } from '#server/platform/store/storage-health.ts';
import { recordStaffSeen } from '#server/service/fulfilment/staff-presence.ts';
import { readPrinterStates } from '#server/service/kitchen/queue/printer-states.ts';
import { listDisputes } from '#server/service/payments/page-payments.ts';
import { listRefundProblems } from '#server/service/payments/refunds/refund-problems.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { hasRight } from './access/identify-staff.ts';
import { listStaffOrders, listStaffTables } from './overview.ts';
import { defineStaffRoute } from './staff-route.ts';

interface OverviewDeps extends HubAccess {
  readonly db: Db;
  readonly clock: Clock;
  readonly hub: Hub;
}

const tokenMinutes = 5;

/** The calls for the staff's screens: tables, orders, problem reports, and the hub's address for changes. */
export function createOverviewRoutes(deps: OverviewDeps): Route[] {
  const { db, clock } = deps;

  const readTables = async (merchantId: string, may: Staff['may'], after?: string) => {
    const shown = { withCodes: hasRight(may, 'service'), now: clock.now() };
    const { tables, more } = await listStaffTables(db, merchantId, shown, after);
    return { tables, ...(more !== undefined && { moreTables: more }) };
  };

  return [
    defineStaffRoute(staffOverview, async (merchantId, { who: { language } }, { may, by, key, headId }) => {
      // An owner who looks at a branch is not there, so a table that calls must not rely on them.
      if (by.kind === 'staff' && headId === undefined)
        await recordStaffSeen(db, key, clock.now()).catch(() => undefined);
      const { orders, more } = await listStaffOrders(db, merchantId, clock.now());
      const pause = await findPause(db, merchantId, clock.now());
      return {
        ...(await readTables(merchantId, may)),
        orders,
        ...(more !== undefined && { moreOrders: more }),
        trouble: getStorageFault(db) ?? null,
        disputes: await listDisputes(db, merchantId),
        refunds: await listRefundProblems(db, merchantId, clock.now()),
        printers: await readPrinterStates(db, merchantId, { language, now: clock.now() }),
        unreached: await listFailingPeople(db, merchantId, clock.now()),
        lostOrders: await listLostOrders(db, merchantId),
        ...(pause && { pause }),
        orderCodeRequired: isOrderCodeNeeded(await readSettings(db, merchantId)),
      };
    }),
    defineStaffRoute(olderOrders, async (merchantId, { query: { after } }) => {
      const { orders, more } = await listStaffOrders(db, merchantId, clock.now(), after);
      return { orders, ...(more !== undefined && { moreOrders: more }) };
    }),
    defineStaffRoute(
      restOfTables,
      async (merchantId, { query: { after } }, { may }) => await readTables(merchantId, may, after),
    ),

    defineStaffRoute(listReports, async (merchantId) => ({
      reports: await listStoredReports(db, merchantId),
    })),
    defineStaffRoute(readReport, async (merchantId, { params: { code } }) => {
      const packed = await readPackedReport(db, code, merchantId);
      if (packed === undefined) throw new Refusal(codes.notFound, getServerTexts('staff.noReport', { code }));
      return { packed };
    }),

    defineStaffRoute(staffNegotiate, async (merchantId, { header }) => {
      const group = createStaffGroup(merchantId);
      // A screen may join the group, but not send to it.
      const [join] = listRoles(group);
      const { url } = await deps.hub.client.getClientAccessToken({
        userId: group,
        roles: [join!],
        groups: [group],
        expirationTimeInMinutes: tokenMinutes,
      });
      return { url: createPhoneAddress(deps, url, header), group };
    }),
  ];
}
