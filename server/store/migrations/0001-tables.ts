import { sql, type Kysely, type Migration } from 'kysely';
import { isPostgres } from '../transactions.ts';

/** Kysely hands migrations a database without a schema: they must not follow the types of today's. */
type Untyped = Kysely<never>;

/** The first tables. Times are bigint (ms since 1970), JSON and amounts are text. */
export const createTables: Migration = {
  async up(db: Untyped) {
    await createMerchants(db);
    await createUsers(db);
    await createMessages(db);
    await createSessions(db);
    await createOrders(db);
  },
};

async function createMerchants(db: Untyped): Promise<void> {
  await db.schema
    .createTable('meta')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('merchants')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute();
  await ofMerchant(db, 'tables')
    .addColumn('qrcode_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('sort', 'integer', (c) => c.notNull())
    .addUniqueConstraint('tables_qrcode', ['merchant_id', 'qrcode_id'])
    .execute();
  await ofMerchant(db, 'categories')
    .addColumn('sort', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute();
  await ofMerchant(db, 'products')
    .addColumn('category_id', 'text', (c) => c.notNull())
    .addColumn('sort', 'integer', (c) => c.notNull())
    .addColumn('sold_out', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('body', 'text', (c) => c.notNull())
    .execute();
}

async function createUsers(db: Untyped): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('merchant_id', 'text', (c) => c.notNull().references('merchants.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('phone', 'text')
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('mail', 'text', (c) => c.notNull())
    .addColumn('birthday', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('users_phone', ['merchant_id', 'phone'])
    .execute();
}

async function createMessages(db: Untyped): Promise<void> {
  await db.schema
    .createTable('phone_codes')
    .addColumn('merchant_id', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('tries_left', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('phone_codes_key', ['merchant_id', 'phone'])
    .execute();
  await db.schema
    .createTable('code_requests')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('merchant_id', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await index(db, 'code_requests', ['address', 'at']);
  await index(db, 'code_requests', ['at']);
  await db.schema
    .createTable('inbox')
    .addColumn('id', isPostgres(db) ? 'bigserial' : 'integer', (c) =>
      isPostgres(db) ? c.primaryKey() : c.primaryKey().autoIncrement(),
    )
    .addColumn('merchant_id', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await index(db, 'inbox', ['recipient']);
}

async function createSessions(db: Untyped): Promise<void> {
  await db.schema
    .createTable('table_sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('merchant_id', 'text', (c) => c.notNull().references('merchants.id'))
    .addColumn('table_id', 'text')
    .addColumn('owner_id', 'text')
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('server_seq', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('last_operate_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  // S1: at most one open session of a table, and of the owner of a to-go cart.
  await sql`create unique index table_sessions_open_table on table_sessions (merchant_id, table_id)
    where closed_at is null and table_id is not null`.execute(db);
  await sql`create unique index table_sessions_open_owner on table_sessions (merchant_id, owner_id)
    where closed_at is null and owner_id is not null`.execute(db);
  await ofSession(db, 'session_members')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('joined_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('session_members_key', ['session_id', 'user_id'])
    .execute();
  await index(db, 'session_members', ['user_id']);
  await ofSession(db, 'session_replicas')
    .addColumn('replica_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('session_replicas_key', ['session_id', 'replica_id'])
    .execute();
  await ofSession(db, 'events')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('replica_id', 'text', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('rejected', 'text')
    .addColumn('body', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('events_key', ['session_id', 'id'])
    .addUniqueConstraint('events_replica_seq', ['session_id', 'replica_id', 'seq'])
    .execute();
  await index(db, 'events', ['session_id', 'version']);
  await db.schema
    .createTable('order_codes')
    .addColumn('session_id', 'text', (c) => c.primaryKey().references('table_sessions.id'))
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('tries_left', 'integer', (c) => c.notNull())
    .execute();
}

async function createOrders(db: Untyped): Promise<void> {
  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('merchant_id', 'text', (c) => c.notNull().references('merchants.id'))
    .addColumn('session_id', 'text', (c) => c.notNull().references('table_sessions.id'))
    .addColumn('table_id', 'text')
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('payment_status', 'integer', (c) => c.notNull())
    .addColumn('send_status', 'integer', (c) => c.notNull())
    .addColumn('row_version', 'integer', (c) => c.notNull())
    .addColumn('rounds', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute();
  await index(db, 'orders', ['session_id']);
  await index(db, 'orders', ['merchant_id', 'created_at']);
  await db.schema
    .createTable('order_members')
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('order_members_key', ['order_id', 'user_id'])
    .execute();
  await index(db, 'order_members', ['user_id']);
  await ofSession(db, 'placements')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('order_id', 'text')
    .addColumn('code', 'integer')
    .addColumn('msg', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('placements_key', ['session_id', 'id'])
    .execute();
}

/** A table whose rows belong to a merchant: ids are unique within it. */
function ofMerchant(db: Untyped, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('merchant_id', 'text', (c) => c.notNull().references('merchants.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint(`${name}_key`, ['merchant_id', 'id']);
}

function ofSession(db: Untyped, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('session_id', 'text', (c) => c.notNull().references('table_sessions.id'));
}

async function index(db: Untyped, table: string, columns: readonly string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
    .execute();
}
