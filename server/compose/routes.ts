import type { FastifyInstance } from 'fastify';
import { createChainRoutes } from '../back-office/chain/routes.ts';
import { createConnectionRoutes } from '../back-office/connections/routes.ts';
import { createMenuEditorRoutes } from '../back-office/menu-editor/routes.ts';
import { createPictureRoutes } from '../back-office/menu-editor/picture-routes.ts';
import { createMenuImportRoutes } from '../back-office/menu-import/routes.ts';
import { createPrinterRoutes } from '../back-office/printers/routes.ts';
import { createPrivacyRoutes } from '../back-office/privacy/routes.ts';
import { createReadinessRoutes } from '../back-office/readiness/routes.ts';
import { createSalesReportRoutes } from '../back-office/sales-reports/routes.ts';
import { createSettingsRoutes } from '../back-office/settings/routes.ts';
import { createPosRoutes } from '../back-office/webhooks/routes.ts';
import { createCouponRoutes } from '../menu/coupons/routes.ts';
import { createMenuRoutes } from '../menu/routes.ts';
import { identify } from '../ordering/auth/identify.ts';
import { createCartRoutes } from '../ordering/cart/routes.ts';
import { createMemberRoutes } from '../ordering/members/routes.ts';
import { createOpeningRoutes } from '../ordering/opening/routes.ts';
import { createOrderRoutes } from '../ordering/orders/routes.ts';
import { reportRoutes } from '../ordering/problem-reports/routes.ts';
import { createRealtimeRoutes } from '../ordering/realtime/routes.ts';
import { createTableRoutes } from '../ordering/tables/routes.ts';
import { registerRoutes } from '../platform/http/routes/register-routes.ts';
import type { Route } from '../platform/http/routes/route.ts';
import { createBehaviourRoutes } from '../platform/monitoring/behaviour.ts';
import { createSmsRoutes } from '../platform/sms/routes.ts';
import { createHelpRoutes } from '../service/fulfilment/routes.ts';
import { createPaymentRoutes } from '../service/payments/routes.ts';
import { createPushRoutes } from '../service/push/routes.ts';
import { createReceiptRoutes } from '../service/receipts/routes.ts';
import { identifyStaff } from '../service/staff/access/identify-staff.ts';
import { createStaffRoutes } from '../service/staff/routes.ts';
import type { Deps, ServerOptions } from './options.ts';

/** Mounts every call of the API. */
export function composeRoutes(app: FastifyInstance, deps: Deps, options: ServerOptions): void {
  const routes = [
    ...createPlatformRoutes(deps),
    ...createMenuAreaRoutes(deps),
    ...createOrderingRoutes(deps),
    ...createServiceRoutes(deps),
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
      limiters: deps.limiters,
      now: () => deps.clock.now(),
    },
  );
}

function createPlatformRoutes(deps: Deps): Route[] {
  return [...createSmsRoutes(deps), ...createBehaviourRoutes(deps)];
}

function createMenuAreaRoutes(deps: Deps): Route[] {
  return [...createMenuRoutes(deps), ...createCouponRoutes(deps)];
}

function createOrderingRoutes(deps: Deps): Route[] {
  return [
    ...createMemberRoutes(deps),
    ...createTableRoutes(deps),
    ...createCartRoutes(deps),
    ...createOrderRoutes(deps),
    ...createOpeningRoutes(deps),
    ...createRealtimeRoutes(deps),
    ...reportRoutes(deps),
  ];
}

function createServiceRoutes(deps: Deps): Route[] {
  return [
    ...createHelpRoutes(deps),
    ...createPaymentRoutes(deps),
    ...createReceiptRoutes(deps),
    ...createPushRoutes(deps),
    ...createStaffRoutes(deps),
  ];
}

function backOfficeRoutes(deps: Deps): Route[] {
  return [
    ...createPrivacyRoutes(deps),
    ...createMenuEditorRoutes(deps),
    ...createMenuImportRoutes(deps),
    ...createPictureRoutes(deps),
    ...createSettingsRoutes(deps),
    ...createSalesReportRoutes(deps),
    ...createPosRoutes(deps),
    ...createConnectionRoutes(deps),
    ...createReadinessRoutes(deps),
    ...createPrinterRoutes(deps),
    ...createChainRoutes(deps),
  ];
}
