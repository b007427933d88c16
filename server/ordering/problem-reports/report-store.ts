/** Stores problem reports of diners, with the logs of their phones. Each has a short code that a diner can read out. */
import { codes } from '#contract/codes.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { DinerReport, sendReport } from '#contract/calls/report.ts';
import { createReportCode } from '#contract/calls/report-code.ts';
import { readLogFile } from '#events/records/log-file.ts';
import { isRedacted } from '#events/records/redact.ts';
import { limitBytes } from '#server/platform/http/limit-bytes.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import type { Clock, Random } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { unpackLogs } from './unpack-logs.ts';

export interface ReportDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
}

/** Per restaurant. Further reports replace the oldest. */
export const mostReports = 300;
/** Per answer. */
const mostListed = 50;

type SentReport = Omit<BodyOf<typeof sendReport>, 'sessionId'>;
type Diner = Pick<Asker, 'userId' | 'merchantId'>;

/** @returns the code. A Refusal 400 for a report without logs */
export async function storeReport(
  { db, clock, random }: ReportDeps,
  { userId, merchantId, sessionId }: Diner & { readonly sessionId: string | undefined },
  { text, redacted, packed }: SentReport,
): Promise<string> {
  const logs = (await unpackLogs(packed))?.map((each) => readLogFile(each));
  if (!logs?.every((log) => log.ok))
    throw createStatusRefusal(codes.badRequest, 'body.packed: must hold logs', { path: 'body.packed' });
  // The phone's claim is checked. A report with names is deleted together with the account of one of its diners.
  const namesNobody = redacted && logs.every((log) => log.ok && isRedacted(log.file.records));
  return await runInTransaction(db, async (trx) => {
    const row = {
      merchant_id: merchantId,
      session_id: sessionId ?? null,
      user_id: userId,
      at: clock.now(),
      redacted: Number(namesNobody),
      text,
      packed,
    };
    for (;;) {
      const code = createReportCode((limit) => random.int(limit));
      const { numInsertedOrUpdatedRows: kept } = await trx
        .insertInto('reports')
        .values({ code, ...row })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (!kept) continue;
      await deleteOldest(trx, merchantId);
      return code;
    }
  });
}

/** The session of this id, if the diner ever belonged to it. */
export async function findOwnSession(
  db: Db,
  { userId, merchantId }: Diner,
  sessionId = '',
): Promise<string | undefined> {
  const found = await db
    .selectFrom('table_sessions')
    .innerJoin('session_members', 'session_members.session_id', 'table_sessions.id')
    .select('table_sessions.id')
    .where('table_sessions.id', '=', sessionId)
    .where('table_sessions.merchant_id', '=', merchantId)
    .where('session_members.user_id', '=', userId)
    .executeTakeFirst();
  return found?.id;
}

async function deleteOldest(trx: Trx, merchantId: string): Promise<void> {
  const beyond = await trx
    .selectFrom('reports')
    .select('code')
    .where('merchant_id', '=', merchantId)
    .orderBy('at', 'desc')
    .orderBy('code')
    .limit(mostReports)
    .offset(mostReports)
    .execute();
  const codesOf = beyond.map(({ code }) => code);
  if (codesOf.length > 0) await trx.deleteFrom('reports').where('code', 'in', codesOf).execute();
}

/** The reports of a restaurant, newest first. */
export async function listStoredReports(db: Db, merchantId: string): Promise<DinerReport[]> {
  const rows = await selectReports(db)
    .where('reports.merchant_id', '=', merchantId)
    .orderBy('reports.at', 'desc')
    .orderBy('reports.code')
    .limit(mostListed)
    .execute();
  return limitBytes(rows.map(reportOfRow));
}

export interface ReportWithLogs extends DinerReport {
  readonly merchantId: string;
  /** In the format of log files. */
  readonly logs: readonly string[];
}

/** The packed logs of a report of this restaurant, as the phone sent them. */
export async function readPackedReport(
  db: Db,
  code: string,
  merchantId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('reports')
    .select('packed')
    .where('code', '=', code)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.packed;
}

/** @param merchantId undefined: a report of any restaurant */
export async function readReportWithLogs(
  db: Db,
  code: string,
  merchantId?: string,
): Promise<ReportWithLogs | undefined> {
  const row = await selectReports(db)
    .select(['reports.packed', 'reports.merchant_id'])
    .where('reports.code', '=', code)
    .$if(merchantId !== undefined, (query) => query.where('reports.merchant_id', '=', merchantId!))
    .executeTakeFirst();
  if (!row) return undefined;
  const logs = (await unpackLogs(row.packed)) ?? [];
  return { ...reportOfRow(row), merchantId: row.merchant_id, logs };
}

function selectReports(db: Db) {
  return db
    .selectFrom('reports')
    .leftJoin('table_sessions as s', 's.id', 'reports.session_id')
    .leftJoin('tables as t', (join) =>
      join.onRef('t.id', '=', 's.table_id').onRef('t.merchant_id', '=', 's.merchant_id'),
    )
    .select(['reports.code', 'reports.at', 'reports.text', 'reports.redacted'])
    .select(['reports.session_id', 't.name as table_name']);
}

function reportOfRow({
  code,
  at,
  text,
  redacted,
  session_id: sessionId,
  table_name: tableName,
}: {
  readonly code: string;
  readonly at: number;
  readonly text: string;
  readonly redacted: number;
  readonly session_id: string | null;
  readonly table_name: string | null;
}): DinerReport {
  return { code, at, text, redacted: redacted === 1, sessionId, tableName };
}

/** Deletes this diner's reports, and reports with names from sessions in which the diner sat. */
export async function deleteReportsAbout(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('reports')
    .where((row) =>
      row.or([
        row('user_id', '=', userId),
        row.and([
          row('redacted', '=', 0),
          row(
            'session_id',
            'in',
            row.selectFrom('session_members').select('session_id').where('user_id', '=', userId),
          ),
        ]),
      ]),
    )
    .execute();
}
