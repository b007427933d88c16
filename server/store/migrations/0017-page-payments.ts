import type { Kysely, Migration } from 'kysely';

/** CX20: what a payment page was asked for, and what it told. Times are bigint, ms. */
export const createPagePayments: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('page_payments')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant_id', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('share', 'text')
      .addColumn('amount', 'text', (column) => column.notNull())
      .addColumn('tip', 'text', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('dispute', 'text')
      .addColumn('disputed_at', 'bigint')
      .execute();
    await db.schema.createIndex('page_payments_order_id').on('page_payments').column('order_id').execute();
    await db.schema
      .createIndex('page_payments_disputed_at')
      .on('page_payments')
      .columns(['merchant_id', 'disputed_at'])
      .execute();
  },
  async down(db: Kysely<never>) {
    await db.schema.dropTable('page_payments').execute();
  },
};
