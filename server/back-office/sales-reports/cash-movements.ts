/**
 * The rows of what was put into, taken out of and counted in the cash drawers.
 *
 * A row belongs to exactly one closing, which writes its number into it. The closing of a day takes all rows up to that
 * day that have no number yet. A row that is stored while the day is closed is therefore in the next closing.
 */
import type { Movement } from '#contract/calls/cash.ts';
import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/store/schema.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';

type Row = Selectable<Database['cash_movements']>;

/** SQLite limits the values of a statement. */
const rowsAtOnce = 200;

/** The days of a closing: from that of the closing before. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** Returns the movements of some days that are in no closing yet, the oldest first. */
export async function readUnclosedMovements(db: Db, merchantId: string, days: Days): Promise<Movement[]> {
  const rows = await selectDays(db, merchantId, days).where('closing', 'is', null).execute();
  return rows.map(toMovement);
}

/** Returns the movements of some days with their day, the oldest first. */
export async function readMovements(
  db: Db,
  merchantId: string,
  days: Days,
): Promise<(Movement & { readonly day: string })[]> {
  const rows = await selectDays(db, merchantId, days).execute();
  return rows.map((row) => ({ ...toMovement(row), day: row.day }));
}

function selectDays(db: Db, merchantId: string, { from, to }: Days) {
  return db
    .selectFrom('cash_movements')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('at')
    .orderBy('act_id');
}

function toMovement({ act_id: actId, by_name: by, pieces, ...row }: Row): Movement {
  const { kind, at, drawer, currency, amount, reason } = row;
  return {
    actId,
    kind,
    at,
    drawer,
    currency,
    amount,
    reason,
    by,
    ...(pieces !== null && { pieces: JSON.parse(pieces) as Movement['pieces'] }),
  };
}

/** Stores a movement. One with the same `actId` stays as it was. */
export async function insertMovement(
  db: Db,
  merchantId: string,
  { actId, by, pieces, ...movement }: Movement & { readonly day: string },
): Promise<void> {
  await db
    .insertInto('cash_movements')
    .values({
      ...movement,
      merchant_id: merchantId,
      act_id: actId,
      by_name: by,
      pieces: pieces ? JSON.stringify(pieces) : null,
      closing: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasMovement(db: Db, merchantId: string, actId: string): Promise<boolean> {
  const row = await db
    .selectFrom('cash_movements')
    .select('act_id')
    .where('merchant_id', '=', merchantId)
    .where('act_id', '=', actId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts these movements into a closing. */
export async function closeMovements(
  trx: Trx,
  merchantId: string,
  closing: number,
  movements: readonly Movement[],
): Promise<void> {
  const ids = movements.map(({ actId }) => actId);
  for (let start = 0; start < ids.length; start += rowsAtOnce)
    await trx
      .updateTable('cash_movements')
      .set({ closing })
      .where('merchant_id', '=', merchantId)
      .where('act_id', 'in', ids.slice(start, start + rowsAtOnce))
      .execute();
}
