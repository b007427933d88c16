import type { Kysely, Migration } from 'kysely';

/** What the order webhook is still to be told. Times are bigint (ms since 1970). */
export const createWebhookDeliveries: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('webhook_deliveries')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('next_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('webhook_deliveries_next')
      .on('webhook_deliveries')
      .columns(['next_at'])
      .execute();
  },
};
