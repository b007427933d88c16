import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { firstReleaseNames } from './migrations/first-release.ts';
import { createTables } from './migrations/tables.ts';
import type { Database } from './schema.ts';
import { isPostgres } from './transactions.ts';

/**
 * The migrations, in the order of their names. Rules:
 * - A released migration never changes.
 * - A migration only adds tables, and columns that inserts may leave out. Servers of the previous release keep running
 *   during and after it.
 */
const migrations: Readonly<Record<string, Migration>> = { '0008-tables': createTables };

const newest = Object.keys(migrations).at(-1)!;

/** Whether this release knows the migration. A migration of a newer release is unknown. */
export function isKnownMigration(name: string): boolean {
  return name in migrations || isOfFirstRelease(name);
}

const isOfFirstRelease = (name: string) => firstReleaseNames.some((each) => each === name);

/** Migrates the database. If several servers start at once on one PostgreSQL, they take turns. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const { error } = await (await createMigrator(db)).migrateToLatest();
  if (error !== undefined) throw error;
}

async function createMigrator(db: Kysely<Database>): Promise<Migrator> {
  // Without a schema, Kysely would find the migration table of another schema in the same database.
  const schema = isPostgres(db) ? await findCurrentSchema(db) : undefined;
  const known = await addAppliedMigrations(db);
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...known }) },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
}

/**
 * Adds the applied migrations that this release does not contain, because Kysely rejects unknown ones. They are those of
 * 0.1.0, which `0008-tables` replaces, and those of a newer server, whose tables this release can also use.
 */
async function addAppliedMigrations(db: Kysely<Database>): Promise<Readonly<Record<string, Migration>>> {
  const others = (await listAppliedNames(db)).filter((name) => isOfFirstRelease(name) || name > newest);
  const nothing: Migration = { up: async () => undefined };
  return { ...migrations, ...Object.fromEntries(others.map((name) => [name, nothing])) };
}

async function listAppliedNames(db: Kysely<Database>): Promise<readonly string[]> {
  // The table does not exist before the first start.
  const there = isPostgres(db)
    ? sql`select 1 where to_regclass('kysely_migration') is not null`
    : sql`select 1 from sqlite_master where name = 'kysely_migration'`;
  if ((await there.execute(db)).rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

async function findCurrentSchema(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]!.schema;
}
