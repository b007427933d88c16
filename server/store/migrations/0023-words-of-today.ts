import type { Kysely, Migration } from 'kysely';

/** CX10: until when a dish is sold out or counted, how many portions are left, and when an option of it is the first to come back. */
export const addWordsOfToday: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('products').addColumn('said_until', 'bigint').execute();
    await db.schema.alterTable('products').addColumn('portions', 'integer').execute();
    await db.schema.alterTable('products').addColumn('options_back_at', 'bigint').execute();
  },
  async down(db: Kysely<never>) {
    for (const column of ['options_back_at', 'portions', 'said_until'])
      await db.schema.alterTable('products').dropColumn(column).execute();
  },
};
