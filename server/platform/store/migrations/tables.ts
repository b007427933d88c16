import { sql, type Kysely, type Migration } from 'kysely';
import { isPostgres } from '../transactions.ts';
import {
  addToFirstRelease,
  firstReleaseNames,
  numberFirstOrders,
  writeFirstEvents,
} from './first-release.ts';

/** A migration must not use the types of the current schema, which later migrations extend. */
type Untyped = Kysely<never>;

/**
 * Creates all tables of 0.2.0. A database of 0.1.0 already has some of them. It gets the missing columns first, and
 * afterwards the records that 0.1.0 did not write.
 *
 * The merchant leads the keys of the tables that are new, so that the rows of a restaurant lie together. The tables of
 * 0.1.0 keep their keys, which its servers use until the last of them is replaced.
 *
 * Times are bigint (ms since 1970). JSON and amounts are text. `schema.ts` describes the columns.
 */
export const createTables: Migration = {
  async up(db: Untyped) {
    const isFirstRelease = await hasRun(db, firstReleaseNames[0]);
    if (isFirstRelease) await addToFirstRelease(db);
    const types = isPostgres(db)
      ? { counted: 'bigserial primary key', bytes: 'bytea' }
      : { counted: 'integer primary key autoincrement', bytes: 'blob' };
    for (const statement of createStatements(types).split(';')) await run(db, statement);
    if (isFirstRelease) await writeFirstEvents(db);
    await countMenuChanges(db, isFirstRelease);
    await numberOrderChanges(db);
  },
};

