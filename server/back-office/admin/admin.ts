import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { BillTerm, OpenBill } from '#contract/calls/house.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { findBranch } from '#server/menu/chain-rows.ts';
import { findChangedTerms } from '#server/menu/bill-terms.ts';
import { listOpenBills } from '#server/ordering/orders/open-bills.ts';
import { readRows, assembleMerchant, type WholeMerchant } from '#server/menu/merchant-rows.ts';
import { addPrinters, readPrinters } from '#server/menu/printers.ts';
import { keepIds } from '#server/menu/menu-file/keep-ids.ts';
import { writeMerchant, type MerchantChange } from '#server/back-office/admin/write-merchant.ts';
import type { EventRow } from '#server/ordering/cart/log/decision-rows.ts';
import { dropCachedLogs } from '#server/ordering/cart/log/log-cache.ts';
import { eraseMember, type ErasureReport } from '#server/back-office/privacy/erase.ts';
import { writeBackup } from '#server/platform/store/backup/backup.ts';
import { readReportWithLogs, type ReportWithLogs } from '#server/ordering/problem-reports/report-store.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import type { AnyServiceEvent } from '#events/fulfilment/service-event.ts';
import { createAccessCode } from '#server/service/staff/access/access-codes.ts';
import { markOwnMenu } from '#server/platform/store/meta.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { readDecisions, readSessions, type SessionFilter, type StoredSession } from './session-export.ts';

/** The operations behind the admin commands (`tools/`): menus, logs, erasure, access codes and backups. */
export interface Admin {
  readMerchant(id: string): Promise<WholeMerchant | undefined>;
  listMerchantIds(): Promise<string[]>;
  writeMerchant(whole: WholeMerchant, dryRun: boolean): Promise<MerchantChange[]>;
  /** The settings of `whole` that would change what open bills cost, and these bills. */
  findChangedBills(whole: WholeMerchant): Promise<ChangedBills>;
  /** Newest first, at most `maxSessions`. */
  listSessions(merchantId: string, asked: SessionFilter): Promise<StoredSession[]>;
  /** The decisions with a version above `after` and up to `upTo`, at most `maxDecisions`. */
  readDecisions(sessionId: string, after: number, upTo: number): Promise<EventRow[]>;
  /** The fulfilment events of a session, in order. */
  readService(sessionId: string): Promise<AnyServiceEvent[]>;
  /** The problem report of a diner with this code. */
  readReport(code: string): Promise<ReportWithLogs | undefined>;
  /** Erases the member who logs in with this phone number, at every restaurant. */
  eraseMember(phone: string): Promise<ErasureReport>;
  /** Creates a code that works once. It logs in as the owner of this restaurant; null: it sets up a new restaurant. */
  createAccessCode(merchantId: string | null): Promise<string>;
  /** SQLite only. `file` is an absolute path. */
  backUp(file: string): Promise<void>;
}

interface ChangedBills {
  readonly terms: readonly BillTerm[];
  readonly bills: readonly OpenBill[];
}

interface AdminDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly notifyMenuChanged?: (merchantId: string) => Promise<void>;
}

/** Refuses another menu for a branch that has its head's, because the head's next publication would replace it. */
async function requireLastingMenu(
  trx: Trx,
  merchantId: string,
  changes: readonly MerchantChange[],
): Promise<void> {
  const isMenu = changes.some(({ what }) => what === 'category' || what === 'dish');
  const branch = isMenu ? await findBranch(trx, merchantId) : undefined;
  if (branch?.shares_menu === 1)
    throw new StartError(
      `merchant ${merchantId} has the menu of its main restaurant: import it with --merchant ${branch.head_id}, ` +
        `or end the shared menu at /staff/chain first`,
    );
}

export function createAdmin({ db, now, notifyMenuChanged }: AdminDeps): Admin {
  return {
    readMerchant: async (id) =>
      await runInTransaction(db, async (trx) => {
        const whole = assembleMerchant(await readRows(trx, id));
        if (!whole?.stations) return whole;
        return { ...whole, stations: addPrinters(whole.stations, await readPrinters(trx, id)) };
      }),
    async listMerchantIds() {
      const rows = await db.selectFrom('merchants').select('id').orderBy('id').execute();
      return rows.map(({ id }) => id);
    },
    async writeMerchant(whole, dryRun) {
      const changes = await runInTransaction(db, async (trx) => {
        const before = assembleMerchant(await readRows(trx, whole.id));
        const made = await writeMerchant(trx, keepIds(whole, before), { dryRun, now: now() });
        await requireLastingMenu(trx, whole.id, made);
        if (!dryRun) await markOwnMenu(trx, whole.id, now());
        return made;
      });
      if (!dryRun && changes.length > 0) await notifyMenuChanged?.(whole.id);
      return changes;
    },
    async findChangedBills(whole) {
      const before = await runInTransaction(db, async (trx) =>
        assembleMerchant(await readRows(trx, whole.id)),
      );
      const terms = before ? findChangedTerms(before, whole) : [];
      return { terms, bills: await listOpenBills(db, whole.id, terms) };
    },
    listSessions: async (merchantId, asked) => await readSessions(db, merchantId, asked),
    readDecisions: async (sessionId, after, upTo) => await readDecisions(db, sessionId, after, upTo),
    readService: async (sessionId) => await readFulfilment(db, sessionId),
    readReport: async (code) => await readReportWithLogs(db, code),
    async eraseMember(phone) {
      const erased = await eraseMember(db, phone, now());
      dropCachedLogs(db);
      return erased;
    },
    async createAccessCode(merchantId) {
      const kind = merchantId === null ? 'another' : 'owner';
      const deps = { db, clock: { now }, random: { int: (limit: number) => randomInt(limit) } };
      return (await createAccessCode(deps, { kind, merchantId })).code;
    },
    async backUp(file) {
      await writeBackup(file, async (path) => void (await sql`VACUUM INTO ${sql.lit(path)}`.execute(db)));
    },
  };
}
