import { sql, type RawBuilder } from 'kysely';
import { isPostgres, type Db } from '../transactions.ts';

type Columns = Readonly<Record<string, 'text' | 'bigint'>>;

/**
 * Passes rows to a query as one parameter, e.g. `from ${createJsonRows(db, 'asked', { id: 'text' }, rows)}`. The text of
 * the query does not depend on the number of rows, so the statement stays prepared.
 *
 * Name and columns go into the SQL unescaped. They must never come from a phone.
 */
export function createJsonRows<C extends Columns>(
  db: Db,
  name: string,
  columns: C,
  rows: readonly { readonly [column in keyof C]: string | number | null }[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  const list = Object.entries(columns);
  if (isPostgres(db)) {
    const types = list.map(([column, type]) => `${column} ${type}`).join(', ');
    return sql`json_to_recordset(${json}::json) as ${sql.raw(`${name} (${types})`)}`;
  }
  const values = list.map(([column]) => `value ->> '${column}' as ${column}`).join(', ');
  return sql`(select ${sql.raw(values)} from json_each(${json})) as ${sql.raw(name)}`;
}
