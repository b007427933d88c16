import type { Kysely, Migration } from 'kysely';

/** D49: of a party that joined another one: which, and what went over with it, so that it can be taken back. */
export const addJoinedParties: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('table_sessions').addColumn('joined', 'text').execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.alterTable('table_sessions').dropColumn('joined').execute();
  },
};
