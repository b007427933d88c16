/** The limit: the same rows into the same table by the database's own driver, one transaction each, and nothing else. */
import { join } from 'node:path';
import pg from 'pg';
import { itemAdded } from '#events/item-added.ts';
import { rowOf } from '#server/cart/decision-rows.ts';
import { openFile, closeFile, storeFile, type StoreOptions } from '#server/store/open-store.ts';
import { phone } from '#tests/server-cart/given.ts';
import type { Restaurant, Seat } from '#tests/real-phones/restaurant.ts';

export interface PlainInserts {
  /** One for each seat; each call of one makes one more row durable. */
  readonly inserts: readonly (() => Promise<void>)[];
  close(): Promise<void>;
}

const columns = ['session_id', 'id', 'replica_id', 'seq', 'user_id', 'version', 'rejected', 'body'] as const;
/** As many connections as a table server has. */
const connections = 20;

export function plainInserts(
  store: StoreOptions,
  { dishes }: Restaurant,
  seats: readonly Seat[],
): PlainInserts {
  const rowsOf = (seat: Seat, n: number) => {
    const pen = phone(`plain${n}`, seat.userId);
    let version = 0;
    return () => {
      const fields = pen.fields({}, Date.now());
      const event = itemAdded(fields, { lineId: fields.id, item: dishes[n % dishes.length]!, quantity: 1 });
      const row = rowOf(seat.sessionId, { event, userId: seat.userId, code: null }, (version += 1));
      return columns.map((column) => row[column]);
    };
  };
  return store.databaseUrl === undefined
    ? onSqlite(join(store.dataDir, storeFile), seats.map(rowsOf))
    : onPostgres(store.databaseUrl, seats.map(rowsOf));
}

type NextRow = () => unknown[];

function onSqlite(file: string, rows: readonly NextRow[]): PlainInserts {
  const database = openFile(file);
  const marks = columns.map(() => '?').join(', ');
  const statement = database.prepare(`insert into events (${columns.join(', ')}) values (${marks})`);
  return {
    inserts: rows.map((next) => async () => {
      statement.run(next());
      // Its driver waits for the disk in this thread; whoever else waits has its turn.
      await new Promise((resolve) => setImmediate(resolve));
    }),
    close: async () => closeFile(database),
  };
}

function onPostgres(connectionString: string, rows: readonly NextRow[]): PlainInserts {
  const pool = new pg.Pool({ connectionString, max: connections });
  const marks = columns.map((_, index) => `$${index + 1}`).join(', ');
  const text = `insert into events (${columns.join(', ')}) values (${marks})`;
  return {
    inserts: rows.map((next) => async () => void (await pool.query({ name: 'plain', text, values: next() }))),
    close: async () => await pool.end(),
  };
}
