/** Restores a backup while a party orders, and checks that the diners get their dishes back (S2). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { getItemKey } from '#events/item.ts';
import { findRunningServer } from '#server/back-office/admin/control.ts';
import { restore } from '#server/platform/store/backup/backup.ts';
import { findMissingLines } from '#src/cart/order/restored-table.ts';
import type { LostLine } from '#sync/ports/table-notice.ts';
import { requestOf } from '#testing/phones/api-request.ts';
import { startTableServer } from '#tests/cluster.ts';
import { openRealPhone, type RealPhone } from '#testing/phones/real-phone.ts';
import { openRestaurant, type Restaurant, type Seat } from '#testing/restaurant.ts';
import type { Random } from '#dev/simulation/world/random.ts';
import type { Wrongs } from './compare-with-database.ts';

interface Restored {
  readonly wrongs: Wrongs;
  /** Time from the server's restart until the last phone notified its diner, ms. */
  readonly waitMs: number;
  readonly orders: number;
}

const patienceMs = 30_000;

/** Makes a backup, adds dishes, perhaps orders, and restores it. Then each diner adds the missing dishes again. */
export async function restoreInTheEvening(random: Random): Promise<Restored> {
  const folder = mkdtempSync(join(tmpdir(), 'lazy-susan-restore-'));
  const store = { dataDir: folder, databaseUrl: undefined };
  const restaurant = await openRestaurant(store, { tables: 1, diners: random.between(2, 5) });
  let server = await startTableServer({ store });
  const getAddress = () => server.address;
  const phones = await Promise.all(
    restaurant.seats[0]!.map((seat) => openRealPhone(seat, { server: getAddress })),
  );
  const again: RealPhone[] = [];
  try {
    await order(phones, restaurant, random, random.between(3, 15));
    const file = join(folder, 'backup.db');
    await (await findRunningServer(folder))!.backUp(file);
    let orders = 0;
    if (random.chance(0.5)) orders += (await random.pick(phones).engine.place({})).kind === 'placed' ? 1 : 0;
    await order(phones, restaurant, random, random.between(1, 15));

    const answers = phones.map(waitForLostLines);
    await server.kill();
    // Events without an answer belong to the diner's part too.
    tapAll(phones, restaurant, random, random.drawInt(4));
    restore(file, folder, { force: true, now: new Date() });
    server = await startTableServer({ store }, Number(new URL(server.address).port));
    const back = Date.now();
    const mine = await Promise.all(answers);
    const waitMs = Date.now() - back;

    again.push(...(await Promise.all(phones.map(({ seat }) => takeSeatAgain(seat, getAddress)))));
    await waitUntil(() => again.every(({ engine }) => engine.status.value.loaded), 'loaded');
    const before = again.map((phone) => phone.ownLines().map(toLostLine));
    for (const [n, { engine }] of again.entries())
      for (const { item, quantity } of findMissingLines(mine[n]!, before[n]!))
        engine.commands.add(item, quantity);
    const isConverged = () => new Set(again.map(({ engine }) => formatCarts(engine))).size === 1;
    const isSent = () => again.every(({ engine }) => engine.cart.value.pending === 0);
    await waitUntil(() => isSent() && isConverged(), 'agreed');
    return { wrongs: compareLines(again, mine, before), waitMs, orders };
  } finally {
    for (const phone of [...phones, ...again]) await phone.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each diner must have as many of a dish as before or as in the backup, whichever is more. */
function compareLines(
  phones: readonly RealPhone[],
  mine: readonly (readonly LostLine[])[],
  copy: readonly (readonly LostLine[])[],
): Wrongs {
  const wrongs: { lost: string[]; doubled: string[]; other: string[] } = { lost: [], doubled: [], other: [] };
  for (const [n, phone] of phones.entries()) {
    const [had, there, now] = [mine[n]!, copy[n]!, phone.ownLines().map(toLostLine)].map(countLines);
    for (const key of new Set([had!, there!, now!].flatMap((each) => [...each.keys()]))) {
      const should = Math.max(had!.get(key) ?? 0, there!.get(key) ?? 0);
      const is = now!.get(key) ?? 0;
      const words = `${phone.seat.userId}: ${is} of ${key}, not ${should}`;
      if (is < should) wrongs.lost.push(words);
      if (is > should) wrongs.doubled.push(words);
    }
  }
  return wrongs;
}

function countLines(lines: readonly LostLine[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const { item, quantity } of lines)
    all.set(getItemKey(item), (all.get(getItemKey(item)) ?? 0) + quantity);
  return all;
}

const toLostLine = ({ item, quantity }: LostLine): LostLine => ({ item, quantity });

function waitForLostLines({ engine }: RealPhone): Promise<readonly LostLine[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('a phone was never notified')), patienceMs);
    engine.notices.subscribe((notice) => {
      if (notice.kind !== 'sessionEnded') return;
      clearTimeout(timer);
      if (notice.restored) resolve(notice.restored.mine);
      else reject(new Error('a phone took it for the end of the table'));
    });
  });
}

async function takeSeatAgain(seat: Seat, server: () => string): Promise<RealPhone> {
  const away = { ...seat, sessionId: '' };
  const { sessionId } = await requestOf(server, away)(getTableByQrcode, { params: { id: seat.tableId } });
  return await openRealPhone({ ...seat, sessionId: sessionId! }, { server });
}

async function order(phones: readonly RealPhone[], restaurant: Restaurant, random: Random, taps: number) {
  tapAll(phones, restaurant, random, taps);
  await waitUntil(() => phones.every(({ engine }) => engine.cart.value.pending === 0), 'sent');
}

function tapAll(phones: readonly RealPhone[], { dishes }: Restaurant, random: Random, taps: number): void {
  for (let n = 0; n < taps; n += 1)
    random.pick(phones).engine.commands.add({ ...random.pick(dishes), notes: '' }, random.between(1, 3));
}

function formatCarts({ cart }: RealPhone['engine']): string {
  const lines = cart.value.carts.flatMap(({ userId, lines }) =>
    lines.map(({ item, quantity }) => `${userId} ${getItemKey(item)} ${quantity}`),
  );
  return lines.sort().join('\n');
}

async function waitUntil(isSo: () => boolean, what: string): Promise<void> {
  const start = Date.now();
  while (!isSo()) {
    if (Date.now() - start > patienceMs) throw new Error(`not ${what} after ${patienceMs} ms`);
    await pause(25);
  }
}
