import { dismissReadiness, getReadiness } from '#contract/calls/readiness.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import { readReadiness, writeDismissal, type ReadinessDeps } from './readiness.ts';

/** The calls for the checklist of a restaurant that is about to open. */
export function createReadinessRoutes(deps: ReadinessDeps): Route[] {
  return [
    defineStaffRoute(getReadiness, async (merchantId) => await readReadiness(deps, merchantId)),
    defineStaffRoute(dismissReadiness, async (merchantId, { body: { isDismissed } }) => {
      await writeDismissal(deps, merchantId, isDismissed);
      return await readReadiness(deps, merchantId);
    }),
  ];
}
