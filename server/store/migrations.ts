import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import type { Database } from './schema.ts';
import { createTables } from './tables.ts';
import { isPostgres } from './transactions.ts';

/** In order of their names; one that has been released is never changed. */
const migrations: Readonly<Record<string, Migration>> = { '0001-tables': createTables };

export const migrationNames: readonly string[] = Object.keys(migrations);

/** Brings the database's tables up to date. Several servers that start at once on one PostgreSQL take turns. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  // Without it another schema's tables of the same names pass for this one's.
  const schema = isPostgres(db) ? await currentSchema(db) : undefined;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function currentSchema(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]!.schema;
}
