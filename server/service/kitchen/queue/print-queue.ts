/**
 * D48: prints what is noted, station by station in the order in which it was ordered, from whichever process comes
 * first. A station's oldest ticket is leased to one of them: nobody else prints there meanwhile, nor anything before it.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { PrinterState } from '#contract/calls/kitchen.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { stationsOf, type Stations } from '#server/menu/stations.ts';
import type { Station } from '#server/menu/whole-merchant.ts';
import {
  doActIn,
  findEarlierResult,
  lockOrder,
  requireOrder,
  type FulfilmentDeps,
} from '#server/service/fulfilment/do-act.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { StoredOrder } from '#server/ordering/orders/order-store.ts';
import type { PrintJobRow, PrintWhat } from '#server/service/kitchen/queue/print-job.ts';
import {
  sendToPrinter,
  usualTimes,
  type PrinterTimes,
} from '#server/service/kitchen/printers/send-to-printer.ts';
import { encodeTicket } from '#server/service/kitchen/tickets/ticket-bytes.ts';
import { inTransaction, type Trx } from '#server/platform/store/transactions.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { createTicket } from './create-ticket.ts';

type Deps = FulfilmentDeps & { readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'> };

interface PrintTimes extends PrinterTimes {
  /** How often tickets are looked for, ms: other processes write them, too. */
  readonly lookEveryMs: number;
}

const usual: PrintTimes = { ...usualTimes, lookEveryMs: 1_000 };
/** Longer than any ticket takes; whoever died while printing left it to others, ms. */
const leaseMs = 60_000;
/** Between two attempts, ms: doubled each time, up to the longest; a printer that was switched on is not waited for long. */
const retry = { firstMs: 2_000, longestMs: 15_000 };
/** What nobody printed for so long is history, ms. */
const givenUpAfterMs = 12 * 60 * 60 * 1000;
/** Printed ones are kept for so long, so that each is printed once, ms. */
const keptMs = 24 * 60 * 60 * 1000;
/** The printers that are printing now, by address. Each promise ends with the print, so no printer waits for another. */
type Printing = Map<string, Promise<void>>;

/** Prints until it is closed. */
export function startPrinting(deps: Deps, times: PrintTimes = usual) {
  const printing: Printing = new Map();
  const work = startWork({
    once: () => startPrinters(deps, times, printing, () => work.wake()),
    lookEveryMs: times.lookEveryMs,
    onError: (error) => deps.log.error({ err: error }, 'tickets could not be printed'),
  });
  return {
    wake: work.wake,
    async close(): Promise<void> {
      await work.close();
      await Promise.all(printing.values());
    },
  };
}

/**
 * Starts each printer that does not print yet on the oldest tickets of its stations. Most printers take one connection,
 * whatever stations they serve.
 * @param onEnd called each time that a printer is free again
 * @returns how many tickets it started on
 */
async function startPrinters(
  deps: Deps,
  times: PrinterTimes,
  printing: Printing,
  onEnd: () => void,
): Promise<number> {
  const byPrinter = new Map<string, Task[]>();
  for (const due of await findOldestDue(deps)) {
    const stations = await stationsOf(deps.db, due.merchant_id);
    const station = stations.all.find(({ id }) => id === due.station);
    const address = station?.printer?.address ?? '';
    const job = printing.has(address) ? undefined : await leaseJob(deps, due);
    if (job) byPrinter.set(address, [...(byPrinter.get(address) ?? []), { job, stations, station }]);
  }
  for (const [address, tasks] of byPrinter) {
    const print = async () => {
      await printInTurn(deps, tasks, times).finally(() => printing.delete(address));
      onEnd();
    };
    const log = (error: unknown) => deps.log.error({ err: error }, 'a printer was left');
    printing.set(address, print().catch(log));
  }
  return byPrinter.size;
}

interface Task {
  readonly job: PrintJobRow;
  readonly stations: Stations;
  readonly station: Station | undefined;
}

async function printInTurn(deps: Deps, tasks: readonly Task[], times: PrinterTimes): Promise<void> {
  for (const task of tasks) {
    const { job } = task;
    try {
      await printJob(deps, task, times);
    } catch (error) {
      deps.log.error({ err: error, job: job.id }, 'a ticket could not be made');
      await recordProblem(deps, job, { problem: 'unreadable', mayBePrinted: false });
    }
  }
}

/** The oldest ticket of each station, if it is due. A ticket that cannot be made does not hold up the others. */
async function findOldestDue({ db, clock }: Deps): Promise<PrintJobRow[]> {
  const ranked = db
    .selectFrom('print_jobs')
    .selectAll()
    .select(
      sql<number>`row_number() over (
        partition by merchant_id, station, case when problem = 'unreadable' then id else '' end
        order by created_at, order_id, place)`.as('turn'),
    )
    .where('printed_at', 'is', null);
  const oldest = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('turn', '=', 1)
    .where('next_at', '<=', clock.now())
    .orderBy('created_at')
    .orderBy('order_id')
    .orderBy('place')
    .execute();
  return oldest.map(({ turn: _turn, ...job }) => job);
}

