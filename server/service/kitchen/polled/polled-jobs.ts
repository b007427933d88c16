/**
 * Hands print jobs to printers that ask the server, each printer its oldest job.
 *
 *     waiting ── fetched ──┬─ confirmed as printed ──► done
 *        ▲                 ├─ confirmed with a problem ──► waiting, after a pause
 *        └─────────────────┴─ not confirmed in time ─────► waiting
 *
 * Invariants:
 *
 * - A job is done only after the printer has fetched it and confirmed it. A lost confirmation therefore prints the job
 *   again, and the second print says that it may be one. A lost ticket would be worse.
 * - A confirmation names its job. If it comes twice, or late, it changes nothing else.
 * - A drawer opens at most once, so its job is done when it is fetched.
 */
import { createHash } from 'node:crypto';
import type { PrinterProblem } from '#contract/calls/kitchen.ts';
import type { PrinterWay } from '#contract/calls/printers.ts';
import { readPrinters, type Printer } from '#server/menu/printers.ts';
import type { Paper } from '#server/service/kitchen/tickets/paper.ts';
import { createPaper } from '#server/service/kitchen/queue/create-paper.ts';
import {
  finishJob,
  recordPrinted,
  recordProblem,
  type PrintDeps,
} from '#server/service/kitchen/queue/finish-job.ts';
import {
  findTask,
  isTooOld,
  type PrintJobRow,
  type PrintWhat,
} from '#server/service/kitchen/queue/print-job.ts';
import { hashPollSecret } from './poll-secret.ts';

/** A printer that has proved its secret. */
export interface AskingPrinter {
  readonly merchantId: string;
  readonly printer: Printer;
}

const drawerBody = JSON.stringify({ kind: 'drawer' } satisfies PrintWhat);

/** A fetched job is not offered again for this long, ms. Printing a ticket takes a few seconds. */
const confirmWithinMs = 20_000;
/** The time of the last request is stored this often, ms. */
const recordEveryMs = 20_000;
const tokenLength = 24;

export async function findAskingPrinter(
  { db }: Pick<PrintDeps, 'db'>,
  way: PrinterWay,
  secret: string,
): Promise<AskingPrinter | undefined> {
  const row = await db
    .selectFrom('printers')
    .select(['id', 'merchant_id'])
    .where('secret_hash', '=', hashPollSecret(secret))
    .executeTakeFirst();
  if (!row) return undefined;
  const printer = (await readPrinters(db, row.merchant_id)).find(({ id }) => id === row.id);
  return printer?.way === way ? { merchantId: row.merchant_id, printer } : undefined;
}

/**
 * Records that the printer has asked.
 *
 * @param problem what it reports about itself; undefined: this printer does not report anything
 */
export async function recordAsked(
  { db, clock, subscribers }: PrintDeps,
  { merchantId, printer }: AskingPrinter,
  problem: PrinterProblem | null | undefined,
): Promise<void> {
  const now = clock.now();
  const isChanged = problem !== undefined && problem !== printer.problem;
  const isLong = printer.askedAt === null || printer.askedAt <= now - recordEveryMs;
  if (!isChanged && !isLong) return;
  await db
    .updateTable('printers')
    .set({ asked_at: now, ...(problem !== undefined && { problem }) })
    .where('id', '=', printer.id)
    .execute();
  if (isChanged || printer.askedAt === null) subscribers.notify('staffViewChanged', { merchantId });
}

/** The name of a job for a printer. */
export function createToken({ id }: Pick<PrintJobRow, 'id'>): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, tokenLength).replaceAll('-', '.');
}

/** Returns the token of the next job. Undefined if there is none, or if the printer has fetched it just now. */
export async function findNextToken(deps: PrintDeps, asking: AskingPrinter): Promise<string | undefined> {
  const job = await findNextJob(deps, asking);
  return job && createToken(job);
}

