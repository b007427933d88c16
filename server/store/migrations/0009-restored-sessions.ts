import type { Kysely, Migration } from 'kysely';

/**
 * S2: what a session was called before the database was put back from a copy, and when that was, ms since 1970; and the
 * orders that phones know of and the database does not any more.
 */
export const addRestoredSessions: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('table_sessions').addColumn('restored_from', 'text').execute();
    await db.schema.alterTable('table_sessions').addColumn('restored_at', 'bigint').execute();
    await db.schema
      .createTable('lost_orders')
      .addColumn('session_id', 'text', (c) => c.notNull().references('table_sessions.id'))
      .addColumn('order_id', 'text', (c) => c.notNull())
      .addColumn('told_at', 'bigint', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('lost_orders_key', ['session_id', 'order_id'])
      .execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('lost_orders').execute();
    await db.schema.alterTable('table_sessions').dropColumn('restored_from').execute();
    await db.schema.alterTable('table_sessions').dropColumn('restored_at').execute();
  },
};
