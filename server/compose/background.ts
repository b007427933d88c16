import { createAdmin } from '../back-office/admin/admin.ts';
import { serveControl } from '../back-office/admin/control.ts';
import { startSharingMenus } from '../back-office/chain/share-menus.ts';
import { startPublishing } from '../back-office/menu-editor/schedule.ts';
import { scheduleRetention } from '../back-office/privacy/retention.ts';
import { startCountingDays } from '../back-office/sales-reports/count-days.ts';
import { startWebhooks } from '../back-office/webhooks/deliver-webhooks.ts';
import { announceMenuChanged } from '../ordering/realtime/announce.ts';
import { startAnnouncingOthers } from '../ordering/realtime/announce-others.ts';
import { scheduleBackups } from '../platform/store/backup/backup-schedule.ts';
import { isPostgres } from '../platform/store/transactions.ts';
import { startNumberingOrders } from '../platform/store/migrations/number-orders.ts';
import { startEndingPaid } from '../service/fulfilment/tables/end-paid-sessions.ts';
import { startUpdatingMenus } from '../service/fulfilment/update-menus.ts';
import { startPrinting } from '../service/kitchen/queue/print-queue.ts';
import { startConfirmingPayments } from '../service/payments/confirm-payments.ts';
import { startSendingRefunds } from '../service/payments/refunds/send-refunds.ts';
import { startSendingPushes } from '../service/push/send-pushes.ts';
import { startSendingMails } from '../service/receipts/mail/send-mails.ts';
import type { Closers, Deps } from './options.ts';

/**
 * Lets the commands of `tools/` work through this server, and schedules the backups of SQLite. Both happen on SQLite only, because this
 * process locks the file. With PostgreSQL every command opens the database itself.
 */
export async function startAdmin(deps: Deps, closers: Closers): Promise<void> {
  const { db, config, clock, log } = deps;
  if (config.databaseUrl !== undefined) return;
  const notifyMenuChanged = async (merchantId: string) => await announceMenuChanged(deps, merchantId);
  const admin = createAdmin({ db, now: clock.now, notifyMenuChanged });
  const closeControl = await serveControl(config.dataDir, admin);
  if (closeControl) closers.push(closeControl);
  const { backups: plan } = config;
  if (plan) closers.push(scheduleBackups({ plan, clock, log, backUp: (path) => admin.backUp(path) }));
}

/** Starts the work that the server does without a request. */
export function startBackgroundWork(deps: Deps, closers: Closers): void {
  const { db, config, clock, log } = deps;
  const { retentionDays: days } = config;
  if (days > 0) closers.push(scheduleRetention({ db, clock, days, log }));
  // Undefined if all orders have their numbers.
  const numbering = startNumberingOrders(db, (error) =>
    log.error(
      { err: error },
      'the orders of an earlier version could not be numbered; the server tries again',
    ),
  );
  // Its `close` has nothing to wait for.
  const ending = startEndingPaid(deps);
  closers.push(() => Promise.resolve(ending.close()));
  const workers = [
    startUpdatingMenus(deps),
    startPrinting(deps),
    startPublishing(deps),
    startSharingMenus(deps),
    startCountingDays(deps),
    startWebhooks(deps),
    startConfirmingPayments(deps),
    startSendingRefunds(deps),
    startSendingMails(deps),
    startSendingPushes(deps),
    // With SQLite there is no other server.
    ...(isPostgres(db) ? [startAnnouncingOthers(deps)] : []),
    ...(numbering ? [numbering] : []),
  ];
  for (const worker of workers) closers.push(() => worker.close());
}