export interface FetchedJob {
  readonly token: string;
  readonly paper: Paper;
}

/**
 * Hands out a job.
 *
 * @param token undefined: the next job
 */
export async function fetchJob(
  deps: PrintDeps,
  asking: AskingPrinter,
  token?: string,
): Promise<FetchedJob | undefined> {
  // A job may turn out to be empty, for example if its dish was voided. The next one is tried then.
  for (;;) {
    const job =
      token === undefined ? await findNextJob(deps, asking) : await findByToken(deps, asking, token);
    if (!job) return undefined;
    const paper = await takeJob(deps, asking, job);
    if (paper) return { token: createToken(job), paper };
    if (token !== undefined) return undefined;
  }
}

async function takeJob(
  deps: PrintDeps,
  { printer }: AskingPrinter,
  job: PrintJobRow,
): Promise<Paper | undefined> {
  const { db, clock, log } = deps;
  const task = { ...(await findTask(db, job)), printer };
  try {
    const paper = await createPaper(deps, task);
    if (!paper) {
      await finishJob(deps, job, task.stations);
      return undefined;
    }
    if ('rows' in paper && paper.rows.length === 0) await recordPrinted(deps, task);
    else
      await db
        .updateTable('print_jobs')
        .set({ next_at: clock.now() + confirmWithinMs, begun_at: job.begun_at ?? clock.now() })
        .where('id', '=', job.id)
        .where('printed_at', 'is', null)
        .execute();
    return paper;
  } catch (error) {
    log.error({ err: error, job: job.id }, 'a ticket could not be made');
    await recordProblem(deps, job, { problem: 'unreadable', mayBePrinted: false });
    return undefined;
  }
}

/**
 * Records how a job ended. Without such a job, nothing happens: the confirmation came twice, or for a job that this
 * printer did not fetch.
 *
 * @param problem null: it is printed
 */
export async function confirmJob(
  deps: PrintDeps,
  asking: AskingPrinter,
  { token, problem }: { readonly token: string; readonly problem: PrinterProblem | null },
): Promise<void> {
  const job = await findByToken(deps, asking, token);
  if (!job || job.begun_at === null) return;
  const { printer } = asking;
  if (problem === null) return await recordPrinted(deps, { ...(await findTask(deps.db, job)), printer });
  deps.log.warn({ job: job.id, printer: printer.id, problem }, 'a printer failed');
  // A document that the printer cannot read is on no paper.
  const isRefused = problem === 'unreadable' && job.attempts === 0;
  await recordProblem(
    deps,
    { ...job, ...(isRefused && { begun_at: null }) },
    { problem, mayBePrinted: !isRefused },
  );
}

async function findByToken(
  deps: PrintDeps,
  asking: AskingPrinter,
  token: string,
): Promise<PrintJobRow | undefined> {
  return (await listWaiting(deps, asking)).find((job) => createToken(job) === token);
}

/** A drawer goes first. A job that cannot be made does not hold up the others. */
async function findNextJob(deps: PrintDeps, asking: AskingPrinter): Promise<PrintJobRow | undefined> {
  const now = deps.clock.now();
  const waiting = await listWaiting(deps, asking);
  const ready = waiting.filter((job) => !isTooOld(job, now));
  const drawer = ready.find(({ body }) => body === drawerBody);
  const next = drawer ?? ready.find(({ problem, next_at }) => problem !== 'unreadable' || next_at <= now);
  return next && next.next_at <= now ? next : undefined;
}

async function listWaiting(
  { db }: Pick<PrintDeps, 'db'>,
  { merchantId, printer }: AskingPrinter,
): Promise<PrintJobRow[]> {
  const rows = await db
    .selectFrom('print_jobs')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('printed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('order_id')
    .orderBy('place')
    .execute();
  return rows.filter(({ station, printer_id: id }) =>
    id === null ? printer.stations.includes(station) : id === printer.id,
  );
}
