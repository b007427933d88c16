import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import type { HubAccess } from '#server/ordering/realtime/public-access.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';
import type { FulfilmentDeps } from '#server/service/fulfilment/do-act.ts';
import type { ProviderDeps } from '#server/service/payments/provider-payments.ts';
import { accessRoutes, type AccessDeps } from './access/routes.ts';
import { staffOrderRoutes } from './order-routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { pauseRoutes } from './pause-routes.ts';
import { staffTableRoutes } from './table-routes.ts';

export type StaffDeps = FulfilmentDeps &
  AccessDeps &
  HubAccess &
  HubDeps &
  Pick<ProviderDeps, 'secrets' | 'config'> & { readonly random: Random };

/** Every call of the restaurant's staff and systems that this layer answers. */
export function staffRoutes(deps: StaffDeps): Route[] {
  return [
    ...accessRoutes(deps),
    ...overviewRoutes(deps),
    ...pauseRoutes(deps),
    ...staffOrderRoutes(deps),
    ...staffTableRoutes(deps),
  ];
}
