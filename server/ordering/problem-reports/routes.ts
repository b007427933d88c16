import { reportsOffered, sendReport } from '#contract/calls/report.ts';
import { findAddressBlock } from '#server/platform/http/guard/address-block.ts';
import type { LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import { createBudget } from '#server/platform/http/routes/rate-limits.ts';
import { defineRoute, type Route } from '#server/platform/http/routes/route.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import { storeReport, findOwnSession, type ReportDeps } from './report-store.ts';

const hour = 3_600;
/** Reports per hour. Each has up to some hundred kilobytes, and a person reads it. */
const ofDiner = 6;
const ofTable = 30;
/** For diners without a table. Without it, one person could register as many guests and send a report as each. */
const ofAddress = 60;

export function reportRoutes(deps: ReportDeps & SubscriberDeps & LimiterDeps): Route[] {
  const diners = createBudget(deps.limiters, 'reportsOfDiner', ofDiner, hour);
  const tables = createBudget(deps.limiters, 'reportsOfTable', ofTable, hour);
  const addresses = createBudget(deps.limiters, 'reportsOfAddress', ofAddress, hour);
  return [
    defineRoute(reportsOffered, 'nothing', async () => ({ offered: true })),

    defineRoute(sendReport, 'diner', async ({ who: { asker, address }, body }) => {
      await diners.spend(`${asker.merchantId}/${asker.userId}`);
      const sessionId = await findOwnSession(deps.db, asker, body.sessionId);
      if (sessionId === undefined) await addresses.spend(findAddressBlock(address));
      else await tables.spend(sessionId);
      const code = await storeReport(deps, { ...asker, sessionId }, body);
      deps.subscribers.notify('staffViewChanged', { merchantId: asker.merchantId });
      return { code };
    }),
  ];
}
