import { sql, type Kysely, type Migration } from 'kysely';
import { isPostgres } from '../transactions.ts';

/** What a menu is made of. */
const parts = ['categories', 'products'] as const;
const changes = ['insert', 'update', 'delete'] as const;

/** Counts the changes of each merchant's menu. The database does it itself, so that no writer can forget. */
export const createMenuVersions: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable('menu_versions')
      .addColumn('merchant_id', 'text', (c) => c.primaryKey())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .execute();
    if (isPostgres(db)) await onPostgres(db);
    else await onSqlite(db);
  },
};

async function onPostgres(db: Kysely<never>): Promise<void> {
  await sql`
    create function count_menu_change() returns trigger language plpgsql as $$
    declare changed text := case when tg_op = 'DELETE' then old.merchant_id else new.merchant_id end;
    begin
      insert into menu_versions (merchant_id, version) values (changed, 1)
        on conflict (merchant_id) do update set version = menu_versions.version + 1;
      return null;
    end $$`.execute(db);
  for (const part of parts)
    await sql`
      create trigger ${sql.ref(`${part}_menu_version`)} after insert or update or delete on ${sql.table(part)}
      for each row execute function count_menu_change()`.execute(db);
}

async function onSqlite(db: Kysely<never>): Promise<void> {
  for (const part of parts)
    for (const change of changes)
      await sql`
        create trigger ${sql.ref(`${part}_menu_version_${change}`)} after ${sql.raw(change)} on ${sql.table(part)}
        begin
          insert into menu_versions (merchant_id, version)
            values (${sql.raw(change === 'delete' ? 'old' : 'new')}.merchant_id, 1)
            on conflict (merchant_id) do update set version = version + 1;
        end`.execute(db);
}
