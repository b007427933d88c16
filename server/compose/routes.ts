import type { FastifyInstance } from 'fastify';
import { connectionRoutes } from '../back-office/connections/routes.ts';
import { menuEditorRoutes } from '../back-office/menu-editor/routes.ts';
import { pictureRoutes } from '../back-office/menu-editor/picture-routes.ts';
import { printerRoutes } from '../back-office/printers/routes.ts';
import { privacyRoutes } from '../back-office/privacy/routes.ts';
import { readinessRoutes } from '../back-office/readiness/routes.ts';
import { salesReportRoutes } from '../back-office/sales-reports/routes.ts';
import { settingsRoutes } from '../back-office/settings/routes.ts';
import { posRoutes } from '../back-office/webhooks/routes.ts';
import { couponRoutes } from '../menu/coupons/routes.ts';
import { menuRoutes } from '../menu/routes.ts';
import { identify } from '../ordering/auth/identify.ts';
import { cartRoutes } from '../ordering/cart/routes.ts';
import { memberRoutes } from '../ordering/members/routes.ts';
import { openingRoutes } from '../ordering/opening/routes.ts';
import { orderRoutes } from '../ordering/orders/routes.ts';
import { reportRoutes } from '../ordering/problem-reports/routes.ts';
import { realtimeRoutes } from '../ordering/realtime/routes.ts';
import { tableRoutes } from '../ordering/tables/routes.ts';
import { registerRoutes } from '../platform/http/routes/register-routes.ts';
import type { Route } from '../platform/http/routes/route.ts';
import { behaviourRoutes } from '../platform/monitoring/behaviour.ts';
import { smsRoutes } from '../platform/sms/routes.ts';
import { helpRoutes } from '../service/fulfilment/routes.ts';
import { paymentRoutes } from '../service/payments/routes.ts';
import { receiptRoutes } from '../service/receipts/routes.ts';
import { identifyStaff } from '../service/staff/access/identify-staff.ts';
import { staffRoutes } from '../service/staff/routes.ts';
import type { Deps, ServerOptions } from './options.ts';

/** Mounts every call of the API. */
export function composeRoutes(app: FastifyInstance, deps: Deps, options: ServerOptions): void {
  const routes = [
    ...platformRoutes(deps),
    ...menuAreaRoutes(deps),
    ...orderingRoutes(deps),
    ...serviceRoutes(deps),
    ...backOfficeRoutes(deps),
    ...(options.moreRoutes?.(deps) ?? []),
  ];
  registerRoutes(
    app,
    routes,
    (need, credentials) =>
      need === 'staff' ? identifyStaff(deps, credentials) : identify(deps, need, credentials),
    {
      checkAnswers: options.checkAnswers ?? false,
      requestsPerMinute: deps.config.requestsPerMinute,
      now: () => deps.clock.now(),
    },
  );
}

function platformRoutes(deps: Deps): Route[] {
  return [...smsRoutes(deps), ...behaviourRoutes(deps)];
}

function menuAreaRoutes(deps: Deps): Route[] {
  return [...menuRoutes(deps), ...couponRoutes(deps)];
}

function orderingRoutes(deps: Deps): Route[] {
  return [
    ...memberRoutes(deps),
    ...tableRoutes(deps),
    ...cartRoutes(deps),
    ...orderRoutes(deps),
    ...openingRoutes(deps),
    ...realtimeRoutes(deps),
    ...reportRoutes(deps),
  ];
}

function serviceRoutes(deps: Deps): Route[] {
  return [...helpRoutes(deps), ...paymentRoutes(deps), ...receiptRoutes(deps), ...staffRoutes(deps)];
}

function backOfficeRoutes(deps: Deps): Route[] {
  return [
    ...privacyRoutes(deps),
    ...menuEditorRoutes(deps),
    ...pictureRoutes(deps),
    ...settingsRoutes(deps),
    ...salesReportRoutes(deps),
    ...posRoutes(deps),
    ...connectionRoutes(deps),
    ...readinessRoutes(deps),
    ...printerRoutes(deps),
  ];
}
