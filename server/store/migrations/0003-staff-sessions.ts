import type { Kysely, Migration } from 'kysely';

/** Who is logged in at the staff page. Times are bigint (ms since 1970). */
export const createStaffSessions: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('staff_sessions')
      .addColumn('id_hash', 'text', (c) => c.primaryKey())
      .addColumn('merchant_id', 'text', (c) => c.notNull().references('merchants.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
