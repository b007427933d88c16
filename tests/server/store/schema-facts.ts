/** Describes a schema as sorted lines. Two schemas are equal if their lines are. */
import { sql, type Kysely } from 'kysely';
import { isPostgres } from '#server/platform/store/transactions.ts';

export async function readSchemaFacts(db: Kysely<never>): Promise<string[]> {
  const queries = isPostgres(db) ? onPostgres : onSqlite;
  const answers = await Promise.all(
    queries.map(async (query) => (await sql<{ fact: string }>`${sql.raw(query)}`.execute(db)).rows),
  );
  const facts = answers.flat().map(({ fact }) => fact.replaceAll(/["\s]+/g, ' ').trim());
  return facts.filter((fact) => !fact.includes('kysely_')).toSorted();
}

const ofTables = "from sqlite_master m, %(m.name) x where m.type = 'table' and m.name not like 'sqlite_%'";
const queryEachTable = (pragma: string) => ofTables.replace('%', `pragma_${pragma}`);

const onSqlite = [
  `select 'column ' || m.name || '.' || x.name || ' ' || x.type || ' not null ' || x."notnull" || ' default ' ||
    coalesce(x.dflt_value, '-') || ' key ' || x.pk as fact ${queryEachTable('table_xinfo')}`,
  `select 'reference ' || m.name || '.' || x."from" || ' ' || x."table" || '.' || x."to" as fact
    ${queryEachTable('foreign_key_list')}`,
  // The index of a constraint has a generated name.
  `select 'index ' || m.name || ' ' || case x.origin when 'c' then x.name else x.origin end || ' unique ' || x."unique" ||
    ' partial ' || x.partial || ' (' || (select group_concat(i.name) from pragma_index_info(x.name) i) || ')' as fact
    ${queryEachTable('index_list')}`,
  "select 'partial ' || sql as fact from sqlite_master where type = 'index' and sql like '%where%'",
  "select 'trigger ' || sql as fact from sqlite_master where type = 'trigger'",
  "select 'counted ' || name as fact from sqlite_master where type = 'table' and sql like '%autoincrement%'",
];

const here = "(select oid from pg_namespace where nspname = 'public')";

const onPostgres = [
  `select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' null ' || is_nullable || ' default ' ||
    coalesce(column_default, '-') as fact from information_schema.columns where table_schema = 'public'`,
  `select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as fact
    from pg_constraint where connamespace = ${here}`,
  "select 'index ' || indexdef as fact from pg_indexes where schemaname = 'public'",
  "select 'trigger ' || pg_get_triggerdef(oid) as fact from pg_trigger where not tgisinternal",
  `select 'function ' || proname || ' ' || prosrc as fact from pg_proc where pronamespace = ${here}`,
];
