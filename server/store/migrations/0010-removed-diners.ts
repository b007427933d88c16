import type { Kysely, Migration } from 'kysely';

/** With which login somebody sat down, and when the staff sent them away, ms since 1970. */
export const addRemovedDiners: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('session_members').addColumn('login_id', 'text').execute();
    await db.schema.alterTable('session_members').addColumn('removed_at', 'bigint').execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.alterTable('session_members').dropColumn('removed_at').execute();
    await db.schema.alterTable('session_members').dropColumn('login_id').execute();
  },
};
