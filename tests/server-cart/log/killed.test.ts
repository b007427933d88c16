import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ItemAdded } from '#events/cart/item-added.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import { caller, startServer } from '#tests/server/server-under-test.ts';
import { decisionsIn, dishes, itemFor, tablePhone } from '../table-phone.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

test('G3, F3: after kill -9 nothing accepted is missing, and what was under way goes again', async () => {
  const before = await startServer();
  const { dataDir, databaseUrl } = before.config;
  const diner = await before.seat(await before.guest());
  const dish = itemFor((await dishes(before)).simple[0]!);
  await before.close();

  const accepted: string[] = [];
  let underWay: ItemAdded | undefined;
  const { child, address, ended } = await startServerProcess({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  cleanUps.push(() => child.kill('SIGKILL'));
  const phone = tablePhone({ call: caller(address), deps: { clock: { now: Date.now } } }, diner, 'ra');
  for (let n = 0; n < 10; n += 1) accepted.push(...(await phone.send(phone.add(dish))).accepted!.ids);
  underWay = phone.add(dish);
  const lost = phone.send(underWay).catch(() => undefined);
  child.kill('SIGKILL');
  await ended;
  await lost;

  const after = await startServer({ dataDir });
  cleanUps.push(after.dispose);
  const reader = tablePhone(after, diner, 'rb');
  const sync = await reader.refresh();
  const stored = sync.snapshot!.events!.map(({ id }) => id);
  expect(accepted).toHaveLength(10);
  expect(stored).toEqual(expect.arrayContaining(accepted));
  const writer = tablePhone(after, diner, 'rc');
  const again = await writer.send(underWay);
  expect(again.accepted?.ids).toEqual([underWay.id]);
  expect(again.known).toEqual({ ra: 11 });
  expect(again.version).toBe(11);
  // Three servers one after the other.
}, 60_000);

describe.each([
  { moment: 'before', isStored: false },
  { moment: 'after', isStored: true },
])('G3: killed just $moment a commit', ({ moment, isStored }) => {
  test('the phone has no answer, and its event is in the log once when it comes again', async () => {
    const before = await startServer();
    const { dataDir, databaseUrl } = before.config;
    const diner = await before.seat(await before.guest());
    const dish = itemFor((await dishes(before)).simple[0]!);
    await before.close();

    const killer = join(import.meta.dirname, 'kill-at-commit.mjs');
    const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const server = await startServerProcess({ ...environment, KILL_AT: moment }, ['--import', killer]);
    cleanUps.push(() => server.child.kill('SIGKILL'));
    const phone = tablePhone(
      { call: caller(server.address), deps: { clock: { now: Date.now } } },
      diner,
      'ra',
    );
    await phone.send(phone.add(dish));
    const event = phone.add(dish);
    server.child.kill('SIGUSR2');
    await expect.poll(server.output).toContain('armed');
    await expect(phone.send(event)).rejects.toThrow('fetch failed');
    await server.ended;
    expect(server.child.signalCode).toBe('SIGKILL');

    const after = await startServer({ dataDir });
    cleanUps.push(after.dispose);
    const stored = async () => (await decisionsIn(after, diner.sessionId)).map(({ id }) => id);
    expect(await stored()).toEqual(isStored ? ['ra:1', 'ra:2'] : ['ra:1']);
    const again = await tablePhone(after, diner, 'rb').send(event);
    expect(again.accepted?.ids).toEqual(['ra:2']);
    expect(await stored()).toEqual(['ra:1', 'ra:2']);
  }, 60_000);
});
