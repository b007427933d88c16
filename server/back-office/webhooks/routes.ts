import {
  createWebhook,
  listDeliveries,
  listOrders,
  listWebhooks,
  redeliver,
  removeWebhook,
  switchWebhook,
} from '#contract/calls/till.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import { listChangedOrders } from '#server/ordering/orders/changed-orders.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import {
  addWebhook,
  maxWebhooks,
  readDeliveries,
  deleteWebhook,
  retryDelivery,
  switchWebhookOn,
  readWebhooks,
  type WebhookDeps,
} from './webhooks.ts';

/** The rate of `createWebhook`. A burst may create as many webhooks as a restaurant can have. */
export const webhookCallRates = { perMinute: 60, atOnce: maxWebhooks };

/** The calls for a restaurant's POS: its orders, its webhooks and their deliveries. */
export function createPosRoutes(deps: WebhookDeps): Route[] {
  const { db } = deps;
  return [
    defineStaffRoute(listOrders, async (merchantId, { query }) => listChangedOrders(db, merchantId, query)),
    defineStaffRoute(listWebhooks, async (merchantId) => ({ webhooks: await readWebhooks(db, merchantId) })),
    defineStaffRoute(
      createWebhook,
      async (merchantId, { body: { url } }) => addWebhook(deps, merchantId, url),
      webhookCallRates,
    ),
    defineStaffRoute(switchWebhook, async (merchantId, { body }) => ({
      changed: await switchWebhookOn(db, merchantId, body),
    })),
    defineStaffRoute(removeWebhook, async (merchantId, { body: { id } }) => ({
      removed: await deleteWebhook(deps, merchantId, id),
    })),
    defineStaffRoute(listDeliveries, async (merchantId, { query: { state } }) => ({
      deliveries: await readDeliveries(db, merchantId, state),
    })),
    defineStaffRoute(redeliver, async (merchantId, { body: { id } }) => ({
      again: await retryDelivery(deps, merchantId, id),
    })),
  ];
}
