import type { Kysely, Migration } from 'kysely';

/** How much of what is bounded by the day was used: `since` and `last_at` in ms since 1970, `spent` since then. */
export const createBudgets: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('budgets')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('spent', 'integer', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('budgets_key', ['name', 'key'])
      .execute();
    await db.schema.createIndex('budgets_last_at').on('budgets').column('last_at').execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('budgets').execute();
  },
};