/** The job as it was, once nobody else can have it. */
async function leaseJob({ db, clock }: Deps, job: PrintJobRow): Promise<PrintJobRow | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('print_jobs')
    .set({ next_at: clock.now() + leaseMs, begun_at: job.begun_at ?? clock.now() })
    .where('id', '=', job.id)
    .where('next_at', '=', job.next_at)
    .where('printed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0 ? job : undefined;
}

async function printJob(deps: Deps, { job, stations, station }: Task, times: PrinterTimes): Promise<void> {
  const { db, clock, log } = deps;
  const printer = station?.printer;
  if (!station || !printer || clock.now() - job.created_at > givenUpAfterMs) {
    log.warn({ job: job.id }, 'a ticket was given up');
    return await finishJob(deps, job, stations);
  }
  const ticket = await createTicket(db, job, { station, printer, stations });
  if (!ticket) return await finishJob(deps, job, stations);
  const sent = await sendToPrinter(printer.address, encodeTicket(ticket, printer), times);
  if (sent.ok) return await finishJob(deps, job, stations);
  const { problem, detail } = sent;
  log.warn({ job: job.id, station: station.id, problem, detail }, 'a printer failed');
  await recordProblem(deps, job, sent);
}

async function recordProblem(
  deps: Deps,
  job: PrintJobRow,
  { problem, mayBePrinted }: { readonly problem: PrinterState['state']; readonly mayBePrinted: boolean },
): Promise<void> {
  const { db, clock } = deps;
  const pause = Math.min(retry.firstMs * 2 ** job.attempts, retry.longestMs);
  await db
    .updateTable('print_jobs')
    .set({
      attempts: job.attempts + 1,
      next_at: clock.now() + pause,
      problem,
      // As it was before this attempt, of which surely nothing came on paper.
      ...(!mayBePrinted && { begun_at: job.begun_at }),
    })
    .where('id', '=', job.id)
    .execute();
  if (job.problem !== problem) deps.subscribers.notify('staffViewChanged', { merchantId: job.merchant_id });
}

async function finishJob(deps: Deps, job: PrintJobRow, stations: Stations): Promise<void> {
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

/** Tickets that tell the kitchen of dishes for the first time. */
const kindsWithNewDishes: ReadonlySet<PrintWhat['kind']> = new Set(['round', 'added']);

/**
 * Once all stations have a round on paper the kitchen has it, also what the staff added later. Where one of its stations
 * has no printer, somebody sends it.
 */
async function recordRoundSent(deps: Deps, job: PrintJobRow, stations: Stations): Promise<void> {
  const { id, merchant_id: merchantId, order_id: orderId, round } = job;
  if (!kindsWithNewDishes.has(kindOf(job))) return;
  // One for each ticket: after an addition the round is sent again.
  const act = { type: 'roundSent', actId: `printed-${id}`, orderId, round } as const;
  const found = await requireOrder(deps.db, merchantId, orderId);
  try {
    await inTransaction(deps.db, async (trx) => {
      // Under the lock: a dish that is added meanwhile has a ticket of its own to wait for.
      const stored = await lockOrder(trx, found);
      if (findEarlierResult(stored, act) || !(await isAllPrinted(trx, stored, job, stations))) return;
      await doActIn(trx, deps, stored, act, { now: deps.clock.now(), by: server, ...noMenu });
    });
  } catch (error) {
    // Somebody has sent or closed it by hand.
    if (!(error instanceof Refusal)) throw error;
  }
}

const server = { kind: 'server', name: '' } as const;
/** Nothing is added. */
const noMenu = { menu: indexMenu(undefined), diner: { id: '', name: '' } };

/** Whether no ticket of the round is left, and each of its dishes is made at a station that prints. */
async function isAllPrinted(
  trx: Trx,
  { order }: StoredOrder,
  { order_id: orderId, round }: PrintJobRow,
  { all, stationOf }: Stations,
): Promise<boolean> {
  const left = await trx
    .selectFrom('print_jobs')
    .select('body')
    .where('order_id', '=', orderId)
    .where('round', '=', round)
    .where('printed_at', 'is', null)
    .execute();
  if (left.some((other) => kindsWithNewDishes.has(kindOf(other)))) return false;
  const printing = new Set(all.filter(({ printer }) => printer).map(({ id }) => id));
  const dishes = order.orderItems.filter((line) => line.round === round && line.quantity > 0);
  return dishes.every((line) => printing.has(stationOf(line)));
}

function kindOf({ body }: Pick<PrintJobRow, 'body'>): PrintWhat['kind'] {
  return (JSON.parse(body) as PrintWhat).kind;
}
