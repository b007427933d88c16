import { behaviourRoutes } from './monitoring/behaviour.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { couponRoutes } from './coupons/routes.ts';
import type { Deps } from './deps.ts';
import type { Route } from './http/routes/route.ts';
import { memberRoutes } from './members/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { tableRoutes } from './tables/routes.ts';

/** Every call but those about the cart, orders and real time. */
export function foundationRoutes(deps: Deps): Route[] {
  return [
    ...catalogueRoutes(deps),
    ...memberRoutes(deps),
    ...tableRoutes(deps),
    ...messageRoutes(deps),
    ...couponRoutes(deps),
    ...behaviourRoutes(deps),
  ];
}
