import { sql, type Kysely, type Migration } from 'kysely';
import { isPostgres } from './transactions.ts';

/** Kysely hands migrations a database without a schema: they must not follow the types of today's. */
type Untyped = Kysely<never>;

const ofMerchant = 'merchant_id text not null references merchants';
const idsOfMerchant = `${ofMerchant}, id text not null, primary key (merchant_id, id)`;
const ofSession = 'session_id text not null references table_sessions';

/** What the columns mean stands in `schema.ts`. Times are bigint (ms since 1970), JSON and amounts are text. */
const tables = (inboxId: string) => [
  'meta (key text primary key, value text not null)',
  'merchants (id text primary key, body text not null)',
  `tables (qrcode_id text not null, name text not null, sort integer not null,
    ${idsOfMerchant}, unique (merchant_id, qrcode_id))`,
  `categories (sort integer not null, body text not null, ${idsOfMerchant})`,
  `products (category_id text not null, sort integer not null, sold_out integer not null default 0,
    body text not null, ${idsOfMerchant})`,
  'menu_versions (merchant_id text primary key, version bigint not null)',

  `users (id text primary key, ${ofMerchant}, kind text not null, phone text, first_name text not null,
    last_name text not null, mail text not null, birthday integer, created_at bigint not null,
    updated_at bigint not null, unique (merchant_id, phone))`,
  'ended_logins (id text primary key, ended_at bigint not null)',
  `staff_sessions (id_hash text primary key, ${ofMerchant}, created_at bigint not null,
    expires_at bigint not null)`,
  `user_coupons (id text primary key, user_id text not null references users, coupon_id text not null,
    received_at bigint not null, expires_at bigint not null, used_at bigint, order_id text,
    unique (user_id, coupon_id))`,

  `phone_codes (merchant_id text not null, phone text not null, code_hash text not null,
    sent_at bigint not null, expires_at bigint not null, tries_left integer not null,
    primary key (merchant_id, phone))`,
  `code_requests (id text primary key, merchant_id text not null, phone text not null,
    address text not null, at bigint not null)`,
  `inbox (id ${inboxId}, merchant_id text not null, recipient text not null, text text not null,
    at bigint not null)`,

  `table_sessions (id text primary key, ${ofMerchant}, table_id text, owner_id text,
    opened_at bigint not null, closed_at bigint, version bigint not null default 0,
    server_seq bigint not null default 0, last_operate_at bigint not null default 0)`,
  `session_members (${ofSession}, user_id text not null, joined_at bigint not null,
    primary key (session_id, user_id))`,
  `session_replicas (${ofSession}, replica_id text not null, user_id text not null,
    primary key (session_id, replica_id))`,
  `session_checkpoints (session_id text primary key references table_sessions, version bigint not null,
    format integer not null, body text not null)`,
  `events (${ofSession}, id text not null, replica_id text not null, seq bigint not null,
    user_id text not null, version bigint not null, rejected text, body text not null,
    primary key (session_id, id), unique (session_id, replica_id, seq))`,
  `order_codes (session_id text primary key references table_sessions, code text not null,
    issued_at bigint not null, used_at bigint, tries_left integer not null)`,

  `orders (id text primary key, ${ofMerchant}, ${ofSession}, table_id text, status integer not null,
    payment_status integer not null, send_status integer not null, row_version integer not null,
    rounds integer not null, created_at bigint not null, updated_at bigint not null, body text not null)`,
  `order_members (order_id text not null references orders, user_id text not null,
    primary key (order_id, user_id))`,
  `placements (${ofSession}, id text not null, user_id text not null, outcome text not null,
    order_id text, code integer, msg text not null, at bigint not null, primary key (session_id, id))`,
  `webhook_deliveries (id text primary key, order_id text not null references orders, body text not null,
    created_at bigint not null, attempts integer not null, next_at bigint not null)`,
];

const indexes = [
  'index ended_logins_time on ended_logins (ended_at)',
  'index code_requests_by_address_at on code_requests (address, at)',
  'index code_requests_by_at on code_requests (at)',
  'index inbox_by_recipient on inbox (recipient)',
  // S1: at most one open session of a table, and of the owner of a to-go cart.
  `unique index table_sessions_open_table on table_sessions (merchant_id, table_id)
    where closed_at is null and table_id is not null`,
  `unique index table_sessions_open_owner on table_sessions (merchant_id, owner_id)
    where closed_at is null and owner_id is not null`,
  'index session_members_by_user_id on session_members (user_id)',
  'index events_by_session_id_version on events (session_id, version)',
  'index orders_by_session_id on orders (session_id)',
  'index orders_by_merchant_id_created_at on orders (merchant_id, created_at)',
  'index order_members_by_user_id on order_members (user_id)',
  'index webhook_deliveries_next on webhook_deliveries (next_at)',
];

/** Counts the changes of each merchant's menu. The database does it itself, so that no writer can forget. */
const countOnPostgres = [
  `function count_menu_change() returns trigger language plpgsql as $$
    declare changed text := case when tg_op = 'DELETE' then old.merchant_id else new.merchant_id end;
    begin
      insert into menu_versions (merchant_id, version) values (changed, 1)
        on conflict (merchant_id) do update set version = menu_versions.version + 1;
      return null;
    end $$`,
  ...['categories', 'products'].map(
    (part) => `trigger ${part}_menu_version after insert or update or delete on ${part}
      for each row execute function count_menu_change()`,
  ),
];
const countOnSqlite = ['categories', 'products'].flatMap((part) =>
  ['insert', 'update', 'delete'].map(
    (change) => `trigger ${part}_menu_version_${change} after ${change} on ${part}
      begin
        insert into menu_versions (merchant_id, version)
          values (${change === 'delete' ? 'old' : 'new'}.merchant_id, 1)
          on conflict (merchant_id) do update set version = version + 1;
      end`,
  ),
);

export const createTables: Migration = {
  async up(db: Untyped) {
    const inboxId = isPostgres(db) ? 'bigserial primary key' : 'integer primary key autoincrement';
    const wanted = [
      ...tables(inboxId).map((table) => `table ${table}`),
      ...indexes,
      ...(isPostgres(db) ? countOnPostgres : countOnSqlite),
    ];
    for (const each of wanted) await sql.raw(`create ${each}`).execute(db);
  },
};
