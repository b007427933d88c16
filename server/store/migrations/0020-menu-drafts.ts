import type { Kysely, Migration } from 'kysely';

/** CX23, CX24: the draft of each merchant's menu, what goes live when, and what did. */
export const createMenuDrafts: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('menu_drafts')
      .addColumn('merchant_id', 'text', (column) => column.primaryKey())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('edits', 'text', (column) => column.notNull())
      .addColumn('scheduled', 'text')
      .addColumn('due_at', 'bigint')
      .execute();
    await db.schema.createIndex('menu_drafts_due_at').on('menu_drafts').column('due_at').execute();
    await db.schema
      .createTable('menu_changes')
      .addColumn('merchant_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('by_name', 'text', (column) => column.notNull())
      .addColumn('way', 'text', (column) => column.notNull())
      .addColumn('takes_back', 'integer')
      .addColumn('edits', 'text', (column) => column.notNull())
      .addColumn('names', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('menu_changes_pkey', ['merchant_id', 'number'])
      .execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('menu_changes').execute();
    await db.schema.dropTable('menu_drafts').execute();
  },
};
