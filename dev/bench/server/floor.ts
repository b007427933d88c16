/** What the disk and the database cost without a server. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { createItemAdded } from '#events/cart/item-added.ts';
import type { Item } from '#events/item.ts';
import { createDecisionRow } from '#server/ordering/cart/log/decision-rows.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { Seat } from '#testing/restaurant.ts';
import { createPhone } from '#tests/server-cart/given.ts';
import { calculateQuantile } from '../measures.ts';
import { storeAtOnce } from './insert-route.ts';

/** A page of PostgreSQL's log. */
export const syncedBytes = 8192;
const syncs = 60;
const insertedRows = 2000;

/** Appends to a file and syncs it, again and again. */
export function syncFile(path: string): { rate: number; p99: number } {
  const file = openSync(path, 'a');
  const page = Buffer.alloc(syncedBytes, 1);
  const start = performance.now();
  const waits = Array.from({ length: syncs }, () => {
    const began = performance.now();
    writeSync(file, page);
    fsyncSync(file);
    return performance.now() - began;
  });
  const rate = (syncs * 1000) / (performance.now() - start);
  closeSync(file);
  return { rate, p99: calculateQuantile(waits, 0.99) };
}

let rounds = 0;

/** Stores rows like those of the cart, as many at once as the server does. */
export async function insertRows(db: Db, { sessionId, userId }: Seat, item: Item) {
  const author = createPhone(`inserter-${(rounds += 1)}`, userId);
  const rows = Array.from({ length: insertedRows }, (_, n) => {
    const fields = author.createFields({}, Date.now());
    const event = createItemAdded(fields, { lineId: fields.id, item, quantity: 1 });
    return createDecisionRow(sessionId, { event, userId, code: null }, rounds * insertedRows + n);
  });
  const start = performance.now();
  await Promise.all(rows.map(async (row) => await storeAtOnce(db, [row])));
  const tookMs = performance.now() - start;
  return { rate: (insertedRows * 1000) / tookMs, p99: Number.NaN };
}
