/** Finds out what a restaurant still lacks before it can open. */
import type { Readiness, ReadinessItem } from '#contract/calls/readiness.ts';
import type { Connection } from '#contract/calls/connections.ts';
import { readPrinters } from '#server/menu/printers.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { isAlwaysOpen } from '#server/menu/opening-times.ts';
import { getOpening } from '#server/ordering/opening/opening.ts';
import type { Config } from '#server/platform/config/config.ts';
import { listStoredConnections } from '#server/platform/connections/connections.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readPrinterStates } from '#server/service/kitchen/queue/printer-states.ts';
import { findPageProblem, type PageDeps } from '#server/service/payments/payment-page.ts';

export interface ReadinessDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, 'publicUrl' | 'smsWebhook' | 'hasInbox' | 'demo'> & PageDeps['config'];
}

type State = Readiness['items'][number]['state'];

export async function readReadiness(deps: ReadinessDeps, merchantId: string): Promise<Readiness> {
  const { db, config } = deps;
  const settings = await readSettings(db, merchantId);
  const connections = await listStoredConnections(db, merchantId);
  const findConnection = (kind: Connection['kind']) => connections.find((each) => each.kind === kind);
  const states: Readonly<Record<ReadinessItem, State>> = {
    // Phones read QR codes only at an address that they reach, and a camera needs https.
    address: config.publicUrl?.startsWith('https://') ? 'ready' : 'missing',
    hours: isAlwaysOpen(getOpening(settings)) ? 'missing' : 'ready',
    texts: config.smsWebhook || config.hasInbox ? 'ready' : determineState(findConnection('texts')),
    payments: hasPaymentPage(config, merchantId, settings.paymentPage)
      ? 'ready'
      : determineState(findConnection('payments')),
    printer: await findPrinterState(deps, merchantId),
    testOrder: (await hasOrder(db, merchantId)) ? 'ready' : 'missing',
  };
  const dismissed = await db
    .selectFrom('dismissed_checklists')
    .select('at')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  const items = Object.entries(states).map(([item, state]) => ({ item, state }));
  // The demo restaurants have nothing to open.
  return { items, isDismissed: config.demo || dismissed !== undefined };
}

export async function writeDismissal(
  { db, clock }: ReadinessDeps,
  merchantId: string,
  isDismissed: boolean,
): Promise<void> {
  if (!isDismissed) {
    await db.deleteFrom('dismissed_checklists').where('merchant_id', '=', merchantId).execute();
    return;
  }
  await db
    .insertInto('dismissed_checklists')
    .values({ merchant_id: merchantId, at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function determineState(connection: Connection | undefined): State {
  if (!connection) return 'missing';
  if (connection.problem) return 'failing';
  return connection.workedAt === null ? 'untested' : 'ready';
}

function hasPaymentPage(
  config: ReadinessDeps['config'],
  merchantId: string,
  page: string | undefined,
): boolean {
  return page !== undefined && findPageProblem(config, merchantId, page) === undefined;
}

async function findPrinterState({ db, clock }: ReadinessDeps, merchantId: string): Promise<State> {
  const states = await readPrinterStates(db, merchantId, { language: 'en-US', now: clock.now() });
  if (states.length === 0) return 'missing';
  if (states.some(({ state }) => state !== 'ok')) return 'failing';
  const printers = await readPrinters(db, merchantId);
  return printers.some(({ printedAt }) => printedAt !== null) ? 'ready' : 'untested';
}

async function hasOrder(db: Db, merchantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
