import type { Kysely, Migration } from 'kysely';

/** CX21: what diners report, by the code that they say aloud. */
export const createReports: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('reports')
      .addColumn('code', 'text', (column) => column.primaryKey())
      .addColumn('merchant_id', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('redacted', 'integer', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('packed', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('reports_merchant_id').on('reports').columns(['merchant_id', 'at']).execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('reports').execute();
  },
};
