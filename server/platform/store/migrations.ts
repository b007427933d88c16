import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { firstReleaseNames } from './migrations/first-release.ts';
import { createTables } from './migrations/tables.ts';
import type { Database } from './schema.ts';
import { isPostgres } from './transactions.ts';

/**
 * In order of their names; one that has been released is never changed. Servers of the release before go on while a
 * migration runs and after it: it only adds tables, and columns that may be left out.
 */
const migrations: Readonly<Record<string, Migration>> = { '0008-tables': createTables };

const newest = Object.keys(migrations).at(-1)!;

/** False for a migration of a newer release. */
export function isKnownMigration(name: string): boolean {
  return name in migrations || isOfFirstRelease(name);
}

const isOfFirstRelease = (name: string) => firstReleaseNames.some((each) => each === name);

/** Brings the database's tables up to date. Several servers that start at once on one PostgreSQL take turns. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const { error } = await (await migratorOf(db)).migrateToLatest();
  if (error !== undefined) throw error;
}

async function migratorOf(db: Kysely<Database>): Promise<Migrator> {
  // Without it another schema's tables of the same names pass for this one's.
  const schema = isPostgres(db) ? await currentSchema(db) : undefined;
  const known = await withAppliedOnes(db);
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...known }) },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
}

/**
 * Migrations that this release does not run itself: those of 0.1.0, which the base stands for, and those of a newer
 * server, whose tables a server of this release takes as they are when it starts again.
 */
async function withAppliedOnes(db: Kysely<Database>): Promise<Readonly<Record<string, Migration>>> {
  const others = (await appliedNames(db)).filter((name) => isOfFirstRelease(name) || name > newest);
  const nothing: Migration = { up: async () => undefined };
  return { ...migrations, ...Object.fromEntries(others.map((name) => [name, nothing])) };
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
