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
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { PrinterState } from '#contract/calls/kitchen.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { readStations, type Stations } from '#server/menu/stations.ts';
import type { Station, StationPrinter } from '#server/menu/whole-merchant.ts';
import {
  doActIn,
  findEarlierResult,
  lockOrder,
  requireOrder,
  type FulfilmentDeps,
} from '#server/service/fulfilment/do-act.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { addressToBill } from '#server/ordering/orders/merged-orders.ts';
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
import { encodeReceipt } from '#server/service/kitchen/tickets/receipt-bytes.ts';
import { createReceipt, createTicket } from './create-ticket.ts';

type Deps = FulfilmentDeps & { readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'> };

interface PrintTimes extends PrinterTimes {
  /** How often to look for tickets, ms. Other processes queue them, too. */
  readonly lookEveryMs: number;
}

const usual: PrintTimes = { ...usualTimes, lookEveryMs: 1_000 };
/** Longer than any ticket takes, ms. */
const leaseMs = 60_000;
/** Pause between two attempts, ms, doubled each time. The longest is short, so that a repaired printer continues soon. */
const retry = { firstMs: 2_000, longestMs: 15_000 };
/** Older tickets are not printed any more, ms. */
const givenUpAfterMs = 12 * 60 * 60 * 1000;
/** Rows of printed tickets stay this long, so that a repeated act does not queue one again, ms. */
const keptMs = 24 * 60 * 60 * 1000;
/** The printers that are printing now, by address. Each promise ends with the print, so no printer waits for another. */
type Printing = Map<string, Promise<void>>;

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
 * Starts each idle printer on the oldest tickets of its stations.
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
    const stations = await readStations(deps.db, due.merchant_id);
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
    const log = (error: unknown) =>
      deps.log.error({ err: error }, 'printing stopped for one printer; it continues with the next look');
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

/** The oldest ticket of each station, if it is due. An unreadable ticket does not hold up the others. */
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

/** Leases the job. Returns it as it was before, or undefined if another process has leased it. */
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
  const { clock, log } = deps;
  const printer = station?.printer;
  if (!station || !printer || clock.now() - job.created_at > givenUpAfterMs) {
    log.warn({ job: job.id }, 'a ticket was given up');
    return await finishJob(deps, job, stations);
  }
  const bytes = await createBytes(deps, job, { station, printer, stations });
  if (!bytes) return await finishJob(deps, job, stations);
  const sent = await sendToPrinter(printer.address, bytes, times);
  if (sent.ok) return await finishJob(deps, job, stations);
  const { problem, detail } = sent;
  log.warn({ job: job.id, station: station.id, problem, detail }, 'a printer failed');
  await recordProblem(deps, job, sent);
}

/** Undefined if there is nothing left to print. */
async function createBytes(
  deps: Deps,
  job: PrintJobRow,
  place: { readonly station: Station; readonly printer: StationPrinter; readonly stations: Stations },
): Promise<Uint8Array | undefined> {
  const { printer } = place;
  const what = JSON.parse(job.body) as PrintWhat;
  if (what.kind === 'receipt') {
    const rows = await createReceipt(deps, job, { printer, copy: what.copy });
    return rows && encodeReceipt(rows, printer);
  }
  const ticket = await createTicket(deps.db, job, place);
  return ticket && encodeTicket(ticket, printer);
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
      // The printer surely printed nothing, so this attempt does not count as begun.
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

/** Tickets with dishes that the kitchen does not know yet. */
const kindsWithNewDishes: ReadonlySet<PrintWhat['kind']> = new Set(['round', 'added']);

/**
 * Marks a round as sent to the kitchen once all its tickets are printed. If one of its stations has no printer, staff send
 * the round by hand.
 */
async function recordRoundSent(deps: Deps, job: PrintJobRow, stations: Stations): Promise<void> {
  const { id, merchant_id: merchantId, order_id: orderId, round } = job;
  if (!kindsWithNewDishes.has(kindOf(job))) return;
  // The ticket's id, because the round is sent again after staff added a dish.
  const act = { type: 'roundSent', actId: `printed-${id}`, orderId, round } as const;
  const found = await requireOrder(deps.db, merchantId, orderId);
  try {
    await inTransaction(deps.db, async (trx) => {
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
  if (left.some((other) => kindsWithNewDishes.has(kindOf(other)))) return false;
  const printing = new Set(all.filter(({ printer }) => printer).map(({ id }) => id));
  const dishes = order.orderItems.filter((line) => line.round === ofBill && line.quantity > 0);
  return dishes.every((line) => printing.has(stationOf(line)));
}

function kindOf({ body }: Pick<PrintJobRow, 'body'>): PrintWhat['kind'] {
  return (JSON.parse(body) as PrintWhat).kind;
}
