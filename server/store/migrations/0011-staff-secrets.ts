import type { Kysely, Migration } from 'kysely';

/**
 * D35: the password that a session of the staff page was opened with, as a keyed hash, and the tokens of a merchant's own
 * systems. Times are bigint (ms since 1970).
 */
export const addStaffSecrets: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('staff_sessions').addColumn('password_mark', 'text').execute();
    await db.schema
      .createTable('staff_tokens')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('merchant_id', 'text', (c) => c.notNull().references('merchants.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('staff_tokens').execute();
    await db.schema.alterTable('staff_sessions').dropColumn('password_mark').execute();
  },
};
