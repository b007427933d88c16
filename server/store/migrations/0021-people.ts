import type { Kysely, Migration } from 'kysely';

/**
 * CX26: who works at a restaurant, whose session it is (null: opened with a password or a code), and codes that are good
 * once. Times are bigint (ms since 1970).
 */
export const addPeople: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('staff_people')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('merchant_id', 'text', (c) => c.notNull().references('merchants.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('pin_hash', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('removed_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('staff_people_merchant_id')
      .on('staff_people')
      .columns(['merchant_id', 'created_at'])
      .execute();
    await db.schema.alterTable('staff_sessions').addColumn('person_id', 'text').execute();
    await db.schema
      .createTable('access_codes')
      .addColumn('code_hash', 'text', (c) => c.primaryKey())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('merchant_id', 'text')
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('access_codes').execute();
    // What they opened would be the owner's: a server of before knows no roles.
    await db.deleteFrom('staff_sessions' as never).execute();
    await db.schema.alterTable('staff_sessions').dropColumn('person_id').execute();
    await db.schema.dropTable('staff_people').execute();
  },
};
