/** How a print job ends: it is printed, or has a problem and is tried again. */
import type { FastifyBaseLogger } from 'fastify';
import type { PrinterProblem } from '#contract/calls/kitchen.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { Stations } from '#server/menu/stations.ts';
import { addressToBill } from '#server/ordering/orders/merged-orders.ts';
import type { StoredOrder } from '#server/ordering/orders/order-store.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { runInTransaction, type Trx } from '#server/platform/store/transactions.ts';
import {
  doActIn,
  findEarlierResult,
  lockOrder,
  requireOrder,
  type FulfilmentDeps,
} from '#server/service/fulfilment/do-act.ts';
import { readPrintKind, type PrinterTask, type PrintJobRow, type PrintWhat } from './print-job.ts';

export type PrintDeps = FulfilmentDeps & { readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'> };

/** Pause between two attempts, ms, doubled each time. The longest is short, so that a repaired printer continues soon. */
const retry = { firstMs: 2_000, longestMs: 15_000 };
/** Rows of printed tickets stay this long, so that a repeated act does not queue one again, ms. */
const keptMs = 24 * 60 * 60 * 1000;

export async function recordProblem(
  deps: PrintDeps,
  job: PrintJobRow,
  { problem, mayBePrinted }: { readonly problem: PrinterProblem; readonly mayBePrinted: boolean },
): Promise<void> {
  const { db, clock } = deps;
  const pause = Math.min(retry.firstMs * 2 ** job.attempts, retry.longestMs);
  await db
    .updateTable('print_jobs')
    .set({
      attempts: job.attempts + 1,
      next_at: clock.now() + pause,
      problem,
      // The printer surely printed nothing, so this attempt does not count as begun.
      ...(!mayBePrinted && { begun_at: job.begun_at }),
    })
    .where('id', '=', job.id)
    .execute();
  if (job.problem !== problem) deps.subscribers.notify('staffViewChanged', { merchantId: job.merchant_id });
}

/** Records that the printer has printed the job. */
export async function recordPrinted(deps: PrintDeps, { job, printer, stations }: PrinterTask): Promise<void> {
  await deps.db
    .updateTable('printers')
    .set({ printed_at: deps.clock.now(), problem: null })
    .where('id', '=', printer.id)
    .execute();
  await finishJob(deps, job, stations);
}

/** Ends a job. It may have been given up. */
export async function finishJob(deps: PrintDeps, job: PrintJobRow, stations: Stations): Promise<void> {
  const { id, merchant_id: merchantId, problem } = job;
  const { db, clock } = deps;
  await db
    .updateTable('print_jobs')
    .set({ printed_at: clock.now(), problem: null })
    .where('id', '=', id)
    .execute();
  await db
    .deleteFrom('print_jobs')
    .where('printed_at', '<', clock.now() - keptMs)
    .execute();
  await recordRoundSent(deps, job, stations);
  if (problem !== null) deps.subscribers.notify('staffViewChanged', { merchantId });
}

/** Tickets with dishes that the kitchen may not know yet. */
const kindsWithNewDishes: ReadonlySet<PrintWhat['kind']> = new Set(['round', 'added', 'moved']);

/**
 * Marks a round as sent to the kitchen once all its tickets are printed. If one of its stations has no printer, staff send
 * the round by hand.
 */
async function recordRoundSent(deps: PrintDeps, job: PrintJobRow, stations: Stations): Promise<void> {
  const { id, merchant_id: merchantId, order_id: orderId, round } = job;
  if (!kindsWithNewDishes.has(readPrintKind(job))) return;
  // The ticket's id, because the round is sent again after staff added a dish.
  const act = { type: 'roundSent', actId: `printed-${id}`, orderId, round } as const;
  const found = await requireOrder(deps.db, merchantId, orderId);
  try {
    await runInTransaction(deps.db, async (trx) => {
      // Under the lock, so that a dish which is added now is not marked before its own ticket is printed.
      const stored = await lockOrder(trx, found);
      const command = addressToBill(stored.placed, act);
      const { round: ofBill } = command;
      if (findEarlierResult(stored, act) || !(await isAllPrinted(trx, stored, job, stations, ofBill))) return;
      await doActIn(trx, deps, stored, command, { now: deps.clock.now(), by: server, ...noMenu });
    });
  } catch (error) {
    // Staff have sent the round or closed the order by hand.
    if (!(error instanceof Refusal)) throw error;
  }
}

const server = { kind: 'server', name: '' } as const;
/** Sending a round needs neither menu nor diner. */
const noMenu = { menu: indexMenu(undefined), diner: { id: '', name: '' } };

/**
 * Whether no ticket of the round is left to print, and each of its dishes belongs to a station with a printer.
 * @param ofBill the number of the round, if the ticket's order was merged into another one since
 */
async function isAllPrinted(
  trx: Trx,
  { order }: StoredOrder,
  { order_id: orderId, round }: PrintJobRow,
  { all, stationOf }: Stations,
  ofBill: number,
): Promise<boolean> {
  const left = await trx
    .selectFrom('print_jobs')
    .select('body')
    .where('order_id', '=', orderId)
    .where('round', '=', round)
    .where('printed_at', 'is', null)
    .execute();
  if (left.some((other) => kindsWithNewDishes.has(readPrintKind(other)))) return false;
  const printing = new Set(all.filter(({ printer }) => printer).map(({ id }) => id));
  const dishes = order.orderItems.filter((line) => line.round === ofBill && line.quantity > 0);
  return dishes.every((line) => printing.has(stationOf(line)));
}
