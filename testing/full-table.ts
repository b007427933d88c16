/** A table server with the built app, and phones with the real engine at one of its tables. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '#server/app.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openRealPhone, type RealPhone } from '#testing/phones/real-phone.ts';
import { openRestaurant } from '#testing/restaurant.ts';
import type { Item } from '#events/item.ts';
import { writeLongMenu } from './long-menu.ts';

const qrcodeId = '9001';

export interface FullTable {
  readonly address: string;
  /** The path in the table's QR code. */
  readonly scanPath: string;
  /** The phones of all diners except the one in the browser. */
  readonly phones: readonly RealPhone[];
  /** Dishes that need no choice. */
  readonly dishes: readonly Item[];
  close(): Promise<void>;
}

interface FullTableOptions {
  readonly dishes: number;
  readonly phones: number;
}

export async function openFullTable({ dishes: count, phones: seats }: FullTableOptions): Promise<FullTable> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lazy-susan-bench-'));
  let dishes: Item[] = [];
  const restaurant = await openRestaurant(
    { dataDir, databaseUrl: undefined },
    { tables: 1, diners: seats },
    async (db, { seats }) => {
      dishes = await writeLongMenu(db, count, { id: seats[0]![0]!.tableId, qrcodeId });
    },
  );
  const read = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
  if (!read.ok) throw new Error(read.errors.join('\n'));
  const server = await createServer(read.config, {
    host: '127.0.0.1',
    print: () => undefined,
  });
  const address = server.address.replace('127.0.0.1', 'localhost');
  const phones: RealPhone[] = [];
  for (const seat of restaurant.seats[0]!) phones.push(await openRealPhone(seat, { server: () => address }));
  for (const phone of phones)
    while (!phone.isLive() || !phone.engine.status.value.loaded)
      await new Promise((resolve) => setTimeout(resolve, 10));
  return {
    address,
    scanPath: `/m/${restaurant.seats[0]![0]!.merchantId}/q/${qrcodeId}`,
    phones,
    dishes,
    async close() {
      await Promise.all(phones.map((phone) => phone.close()));
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Resolves when the server has all changes of the phones. */
export async function waitUntilAllSent(phones: readonly RealPhone[]): Promise<void> {
  while (phones.some(({ engine }) => engine.cart.value.pending > 0))
    await new Promise((resolve) => setTimeout(resolve, 20));
}
