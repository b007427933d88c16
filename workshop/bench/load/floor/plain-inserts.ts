/** The limit: the same rows into the same table by the database's own driver, and nothing else. */
import { join } from 'node:path';
import pg from 'pg';
import { itemAdded } from '#events/item-added.ts';
import { rowOf } from '#server/cart/log/decision-rows.ts';
import { type StoreOptions } from '#server/store/open-store.ts';
import { openFile, closeFile, storeFile } from '#server/store/sqlite/sqlite-file.ts';
import { answered, inBatches } from '#server/store/rows/batches.ts';
import { phone } from '#tests/server-cart/given.ts';
import type { Restaurant, Seat } from '#tests/real-phones/restaurant.ts';

interface PlainInserts {
  /** One for each seat; each call of one makes one more row durable, in a transaction of its own. */
  readonly inserts: readonly (() => Promise<void>)[];
  /** The same, those of one moment in one transaction. */
  readonly together: readonly (() => Promise<void>)[];
  close(): Promise<void>;
}

const columns = ['session_id', 'id', 'replica_id', 'seq', 'user_id', 'version', 'rejected', 'body'] as const;
/** As many connections as a table server has. */
const connections = 20;

export function plainInserts(
  store: StoreOptions,
  { dishes }: Restaurant,
  { seats, others }: { readonly seats: readonly Seat[]; readonly others: readonly Seat[] },
): PlainInserts {
  const rowsOf = (seat: Seat, n: number) => {
    const writer = phone(`plain${n}`, seat.userId);
    let version = 0;
    return () => {
      const fields = writer.fields({}, Date.now());
      const event = itemAdded(fields, { lineId: fields.id, item: dishes[n % dishes.length]!, quantity: 1 });
      const row = rowOf(seat.sessionId, { event, userId: seat.userId, code: null }, (version += 1));
      return columns.map((column) => row[column]);
    };
  };
  const rows = { each: seats.map(rowsOf), together: others.map(rowsOf) };
  return store.databaseUrl === undefined
    ? onSqlite(join(store.dataDir, storeFile), rows)
    : onPostgres(store.databaseUrl, rows);
}

interface Rows {
  readonly each: readonly (() => unknown[])[];
  readonly together: readonly (() => unknown[])[];
}

function onSqlite(file: string, rows: Rows): PlainInserts {
  const database = openFile(file);
  const marks = columns.map(() => '?').join(', ');
  const statement = database.prepare(`insert into events (${columns.join(', ')}) values (${marks})`);
  const insertAll = inBatches(
    async (_rows: Rows, batch: readonly unknown[][]) => {
      database.exec('begin immediate');
      for (const row of batch) statement.run(row);
      database.exec('commit');
      return await Promise.resolve(answered(batch.map(() => undefined)));
    },
    { most: rows.together.length, underWay: 1 },
  );
  return {
    inserts: rows.each.map((next) => async () => {
      statement.run(next());
      // Its driver waits for the disk in this thread; whoever else waits has its turn.
      await new Promise((resolve) => setImmediate(resolve));
    }),
    together: rows.together.map((next) => async () => await insertAll(rows, next())),
    close: async () => closeFile(database),
  };
}

function onPostgres(connectionString: string, rows: Rows): PlainInserts {
  const pool = new pg.Pool({ connectionString, max: connections });
  const marksOf = (count: number) =>
    Array.from({ length: count }, (_row, n) => {
      const marks = columns.map((_, index) => `$${n * columns.length + index + 1}`);
      return `(${marks.join(', ')})`;
    }).join(', ');
  const insert = async (batch: readonly unknown[][]) => {
    const text = `insert into events (${columns.join(', ')}) values ${marksOf(batch.length)}`;
    await pool.query({ name: `plain-${batch.length}`, text, values: batch.flat() });
  };
  const insertBatch = async (_rows: Rows, batch: readonly unknown[][]) => {
    await insert(batch);
    return answered(batch.map(() => undefined));
  };
  const insertAll = inBatches(insertBatch, { most: rows.together.length, underWay: 2 });
  return {
    inserts: rows.each.map((next) => async () => await insert([next()])),
    together: rows.together.map((next) => async () => await insertAll(rows, next())),
    close: async () => await pool.end(),
  };
}
