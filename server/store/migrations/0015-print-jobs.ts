import type { Kysely, Migration } from 'kysely';

/** D48: tickets that the restaurant's printers are still to print, and those of the last day. Times are bigint, ms. */
export const createPrintJobs: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('print_jobs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant_id', 'text', (column) => column.notNull())
      .addColumn('station', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('begun_at', 'bigint')
      .addColumn('problem', 'text')
      .addColumn('printed_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('print_jobs_printed_at')
      .on('print_jobs')
      .columns(['printed_at', 'created_at'])
      .execute();
    await db.schema.createIndex('print_jobs_order_id').on('print_jobs').column('order_id').execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('print_jobs').execute();
  },
};
