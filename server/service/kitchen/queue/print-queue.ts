/**
 * Prints the queued tickets of all restaurants, at each station in the order of the orders.
 *
 *     print_jobs row ─► due ─► leased ─┬─ printed ──► printed_at; round sent if all its tickets are printed
 *       (queue-tickets.ts)      ▲      └─ problem ──► next_at = now + pause, staff see the problem
 *                               └──────────────────────────┘
 *
 * Invariants:
 *
 * - Only the oldest ticket of a station is due. A problem therefore holds up the station, and keeps the order.
 * - Several server processes run this. The one that leases a ticket (`next_at` moves by `leaseMs`) prints it. If that
 *   process dies, another one prints the ticket after the lease.
 * - A printer prints one ticket at a time, even if it serves several stations.
 */
import { sql } from 'kysely';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { claimRow } from '#server/platform/store/due-rows.ts';
import {
  sendToPrinter,
  usualTimes,
  type PrinterTimes,
} from '#server/service/kitchen/printers/send-to-printer.ts';
import { encodePaper } from '#server/service/kitchen/tickets/paper.ts';
import { serverFont } from '#server/service/kitchen/tickets/pen.ts';
import { createPaper } from './create-paper.ts';
import { finishJob, recordPrinted, recordProblem, type PrintDeps } from './finish-job.ts';
import { findTask, isTooOld, type PrintJobRow, type Task } from './print-job.ts';

interface PrintTimes extends PrinterTimes {
  /** How often to look for tickets, ms. Other processes queue them, too. */
  readonly lookEveryMs: number;
}

const usual: PrintTimes = { ...usualTimes, lookEveryMs: 1_000 };
/** Longer than any ticket takes, ms. */
const leaseMs = 60_000;
/** The printers that are printing now, by address. Each promise ends with the print, so no printer waits for another. */
type Printing = Map<string, Promise<void>>;

export function startPrinting(deps: PrintDeps, times: PrintTimes = usual) {
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
 * Starts each idle printer on the oldest tickets of its stations.
 * @param onEnd called each time that a printer is free again
 * @returns how many tickets it started on
 */
async function startPrinters(
  deps: PrintDeps,
  times: PrinterTimes,
  printing: Printing,
  onEnd: () => void,
): Promise<number> {
  const byPrinter = new Map<string, Task[]>();
  for (const due of await findOldestDue(deps)) {
    const task = await findTask(deps.db, due);
    const { way, address = '' } = task.printer ?? {};
    // A printer that asks the server fetches its jobs itself, see `polled-jobs.ts`. This worker removes the old ones.
    const isForOthers = way !== undefined && way !== 'network' && !isTooOld(due, deps.clock.now());
    const job = isForOthers || printing.has(address) ? undefined : await leaseJob(deps, due);
    if (job) byPrinter.set(address, [...(byPrinter.get(address) ?? []), { ...task, job }]);
  }
  for (const [address, tasks] of byPrinter) {
    const print = async () => {
      await printInTurn(deps, tasks, times).finally(() => printing.delete(address));
      onEnd();
    };
    const log = (error: unknown) =>
      deps.log.error({ err: error }, 'printing stopped for one printer; it continues with the next look');
    printing.set(address, print().catch(log));
  }
  return byPrinter.size;
}

async function printInTurn(deps: PrintDeps, tasks: readonly Task[], times: PrinterTimes): Promise<void> {
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

/** The oldest ticket of each station, and of each printer, if it is due. An unreadable ticket does not hold up the others. */
async function findOldestDue({ db, clock }: PrintDeps): Promise<PrintJobRow[]> {
  const ranked = db
    .selectFrom('print_jobs')
    .select(['id', 'next_at'])
    .select(
      sql<number>`row_number() over (
        partition by merchant_id, station, printer_id, case when problem = 'unreadable' then id else '' end
        order by created_at, order_id, place)`.as('turn'),
    )
    .where('printed_at', 'is', null);
  // Only these rows are read whole, not those that wait or that another process has leased.
  const due = db
    .selectFrom(ranked.as('ranked'))
    .select('id')
    .where('turn', '=', 1)
    .where('next_at', '<=', clock.now());
  return await db
    .selectFrom('print_jobs')
    .selectAll()
    .where('id', 'in', due)
    .orderBy('created_at')
    .orderBy('order_id')
    .orderBy('place')
    .execute();
}

/** Leases the job. Returns it as it was before, or undefined if another process has leased it. */
async function leaseJob({ db, clock }: PrintDeps, job: PrintJobRow): Promise<PrintJobRow | undefined> {
  const now = clock.now();
  const begun = { begun_at: job.begun_at ?? now };
  return (await claimRow(db, 'print_jobs', job, now + leaseMs, begun)) && job;
}

async function printJob(deps: PrintDeps, task: Task, times: PrinterTimes): Promise<void> {
  const { clock, log } = deps;
  const { job, printer, stations } = task;
  if (!printer || isTooOld(job, clock.now())) {
    log.warn({ job: job.id }, 'a ticket was given up');
    return await finishJob(deps, job, stations);
  }
  const paper = await createPaper(deps, { ...task, printer });
  if (!paper) return await finishJob(deps, job, stations);
  const sent = await sendToPrinter(printer.address, await encodePaper(paper, printer, serverFont), times);
  if (sent.ok) return await recordPrinted(deps, { ...task, printer });
  const { problem, detail } = sent;
  log.warn({ job: job.id, printer: printer.id, problem, detail }, 'a printer failed');
  await recordProblem(deps, job, sent);
}
