import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { createTables } from './migrations/0001-tables.ts';
import { createUserCoupons } from './migrations/0002-user-coupons.ts';
import { createStaffSessions } from './migrations/0003-staff-sessions.ts';
import { createCheckpoints } from './migrations/0004-session-checkpoints.ts';
import { createWebhookDeliveries } from './migrations/0005-webhook-deliveries.ts';
import { createEndedLogins } from './migrations/0006-ended-logins.ts';
import { createMenuVersions } from './migrations/0007-menu-versions.ts';
import type { Database } from './schema.ts';
import { isPostgres } from './transactions.ts';

/** In order of their names; one that has been released is never changed. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-tables': createTables,
  '0002-user-coupons': createUserCoupons,
  '0003-staff-sessions': createStaffSessions,
  '0004-session-checkpoints': createCheckpoints,
  '0005-webhook-deliveries': createWebhookDeliveries,
  '0006-ended-logins': createEndedLogins,
  '0007-menu-versions': createMenuVersions,
};

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
