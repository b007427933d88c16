import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { createTables } from './migrations/0001-tables.ts';
import { createUserCoupons } from './migrations/0002-user-coupons.ts';
import { createStaffSessions } from './migrations/0003-staff-sessions.ts';
import { createCheckpoints } from './migrations/0004-session-checkpoints.ts';
import { createWebhookDeliveries } from './migrations/0005-webhook-deliveries.ts';
import { createEndedLogins } from './migrations/0006-ended-logins.ts';
import { createMenuVersions } from './migrations/0007-menu-versions.ts';
import { createBuildFiles } from './migrations/0008-build-files.ts';
import { addRestoredSessions } from './migrations/0009-restored-sessions.ts';
import { addRemovedDiners } from './migrations/0010-removed-diners.ts';
import { addStaffSecrets } from './migrations/0011-staff-secrets.ts';
import { createBudgets } from './migrations/0012-budgets.ts';
import { addFormerGuests } from './migrations/0013-former-guests.ts';
import { createServiceEvents } from './migrations/0014-service-events.ts';
import { createPrintJobs } from './migrations/0015-print-jobs.ts';
import { addMovedParties } from './migrations/0016-moved-parties.ts';
import { createPagePayments } from './migrations/0017-page-payments.ts';
import { createReports } from './migrations/0018-reports.ts';
import { addJoinedParties } from './migrations/0019-joined-parties.ts';
import { createMenuDrafts } from './migrations/0020-menu-drafts.ts';
import { addPeople } from './migrations/0021-people.ts';
import { createTillAndNumbers } from './migrations/0022-till-and-numbers.ts';
import { addWordsOfToday } from './migrations/0023-words-of-today.ts';
import { addRemovedWebhooks } from './migrations/0024-removed-webhooks.ts';
import { createMenuHours } from './migrations/0025-menu-hours.ts';
import { createHouseChanges } from './migrations/0026-house-changes.ts';
import { indexOpenSessions } from './migrations/0027-open-sessions.ts';
import { allowSeveralClosings } from './migrations/0028-several-closings.ts';
import type { Database } from './schema.ts';
import { isPostgres } from './transactions.ts';

/**
 * In order of their names; one that has been released is never changed. Servers of the release before go on while a
 * migration runs and after it: it only adds tables, and columns that may be left out. From 0008 on each can be undone.
 */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-tables': createTables,
  '0002-user-coupons': createUserCoupons,
  '0003-staff-sessions': createStaffSessions,
  '0004-session-checkpoints': createCheckpoints,
  '0005-webhook-deliveries': createWebhookDeliveries,
  '0006-ended-logins': createEndedLogins,
  '0007-menu-versions': createMenuVersions,
  '0008-build-files': createBuildFiles,
  '0009-restored-sessions': addRestoredSessions,
  '0010-removed-diners': addRemovedDiners,
  '0011-staff-secrets': addStaffSecrets,
  '0012-budgets': createBudgets,
  '0013-former-guests': addFormerGuests,
  '0014-service-events': createServiceEvents,
  '0015-print-jobs': createPrintJobs,
  '0016-moved-parties': addMovedParties,
  '0017-page-payments': createPagePayments,
  '0018-reports': createReports,
  '0019-joined-parties': addJoinedParties,
  '0020-menu-drafts': createMenuDrafts,
  '0021-people': addPeople,
  '0022-till-and-numbers': createTillAndNumbers,
  '0023-words-of-today': addWordsOfToday,
  '0024-removed-webhooks': addRemovedWebhooks,
  '0025-menu-hours': createMenuHours,
  '0026-house-changes': createHouseChanges,
  '0027-open-sessions': indexOpenSessions,
  '0028-several-closings': allowSeveralClosings,
};

export const migrationNames: readonly string[] = Object.keys(migrations);

/** Brings the database's tables up to date. Several servers that start at once on one PostgreSQL take turns. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const { error } = await (await migratorOf(db)).migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Undoes the newest migration, with what it kept: for going back to a release that refuses a newer database.
 * @returns its name; undefined when it cannot be undone
 */
export async function migrateBack(db: Kysely<Database>): Promise<string | undefined> {
  const migrator = await migratorOf(db);
  const applied = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt !== undefined);
  const last = applied.at(-1);
  if (last?.migration.down === undefined) return undefined;
  const { error } = await migrator.migrateDown();
  if (error !== undefined) throw error;
  return last.name;
}

async function migratorOf(db: Kysely<Database>): Promise<Migrator> {
  // Without it another schema's tables of the same names pass for this one's.
  const schema = isPostgres(db) ? await currentSchema(db) : undefined;
  const known = await withNewerOnes(db);
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...known }) },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
}

/** A server that starts again after a newer one's first start takes what that one added as it is: there is nothing to do. */
async function withNewerOnes(db: Kysely<Database>): Promise<Readonly<Record<string, Migration>>> {
  const newest = migrationNames.at(-1)!;
  const newer = (await appliedNames(db)).filter((name) => name > newest);
  const nothing: Migration = { up: async () => undefined };
  return { ...migrations, ...Object.fromEntries(newer.map((name) => [name, nothing])) };
}

async function appliedNames(db: Kysely<Database>): Promise<readonly string[]> {
  // Neither database has the table before its first start.
  const there = isPostgres(db)
    ? sql`select 1 where to_regclass('kysely_migration') is not null`
    : sql`select 1 from sqlite_master where name = 'kysely_migration'`;
  if ((await there.execute(db)).rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

async function currentSchema(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]!.schema;
}
