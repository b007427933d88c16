import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { readRows, assembleMerchant, type WholeMerchant } from '#server/menu/merchant-rows.ts';
import { keepIds } from '#server/menu/menu-file/keep-ids.ts';
import { writeMerchant, type MerchantChange } from '#server/back-office/admin/write-merchant.ts';
import type { EventRow } from '#server/ordering/cart/log/decision-rows.ts';
import { dropCachedLogs } from '#server/ordering/cart/log/log-cache.ts';
import { eraseMember, type Erased } from '#server/back-office/privacy/erase.ts';
import { writeBackup } from '#server/platform/store/backup/backup.ts';
import { readReportWithLogs, type ReportWithLogs } from '#server/ordering/problem-reports/report-store.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import type { AnyServiceEvent } from '#events/fulfilment/service-event.ts';
import { createAccessCode } from '#server/service/staff/access/access-codes.ts';
import { markOwnMenu } from '#server/platform/store/meta.ts';
import { inTransaction, type Db } from '#server/platform/store/transactions.ts';
import { readDecisions, readSessions, type SessionsAsked, type StoredSession } from './session-export.ts';

export interface Admin {
  readMerchant(id: string): Promise<WholeMerchant | undefined>;
  merchantIds(): Promise<string[]>;
  writeMerchant(whole: WholeMerchant, dryRun: boolean): Promise<MerchantChange[]>;
  /** The newest first, `mostSessions` at most. */
  sessions(merchantId: string, asked: SessionsAsked): Promise<StoredSession[]>;
  /** What was decided after a version and up to another; not more than `decisionsAtOnce`. */
  decisions(sessionId: string, after: number, upTo: number): Promise<EventRow[]>;
  /** A4: what was done in a session after placing, in order. */
  service(sessionId: string): Promise<AnyServiceEvent[]>;
  /** CX21: what a diner reported, by its code. */
  report(code: string): Promise<ReportWithLogs | undefined>;
  /** By the phone number that they log in with. */
  erase(phone: string): Promise<Erased>;
  /** CX28: a code that is good once, for a new restaurant or to get in as the owner of one. */
  accessCode(merchantId: string | null): Promise<string>;
  /** SQLite only. `file` is an absolute path. */
  backUp(file: string): Promise<void>;
}

interface OperatorDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly menuChanged?: (merchantId: string) => Promise<void>;
}

export function createAdmin({ db, now, menuChanged }: OperatorDeps): Admin {
  return {
    readMerchant: async (id) =>
      await inTransaction(db, async (trx) => assembleMerchant(await readRows(trx, id))),
    async merchantIds() {
      const rows = await db.selectFrom('merchants').select('id').orderBy('id').execute();
      return rows.map(({ id }) => id);
    },
    async writeMerchant(whole, dryRun) {
      const changes = await inTransaction(db, async (trx) => {
        const before = assembleMerchant(await readRows(trx, whole.id));
        const made = await writeMerchant(trx, keepIds(whole, before), { dryRun, now: now() });
        if (!dryRun) await markOwnMenu(trx, whole.id, now());
        return made;
      });
      if (!dryRun && changes.length > 0) await menuChanged?.(whole.id);
      return changes;
    },
    sessions: async (merchantId, asked) => await readSessions(db, merchantId, asked),
    decisions: async (sessionId, after, upTo) => await readDecisions(db, sessionId, after, upTo),
    service: async (sessionId) => await readFulfilment(db, sessionId),
    report: async (code) => await readReportWithLogs(db, code),
    async erase(phone) {
      const erased = await eraseMember(db, phone, now());
      dropCachedLogs(db);
      return erased;
    },
    async accessCode(merchantId) {
      const kind = merchantId === null ? 'another' : 'owner';
      const deps = { db, clock: { now }, random: { int: (limit: number) => randomInt(limit) } };
      return (await createAccessCode(deps, { kind, merchantId })).code;
    },
    async backUp(file) {
      await writeBackup(file, async (path) => void (await sql`VACUUM INTO ${sql.lit(path)}`.execute(db)));
    },
  };
}