async function hasRun(db: Untyped, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from kysely_migration where name = ${name}`.execute(db);
  return rows.length > 0;
}

async function run(db: Untyped, statement: string): Promise<void> {
  if (statement.trim() !== '') await sql.raw(statement).execute(db);
}

const createStatements = (types: { readonly counted: string; readonly bytes: string }) => `
create table if not exists meta (
  key text primary key, value text not null
);

create table if not exists merchants (
  id text primary key, body text not null
);

create table if not exists tables (
  merchant_id text not null references merchants (id), id text not null, qrcode_id text not null,
  name text not null, sort integer not null,
  constraint tables_key primary key (merchant_id, id),
  constraint tables_qrcode unique (merchant_id, qrcode_id)
);

create table if not exists categories (
  merchant_id text not null references merchants (id), id text not null, sort integer not null,
  body text not null,
  constraint categories_key primary key (merchant_id, id)
);

create table if not exists products (
  merchant_id text not null references merchants (id), id text not null, category_id text not null,
  sort integer not null, sold_out integer default 0 not null, body text not null, said_until bigint,
  portions integer, options_back_at bigint,
  constraint products_key primary key (merchant_id, id)
);

create table if not exists users (
  id text primary key, merchant_id text not null references merchants (id), kind text not null,
  phone text, first_name text not null, last_name text not null, mail text not null, birthday integer,
  created_at bigint not null, updated_at bigint not null, became text,
  constraint users_phone unique (merchant_id, phone)
);
create index if not exists users_became on users (became);

create table if not exists phone_codes (
  merchant_id text not null, phone text not null, code_hash text not null, sent_at bigint not null,
  expires_at bigint not null, tries_left integer not null,
  constraint phone_codes_key primary key (merchant_id, phone)
);

create table if not exists code_requests (
  id text primary key, merchant_id text not null, phone text not null, address text not null,
  at bigint not null
);
create index if not exists code_requests_by_address_at on code_requests (address, at);
create index if not exists code_requests_by_at on code_requests (at);

create table if not exists inbox (
  id ${types.counted}, merchant_id text not null, recipient text not null, text text not null,
  at bigint not null
);
create index if not exists inbox_by_recipient on inbox (recipient);

create table if not exists connections (
  merchant_id text not null references merchants (id), kind text not null, provider text not null,
  fields text not null, secrets text not null, changed_at bigint not null, changed_by text not null,
  worked_at bigint, problem text, problem_at bigint,
  constraint connections_key primary key (merchant_id, kind)
);

create table if not exists table_sessions (
  id text primary key, merchant_id text not null references merchants (id), table_id text, owner_id text,
  opened_at bigint not null, closed_at bigint, version bigint default 0 not null,
  server_seq bigint default 0 not null, last_operate_at bigint default 0 not null, restored_from text,
  restored_at bigint, closes_at bigint, moved_at bigint, joined text, note text
);
create unique index if not exists table_sessions_open_table on table_sessions (merchant_id, table_id)
  where closed_at is null and table_id is not null;
create unique index if not exists table_sessions_open_owner on table_sessions (merchant_id, owner_id)
  where closed_at is null and owner_id is not null;
create index if not exists table_sessions_open on table_sessions (merchant_id) where closed_at is null;
create index if not exists table_sessions_note on table_sessions (closed_at) where note is not null;

create table if not exists session_members (
  session_id text not null references table_sessions (id), user_id text not null,
  joined_at bigint not null, login_id text, removed_at bigint, allergy text,
  constraint session_members_key primary key (session_id, user_id)
);
create index if not exists session_members_by_user_id on session_members (user_id);
create index if not exists session_members_allergy on session_members (session_id) where allergy is not null;

create table if not exists session_replicas (
  session_id text not null references table_sessions (id), replica_id text not null,
  user_id text not null,
  constraint session_replicas_key primary key (session_id, replica_id)
);

create table if not exists events (
  session_id text not null references table_sessions (id), id text not null, replica_id text not null,
  seq bigint not null, user_id text not null, version bigint not null, rejected text, body text not null,
  constraint events_key primary key (session_id, id),
  constraint events_replica_seq unique (session_id, replica_id, seq)
);
create index if not exists events_by_session_id_version on events (session_id, version);

create table if not exists order_codes (
  session_id text primary key references table_sessions (id), code text not null,
  issued_at bigint not null, used_at bigint, tries_left integer not null
);

create table if not exists orders (
  id text primary key, merchant_id text not null references merchants (id),
  session_id text not null references table_sessions (id), table_id text, status integer not null,
  payment_status integer not null, send_status integer not null, row_version integer not null,
  rounds integer not null, created_at bigint not null, updated_at bigint not null, body text not null,
  change_no bigint
);
create index if not exists orders_by_session_id on orders (session_id);
create index if not exists orders_by_merchant_id_created_at on orders (merchant_id, created_at);

create table if not exists order_members (
  order_id text not null references orders (id), user_id text not null,
  constraint order_members_key primary key (order_id, user_id)
);
create index if not exists order_members_by_user_id on order_members (user_id);

create table if not exists placements (
  session_id text not null references table_sessions (id), id text not null, user_id text not null,
  outcome text not null, order_id text, code integer, msg text not null, at bigint not null,
  constraint placements_key primary key (session_id, id)
);

create table if not exists user_coupons (
  id text primary key, user_id text not null references users (id), coupon_id text not null,
  received_at bigint not null, expires_at bigint not null, used_at bigint, order_id text,
  constraint user_coupons_once unique (user_id, coupon_id)
);

create table if not exists staff_sessions (
  id_hash text primary key, merchant_id text not null references merchants (id),
  created_at bigint not null, expires_at bigint not null, password_mark text, name text, seen_at bigint,
  person_id text
);

create table if not exists session_checkpoints (
  session_id text primary key references table_sessions (id), version bigint not null,
  format integer not null, body text not null
);

create table if not exists webhook_deliveries (
  id text primary key, order_id text not null references orders (id), body text not null,
  created_at bigint not null, attempts integer not null, next_at bigint not null
);
create index if not exists webhook_deliveries_next on webhook_deliveries (next_at);

create table if not exists ended_logins (
  id text primary key, ended_at bigint not null
);
create index if not exists ended_logins_time on ended_logins (ended_at);

create table if not exists menu_versions (
  merchant_id text primary key, version bigint not null
);

create table if not exists build_files (
  path text primary key, encoding text, body ${types.bytes} not null, last_seen bigint not null
);

create table if not exists lost_orders (
  session_id text not null references table_sessions (id), order_id text not null,
  told_at bigint not null, body text not null,
  constraint lost_orders_key primary key (session_id, order_id)
);

create table if not exists staff_tokens (
  id text primary key, merchant_id text not null references merchants (id), name text not null,
  scopes text not null, secret_hash text not null unique, created_at bigint not null, last_used_at bigint
);

create table if not exists budgets (
  name text not null, key text not null, since bigint not null, spent integer not null,
  last_at bigint not null,
  constraint budgets_key primary key (name, key)
);
create index if not exists budgets_last_at on budgets (last_at);

create table if not exists service_events (
  merchant_id text not null, session_id text not null, seq integer not null, act_id text not null,
  order_id text, at bigint not null, body text not null,
  constraint service_events_pk primary key (merchant_id, session_id, seq)
);
create index if not exists service_events_order_id on service_events (merchant_id, order_id);

create table if not exists print_jobs (
  id text primary key, merchant_id text not null, station text not null, order_id text not null,
  round integer not null, body text not null, created_at bigint not null, place integer not null,
  attempts integer not null, next_at bigint not null, begun_at bigint, problem text, printed_at bigint,
  printer_id text
);
create index if not exists print_jobs_printed_at on print_jobs (printed_at, created_at);
create index if not exists print_jobs_order_id on print_jobs (order_id);

create table if not exists printers (
  id text primary key, merchant_id text not null references merchants (id), body text not null,
  secret_hash text unique, created_at bigint not null, asked_at bigint, problem text, printed_at bigint
);
create index if not exists printers_merchant_id on printers (merchant_id);

create table if not exists page_payments (
  id text primary key, merchant_id text not null, order_id text not null, user_id text not null,
  share text, parts text, amount text not null, tip text not null, currency text not null,
  started_at bigint not null, state text not null, dispute text, disputed_at bigint, provider text, reference text, hand_over text,
  transaction_id text, asked_at bigint
);
create index if not exists page_payments_reference on page_payments (merchant_id, reference);
create index if not exists page_payments_order_id on page_payments (order_id);
create index if not exists page_payments_disputed_at on page_payments (merchant_id, disputed_at);

create table if not exists provider_refunds (
  id text primary key, merchant_id text not null, order_id text not null, act_id text not null,
  payment_id text not null, provider text not null, amount text not null, currency text not null,
  created_at bigint not null, state text not null, series integer not null, tries_since bigint not null,
  attempts integer not null, next_at bigint not null, may_be_sent integer not null, refund_id text, problem text
);
create index if not exists provider_refunds_payment_id on provider_refunds (payment_id);
create index if not exists provider_refunds_act_id on provider_refunds (merchant_id, act_id);
create index if not exists provider_refunds_state on provider_refunds (state, next_at);

create table if not exists reports (
  code text primary key, merchant_id text not null, session_id text, user_id text not null,
  at bigint not null, redacted integer not null, text text not null, packed text not null
);
create index if not exists reports_merchant_id on reports (merchant_id, at);

create table if not exists menu_drafts (
  merchant_id text primary key, version bigint not null, edits text not null, scheduled text,
  due_at bigint
);
create index if not exists menu_drafts_due_at on menu_drafts (due_at);

create table if not exists menu_changes (
  merchant_id text not null, number integer not null, at bigint not null, by_name text not null,
  way text not null, takes_back integer, edits text not null, names text not null,
  constraint menu_changes_pkey primary key (merchant_id, number)
);

create table if not exists staff_people (
  id text primary key, merchant_id text not null references merchants (id), name text not null,
  role text not null, pin_hash text not null, created_at bigint not null, removed_at bigint, language text
);
create index if not exists staff_people_merchant_id on staff_people (merchant_id, created_at);

create table if not exists access_codes (
  code_hash text primary key, kind text not null, merchant_id text, expires_at bigint not null
);

create table if not exists day_figures (
  merchant_id text not null, starts_at bigint not null, ends_at bigint not null, format integer not null,
  body text not null,
  constraint day_figures_pk primary key (merchant_id, starts_at, ends_at)
);

create table if not exists webhooks (
  id text primary key, merchant_id text not null, url text not null, secret text not null,
  is_on integer not null, created_at bigint not null
);
create index if not exists webhooks_merchant_id on webhooks (merchant_id);

create table if not exists webhook_calls (
  id text primary key, news_id text not null, webhook_id text not null, merchant_id text not null,
  order_id text not null, type text not null, body text not null, created_at bigint not null,
  tries_since bigint not null, attempts integer not null, next_at bigint, state text not null,
  tried_at bigint, problem text, url text
);
create index if not exists webhook_calls_next on webhook_calls (next_at);
create index if not exists webhook_calls_log on webhook_calls (merchant_id, state, created_at);
create index if not exists webhook_calls_order_id on webhook_calls (order_id);

create table if not exists change_counters (
  merchant_id text primary key, last bigint not null
);

create table if not exists order_numbers (
  merchant_id text primary key, day text not null, last integer not null
);

create table if not exists menu_hours (
  merchant_id text primary key, changes_at bigint not null
);
create index if not exists menu_hours_changes_at on menu_hours (changes_at);

create table if not exists house_changes (
  merchant_id text not null, number integer not null, part text not null, at bigint not null,
  by_name text not null, way text not null, takes_back integer, edits text not null, names text not null,
  constraint house_changes_pkey primary key (merchant_id, number)
);

create table if not exists pending_settings (
  merchant_id text primary key, body text not null, by_name text not null, at bigint not null
);

create table if not exists order_pauses (
  merchant_id text primary key, until bigint, reason text not null, by_name text not null, at bigint not null
);

create table if not exists order_paces (
  merchant_id text primary key, placed text not null
);

create table if not exists dismissed_checklists (
  merchant_id text primary key, at bigint not null
);

create table if not exists chain_branches (
  merchant_id text primary key references merchants (id), head_id text not null references merchants (id),
  joined_at bigint not null, shares_menu integer default 0 not null, local text default '{}' not null,
  taken integer, problem text
);
create index if not exists chain_branches_head_id on chain_branches (head_id, joined_at);

create table if not exists day_closings (
  merchant_id text not null, number integer not null, day text not null, from_at bigint not null,
  to_at bigint not null, body text not null,
  constraint day_closings_pk primary key (merchant_id, number)
);

create table if not exists push_subscriptions (
  id text primary key, merchant_id text not null, session text not null, person text not null, person_id text,
  endpoint text not null, p256dh text not null, auth text not null, kinds text not null, station text,
  language text not null, origin text not null, renewed_at bigint not null, problem text
);
create index if not exists push_subscriptions_merchant_id on push_subscriptions (merchant_id);
create index if not exists push_subscriptions_session on push_subscriptions (session);

create table if not exists pushes (
  id text primary key, merchant_id text not null, subscription text not null, body text not null,
  created_at bigint not null, attempts integer not null, next_at bigint not null
);
create index if not exists pushes_next_at on pushes (next_at);

create table if not exists cash_movements (
  merchant_id text not null, act_id text not null, day text not null, at bigint not null, kind text not null,
  drawer text not null, currency text not null, amount text not null, reason text not null,
  by_name text not null, pieces text, closing integer,
  constraint cash_movements_pk primary key (merchant_id, act_id)
);
create index if not exists cash_movements_by_day on cash_movements (merchant_id, day);

create table if not exists receipts (
  merchant_id text not null, number integer not null, order_id text not null unique, at bigint not null,
  prints integer not null,
  constraint receipts_pk primary key (merchant_id, number)
);

create table if not exists mails (
  id text primary key, merchant_id text not null, order_id text not null, user_id text, recipient text not null,
  language text not null, created_at bigint not null, attempts integer not null, next_at bigint,
  state text not null, problem text
);
create index if not exists mails_next_at on mails (next_at);
create index if not exists mails_order_id on mails (order_id);
`;

/** Creates triggers that count the changes of each merchant's menu, so that no code can forget to count. */
async function countMenuChanges(db: Untyped, hasTriggers: boolean): Promise<void> {
  if (hasTriggers) return;
  if (isPostgres(db))
    await run(
      db,
      `create function count_menu_change() returns trigger language plpgsql as $$
    declare changed text := case when tg_op = 'DELETE' then old.merchant_id else new.merchant_id end;
    begin
      insert into menu_versions (merchant_id, version) values (changed, 1)
        on conflict (merchant_id) do update set version = menu_versions.version + 1;
      return null;
    end $$`,
    );
  for (const part of ['categories', 'products'])
    if (isPostgres(db))
      await run(
        db,
        `create trigger ${part}_menu_version after insert or update or delete on ${part}
          for each row execute function count_menu_change()`,
      );
    else
      for (const change of ['insert', 'update', 'delete'])
        await run(
          db,
          `create trigger ${part}_menu_version_${change} after ${change} on ${part}
        begin
          insert into menu_versions (merchant_id, version)
            values (${change === 'delete' ? 'old' : 'new'}.merchant_id, 1)
            on conflict (merchant_id) do update set version = version + 1;
        end`,
        );
}

export const orderIndexes = [
  { name: 'orders_change_no', columns: 'merchant_id, change_no' },
  { name: 'orders_updated_at', columns: 'merchant_id, updated_at, created_at' },
  { name: 'orders_status', columns: 'merchant_id, status' },
] as const;

/**
 * Creates triggers that number the changes of a merchant's orders. A transaction holds the merchant's counter until it
 * ends, so the numbers are in the order of the commits. Triggers also cover servers of 0.1.0.
 *
 * On PostgreSQL the servers number the orders of 0.1.0 in the background, see `number-orders.ts`. Doing it here would
 * block running servers.
 */
async function numberOrderChanges(db: Untyped): Promise<void> {
  const { rows } = await sql`select 1 from orders limit 1`.execute(db);
  const isLater = isPostgres(db) && rows.length > 0;
  if (rows.length > 0 && !isLater) await numberFirstOrders(db);
  if (!isLater)
    for (const { name, columns } of orderIndexes)
      await run(db, `create index ${name} on orders (${columns})`);
  if (isPostgres(db)) {
    await run(
      db,
      `create function number_order_change() returns trigger language plpgsql as $$
    begin
      insert into change_counters (merchant_id, last) values (new.merchant_id, 1)
        on conflict (merchant_id) do update set last = change_counters.last + 1
        returning last into new.change_no;
      return new;
    end $$`,
    );
    return await run(
      db,
      `create trigger orders_change_no before insert or update of row_version on orders
        for each row execute function number_order_change()`,
    );
  }
  for (const change of ['insert', 'update of row_version'])
    await run(
      db,
      `create trigger orders_change_no_${change.split(' ')[0]} after ${change} on orders
      begin
        insert into change_counters (merchant_id, last) values (new.merchant_id, 1)
          on conflict (merchant_id) do update set last = last + 1;
        update orders set change_no = (select last from change_counters where merchant_id = new.merchant_id)
          where id = new.id;
      end`,
    );
}
