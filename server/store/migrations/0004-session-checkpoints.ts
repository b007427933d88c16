import type { Kysely, Migration } from 'kysely';

/** The newest checkpoint of each table session (JSON as text); without one, everything is folded. */
export const createCheckpoints: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('session_checkpoints')
      .addColumn('session_id', 'text', (c) => c.primaryKey().references('table_sessions.id'))
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('format', 'integer', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .execute();
  },
};
