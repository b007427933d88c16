import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import type { HubAccess } from '#server/ordering/realtime/public-access.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';
import type { FulfilmentDeps } from '#server/service/fulfilment/do-act.ts';
import type { ProviderDeps } from '#server/service/payments/provider-payments.ts';
import { createAccessRoutes, type AccessDeps } from './access/routes.ts';
import { createStaffOrderRoutes } from './order-routes.ts';
import { createOverviewRoutes } from './overview-routes.ts';
import { pauseRoutes } from './pause-routes.ts';
import { createStaffTableRoutes } from './table-routes.ts';

export type StaffDeps = FulfilmentDeps &
  AccessDeps &
  HubAccess &
  HubDeps &
  Pick<ProviderDeps, 'secrets' | 'config'> & { readonly random: Random };

/** Every call of the restaurant's staff and systems that this layer answers. */
export function createStaffRoutes(deps: StaffDeps): Route[] {
  return [
    ...createAccessRoutes(deps),
    ...createOverviewRoutes(deps),
    ...pauseRoutes(deps),
    ...createStaffOrderRoutes(deps),
    ...createStaffTableRoutes(deps),
  ];
}
