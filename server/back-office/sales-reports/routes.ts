import { getCash, moveCash } from '#contract/calls/cash.ts';
import { closeDay, exportClosing, listClosings } from '#contract/calls/closing.ts';
import { exportAccounting, exportOrders, getNumbers } from '#contract/calls/numbers.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import { endSessionsOfDay } from '#server/service/fulfilment/tables/end-sessions-of-day.ts';
import type { TableDeps } from '#server/service/fulfilment/tables/table-acts.ts';
import { announceMenuChanged, announceToStaff } from '#server/ordering/realtime/announce.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { readPendingTerms } from '#server/back-office/settings/pending.ts';
import { applyAfterClosing } from '#server/back-office/settings/settle-pending.ts';
import type { SettingsDeps } from '#server/back-office/settings/write-settings.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import { moveCash as move, readCash } from './cash.ts';
import { closeDay as close, readClosings, previewClosing } from './closing.ts';
import { exportAccountingFile } from './export-accounting.ts';
import { exportClosingFile } from './export-closing.ts';
import { exportOrdersFile } from './export-orders.ts';
import { readSalesReport } from './sales-report.ts';

/** The calls for sales reports, exports and daily closings. */
export function createSalesReportRoutes(deps: TableDeps & SettingsDeps & HubDeps): Route[] {
  const { db, clock } = deps;
  return [
    defineStaffRoute(getNumbers, async (merchantId, { query, who: { language } }) =>
      readSalesReport(db, { merchantId, ...query, language, now: clock.now() }),
    ),
    defineStaffRoute(exportOrders, async (merchantId, { query }) => exportOrdersFile(db, merchantId, query)),
    defineStaffRoute(exportAccounting, async (merchantId, { query }) =>
      exportAccountingFile(db, merchantId, query),
    ),
    defineStaffRoute(listClosings, async (merchantId, { query: { before } }) => ({
      closings: await readClosings(db, merchantId, before),
      next: (await previewClosing(db, merchantId, clock.now())) ?? null,
      pendingTerms: await readPendingTerms(db, merchantId),
    })),
    defineStaffRoute(getCash, async (merchantId) => readCash(db, merchantId, clock.now())),
    defineStaffRoute(moveCash, async (merchantId, { body }, { by }) =>
      move(db, merchantId, body, { by: by.name, now: clock.now() }),
    ),
    defineStaffRoute(exportClosing, async (merchantId, { query }) =>
      exportClosingFile(db, merchantId, query),
    ),
    defineStaffRoute(
      closeDay,
      async (merchantId, { body: { day, ends = [] }, who: { language } }, { by }) => {
        const closing = await close(db, merchantId, { day, closedBy: by.name, now: clock.now() });
        await endSessionsOfDay(deps, merchantId, { until: closing.to, by, ends });
        const settled = await applyAfterClosing(deps, { merchantId, language });
        if (settled === 'applied')
          await Promise.all([announceMenuChanged(deps, merchantId), announceToStaff(deps, merchantId)]);
        return closing;
      },
    ),
  ];
}
