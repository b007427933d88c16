import type { StaffTable } from '#contract/calls/staff.ts';
import { dropUndone } from '#projections/service/order-life.ts';
import { readFulfilmentOfTables } from '#server/ordering/fulfilment-log.ts';
import type { Db } from '#server/platform/store/transactions.ts';

type Merge = NonNullable<NonNullable<StaffTable['session']>['merged']>;

/** The last merge of each session that was not undone, with the table whose guests joined. */
export async function readMerges(
  db: Db,
  merchantId: string,
  sessions: readonly { readonly id: string; readonly table_id: string | null }[],
): Promise<ReadonlyMap<string, Merge>> {
  const events = await readFulfilmentOfTables(
    db,
    sessions.map(({ id }) => id),
  );
  const found = sessions.flatMap(({ id, table_id: tableId }) => {
    const valid = dropUndone(events.get(id) ?? []);
    const merge = valid.findLast((event) => event.type === 'tablesMerged');
    if (merge?.type !== 'tablesMerged') return [];
    const { actId, from } = merge;
    const moved = valid.find((event) => event.type === 'tableMoved' && event.actId === `${actId}-moved`);
    const other = from === tableId && moved?.type === 'tableMoved' ? moved.from : from;
    return [{ id, actId, other: other ?? '' }];
  });
  if (found.length === 0) return new Map();
  const rows = await db
    .selectFrom('tables')
    .select(['id', 'name'])
    .where('merchant_id', '=', merchantId)
    .where(
      'id',
      'in',
      found.map(({ other }) => other),
    )
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return new Map(found.map(({ id, actId, other }) => [id, { actId, tableName: names.get(other) ?? '' }]));
}
