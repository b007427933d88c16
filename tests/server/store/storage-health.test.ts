// @module-tag sqlite
/** A database that cannot be written is reported once, in words. The report ends when writing works again. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { staffOverview } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import { findStorageFault, storageFaults } from '#server/platform/store/storage-health.ts';
import { expectData, startServer, type ServerUnderTest } from '../server-under-test.ts';
import { addDish, readCart, listErrors } from './one-dish.ts';

async function fetchReady(server: ServerUnderTest): Promise<unknown> {
  const answer = await fetch(`${server.address}/ready`);
  return [answer.status, await answer.json()];
}

test('a full disk: the diner, the staff and the probe are notified; one line in the log; nothing is lost, and service continues', async () => {
  const server = await startServer();
  const ann = await server.seat(await server.guest());
  const staff = await server.till(ann.merchantId);
  expect((await addDish(server, ann, 'ra1:1')).code).toBe(codes.ok);
  expect(await fetchReady(server)).toMatchObject([200, { database: true }]);

  // The database may not grow.
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(server.db);
  await sql.raw(`PRAGMA max_page_count = ${rows[0]!.page_count}`).execute(server.db);
  let refused: { readonly seq: number; readonly answer: Awaited<ReturnType<typeof addDish>> } | undefined;
  for (let seq = 2; seq < 2_000 && !refused; seq += 1) {
    const answer = await addDish(server, ann, `ra1:${seq}`);
    if (answer.code !== codes.ok) refused = { seq, answer };
  }
  expect(refused!.answer).toMatchObject({ status: 500, code: codes.failure });
  expect(refused!.answer.msg).toContain('cannot save anything right now');
  for (let again = 0; again < 3; again += 1) await addDish(server, ann, `ra1:${refused!.seq}`);
  expect((await server.ask(staffOverview, staff)).trouble).toBe('diskFull');
  const errors = listErrors(server);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(storageFaults.diskFull);

  await sql.raw('PRAGMA max_page_count = 1000000').execute(server.db);
  expect((await addDish(server, ann, `ra1:${refused!.seq}`)).code).toBe(codes.ok);
  expect((await server.ask(staffOverview, staff)).trouble).toBe(null);
  expect(server.logged.join('').match(/can be written again/g)).toHaveLength(1);
  const { sync } = expectData(await readCart(server, ann));
  expect(sync!.known).toEqual({ ra1: refused!.seq });
  await server.dispose();
});

test('/ready writes: a read-only database accepts no order', async () => {
  const server = await startServer();
  await sql`PRAGMA query_only = 1`.execute(server.db);
  expect(await fetchReady(server)).toEqual([
    503,
    { status: 'not ready', database: false, hub: true, trouble: 'readOnly' },
  ]);
  await server.dispose();
});

test.each([
  ['SQLITE_IOERR_WRITE', 'diskFails'],
  ['SQLITE_CORRUPT_VTAB', 'damaged'],
  ['53100', 'diskFull'],
  ['57P01', 'unreachable'],
  ['08006', 'unreachable'],
  ['23505', undefined],
  ['SQLITE_CONSTRAINT', undefined],
])('the code %s is %s', (code, health) => {
  expect(findStorageFault(Object.assign(new Error('no'), { code }))).toBe(health);
});
