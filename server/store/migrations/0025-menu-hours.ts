import type { Kysely, Migration } from 'kysely';

/** D65: when what a restaurant serves is another the next time, so that its phones are told once. */
export const createMenuHours: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('menu_hours')
      .addColumn('merchant_id', 'text', (column) => column.primaryKey())
      .addColumn('changes_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('menu_hours_changes_at').on('menu_hours').column('changes_at').execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('menu_hours').execute();
  },
};
