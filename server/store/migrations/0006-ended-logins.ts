import type { Kysely, Migration } from 'kysely';

/** Logins that somebody has logged out of. Times are bigint (ms since 1970). */
export const createEndedLogins: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('ended_logins')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ended_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('ended_logins_time').on('ended_logins').columns(['ended_at']).execute();
  },
};
