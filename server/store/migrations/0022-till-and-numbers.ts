import { sql, type Kysely, type Migration } from 'kysely';
import { isPostgres } from '../transactions.ts';

/**
 * CX29 to CX31: the figures of days that are over, daily closings, a number for each change of an order, and the webhooks
 * of a merchant's own systems. Times are bigint (ms since 1970).
 */
export const createTillAndNumbers: Migration = {
  async up(db: Kysely<never>) {
    await createFigures(db);
    await createWebhooks(db);
    await numberChanges(db);
  },
  async down(db: Kysely<never>) {
    if (isPostgres(db)) await sql`drop trigger orders_change_no on orders`.execute(db);
    else
      for (const change of ['insert', 'update'])
        await sql`drop trigger ${sql.ref(`orders_change_no_${change}`)}`.execute(db);
    if (isPostgres(db)) await sql`drop function number_order_change()`.execute(db);
    for (const { name } of orderIndexes) await db.schema.dropIndex(name).ifExists().execute();
    await db.schema.alterTable('orders').dropColumn('change_no').execute();
    for (const table of ['change_counters', 'webhook_calls', 'webhooks', 'day_closings', 'day_figures'])
      await db.schema.dropTable(table).execute();
  },
};

async function createFigures(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('day_figures')
    .addColumn('merchant_id', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('format', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('day_figures_pk', ['merchant_id', 'starts_at', 'ends_at'])
    .execute();
  await db.schema
    .createTable('day_closings')
    .addColumn('merchant_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('from_at', 'bigint', (column) => column.notNull())
    .addColumn('to_at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('day_closings_pk', ['merchant_id', 'number'])
    .addUniqueConstraint('day_closings_day', ['merchant_id', 'day'])
    .execute();
}

async function createWebhooks(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('merchant_id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('webhooks_merchant_id').on('webhooks').column('merchant_id').execute();
  // A table of its own: a server of the release before sends whatever stands in the other one to ORDER_WEBHOOK_URL.
  await db.schema
    .createTable('webhook_calls')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('news_id', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('merchant_id', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('tries_since', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tried_at', 'bigint')
    .addColumn('problem', 'text')
    .execute();
  await db.schema.createIndex('webhook_calls_next').on('webhook_calls').column('next_at').execute();
  await db.schema
    .createIndex('webhook_calls_log')
    .on('webhook_calls')
    .columns(['merchant_id', 'state', 'created_at'])
    .execute();
  await db.schema.createIndex('webhook_calls_order_id').on('webhook_calls').column('order_id').execute();
}

/** Of all orders few are open. */
export const orderIndexes = [
  { name: 'orders_change_no', columns: ['merchant_id', 'change_no'] },
  { name: 'orders_updated_at', columns: ['merchant_id', 'updated_at', 'created_at'] },
  { name: 'orders_status', columns: ['merchant_id', 'status'] },
] as const;

/**
 * Numbers each change of a merchant's orders, in the order in which the changes are committed: whoever numbers one holds the
 * merchant's counter until then. The database does it itself, so that no writer can forget, an older server's neither.
 */
async function numberChanges(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('change_counters')
    .addColumn('merchant_id', 'text', (column) => column.primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('orders').addColumn('change_no', 'bigint').execute();
  if (isPostgres(db)) await onPostgres(db);
  else await onSqlite(db);
}

async function createIndexes(db: Kysely<never>): Promise<void> {
  for (const { name, columns } of orderIndexes)
    await db.schema
      .createIndex(name)
      .on('orders')
      .columns([...columns])
      .execute();
}

/** Orders that are there would stand still while all of them are written: the servers number them (0022-finish-numbering.ts). */
async function onPostgres(db: Kysely<never>): Promise<void> {
  const { rows } = await sql`select 1 from orders limit 1`.execute(db);
  if (rows.length === 0) await createIndexes(db);
  await sql`
    create function number_order_change() returns trigger language plpgsql as $$
    begin
      insert into change_counters (merchant_id, last) values (new.merchant_id, 1)
        on conflict (merchant_id) do update set last = change_counters.last + 1
        returning last into new.change_no;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger orders_change_no before insert or update of row_version on orders
    for each row execute function number_order_change()`.execute(db);
}

async function onSqlite(db: Kysely<never>): Promise<void> {
  await sql`
    update orders set change_no = numbered.no from
      (select id, row_number() over (partition by merchant_id order by updated_at, id) as no from orders) as numbered
    where orders.id = numbered.id`.execute(db);
  await sql`
    insert into change_counters (merchant_id, last)
      select merchant_id, max(change_no) from orders group by merchant_id`.execute(db);
  await createIndexes(db);
  for (const change of ['insert', 'update of row_version'])
    await sql`
      create trigger ${sql.ref(`orders_change_no_${change.split(' ')[0]!}`)} after ${sql.raw(change)} on orders
      begin
        insert into change_counters (merchant_id, last) values (new.merchant_id, 1)
          on conflict (merchant_id) do update set last = last + 1;
        update orders set change_no = (select last from change_counters where merchant_id = new.merchant_id)
          where id = new.id;
      end`.execute(db);
}
