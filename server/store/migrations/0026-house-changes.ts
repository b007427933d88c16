import type { Kysely, Migration } from 'kysely';

/** D70: what was changed of a restaurant beside its menu, by whom and when. Times are bigint (ms since 1970). */
export const createHouseChanges: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('house_changes')
      .addColumn('merchant_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('part', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('by_name', 'text', (column) => column.notNull())
      .addColumn('way', 'text', (column) => column.notNull())
      .addColumn('takes_back', 'integer')
      .addColumn('edits', 'text', (column) => column.notNull())
      .addColumn('names', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('house_changes_pkey', ['merchant_id', 'number'])
      .execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('house_changes').execute();
  },
};
