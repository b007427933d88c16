import type { Kysely, Migration } from 'kysely';

/** CX19: when the staff set a party at another table, ms since 1970. */
export const addMovedParties: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('table_sessions').addColumn('moved_at', 'bigint').execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.alterTable('table_sessions').dropColumn('moved_at').execute();
  },
};
