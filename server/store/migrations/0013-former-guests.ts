import type { Kysely, Migration } from 'kysely';

/** O4, D41: the member that a guest turned out to be, so that what they wrote before they logged in goes with the account. */
export const addFormerGuests: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('users').addColumn('became', 'text').execute();
    await db.schema.createIndex('users_became').on('users').column('became').execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropIndex('users_became').execute();
    await db.schema.alterTable('users').dropColumn('became').execute();
  },
};
