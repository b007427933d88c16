import type { Kysely, Migration } from 'kysely';
import { sql } from 'kysely';

/** Of all sessions that there ever were those that are open: pages and timers that ask for them cost the same after years. */
export const indexOpenSessions: Migration = {
  async up(db: Kysely<never>) {
    await sql`create index table_sessions_open on table_sessions (merchant_id) where closed_at is null`.execute(
      db,
    );
  },
  async down(db: Kysely<never>) {
    await db.schema.dropIndex('table_sessions_open').execute();
  },
};
