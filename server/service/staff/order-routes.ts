import { kitchenScreen, printAgain } from '#contract/calls/kitchen.ts';
import { settleDispute } from '#contract/calls/payment.ts';
import { retryRefund, settleRefund } from '#contract/calls/provider-refunds.ts';
import { printReceipt, staffMailReceipt, staffReceipt } from '#contract/calls/receipt.ts';
import { actOnOrder, moveDishes, orderAtTable } from '#contract/calls/service.ts';
import { setSoldOut, staffOrder } from '#contract/calls/staff.ts';
import { findPickupLanguage } from '#server/ordering/opening/pickup.ts';
import { readStoredOrder } from '#server/ordering/orders/order-store.ts';
import { shareAnswer } from '#server/platform/http/routes/shared-answers.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import {
  doOrderAct,
  isKitchenAct,
  requireOrder,
  type FulfilmentDeps,
} from '#server/service/fulfilment/do-act.ts';
import { moveDishesToBill, takeBackMove } from '#server/service/fulfilment/move-dishes.ts';
import { orderForTable } from '#server/service/fulfilment/order-at-table.ts';
import { printOnPaper } from '#server/service/kitchen/queue/print-receipt.ts';
import { reprint } from '#server/service/kitchen/queue/reprint.ts';
import { listKitchenTickets } from '#server/service/kitchen/screen/kitchen-tickets.ts';
import { queueMail } from '#server/service/receipts/mail/queue-mail.ts';
import { readReceipt } from '#server/service/receipts/read-receipt.ts';
import { closeDispute } from '#server/service/payments/page-payments.ts';
import type { ProviderDeps } from '#server/service/payments/provider-payments.ts';
import { readRefundable } from '#server/service/payments/refunds/queue-refunds.ts';
import {
  listProviderRefunds,
  sendRefundAgain,
  recordByHand,
} from '#server/service/payments/refunds/refund-problems.ts';
import { createApprovals } from './access/approvals.ts';
import type { DeviceDeps } from './access/device.ts';
import { requireRight } from './access/identify-staff.ts';
import { changeSoldOut } from './change-sold-out.ts';
import { defineStaffRoute } from './staff-route.ts';

/**
 * Each of these calls writes a whole order, and a delivery for every webhook. The pace is four times what a busy
 * restaurant does by hand, so that staff do not have to wait.
 */
export const ordersByHand = {
  dishes: { perMinute: 120, atOnce: 5 },
  acts: { perMinute: 240, atOnce: 10 },
};

/** The calls by which staff manage orders and dishes. */
export function createStaffOrderRoutes(
  deps: FulfilmentDeps & DeviceDeps & Pick<ProviderDeps, 'secrets' | 'config'>,
): Route[] {
  const { db, clock } = deps;
  return [
    defineStaffRoute(staffOrder, async (merchantId, { params }) => {
      const { order } = await readStoredOrder(db, await requireOrder(db, merchantId, params.id));
      const refundable = await readRefundable(deps, merchantId, order);
      const providerRefunds = await listProviderRefunds(db, order);
      if (!refundable && !providerRefunds) return shareAnswer(order);
      return { ...order, ...(refundable && { refundable }), ...(providerRefunds && { providerRefunds }) };
    }),
    defineStaffRoute(
      actOnOrder,
      async (merchantId, { body, header, who: { language } }, { by, may }) => {
        if ('role' in may && !(await isKitchenAct(db, merchantId, body))) requireRight(may, 'service');
        const role = 'role' in may && may.role !== 'owner' ? may.role : undefined;
        const approvals = role && createApprovals(deps, merchantId, { role, header });
        const doer = { merchantId, by, language, approvals };
        return (await takeBackMove(deps, doer, body)) ?? (await doOrderAct(deps, doer, body));
      },
      ordersByHand.acts,
    ),
    defineStaffRoute(
      orderAtTable,
      async (merchantId, { body, who: { language } }, { by }) =>
        await orderForTable(deps, { merchantId, by, language }, body),
      ordersByHand.dishes,
    ),

    defineStaffRoute(
      moveDishes,
      async (merchantId, { body }, { by }) => await moveDishesToBill(deps, { merchantId, by }, body),
      ordersByHand.acts,
    ),

    defineStaffRoute(settleDispute, async (merchantId, { body: { paymentId } }) => ({
      settled: await closeDispute(deps, merchantId, paymentId),
    })),
    defineStaffRoute(retryRefund, async (merchantId, { body: { refundId } }) => ({
      again: await sendRefundAgain(deps, merchantId, refundId),
    })),
    defineStaffRoute(settleRefund, async (merchantId, { body: { refundId } }) => ({
      settled: await recordByHand(deps, merchantId, refundId),
    })),

    defineStaffRoute(kitchenScreen, async (merchantId, { who: { language }, query: { after } }) =>
      listKitchenTickets(db, merchantId, { language, now: clock.now(), after }),
    ),
    defineStaffRoute(printAgain, async (merchantId, { body }) => ({
      tickets: await reprint(deps, merchantId, body),
    })),

    defineStaffRoute(staffReceipt, async (merchantId, { body: { orderId, pdf }, who: { language } }) => {
      const { order } = await readStoredOrder(db, await requireOrder(db, merchantId, orderId));
      return await readReceipt(deps, { merchantId, order, language, pdf });
    }),

    defineStaffRoute(
      staffMailReceipt,
      async (merchantId, { body: { orderId, address }, who: { language } }) => {
        const { order } = await readStoredOrder(db, await requireOrder(db, merchantId, orderId));
        const reads = findPickupLanguage(order) ?? language;
        const mail = { merchantId, order, userId: null, address, language: reads };
        return { queued: await queueMail(deps, mail) };
      },
    ),

    defineStaffRoute(printReceipt, async (merchantId, { body }) => ({
      queued: await printOnPaper(deps, merchantId, body),
    })),

    defineStaffRoute(setSoldOut, async (merchantId, { body }) => ({
      changed: await changeSoldOut(deps, merchantId, body),
    })),
  ];
}
