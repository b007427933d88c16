// @module-tag slow
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { limits } from '#contract/limits.ts';
import { createUserRow } from '#server/ordering/members/users.ts';
import {
  fakeClock,
  startSharedServer,
  startServer,
  testDatabaseUrl,
  type Diner,
} from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });

// CF11, CA6, CX7
test('a scan opens the session, the next one joins it', async () => {
  const first = await server.seat(await server.guest(), '3');
  expect(first.table).toEqual({
    tableId: '1001003',
    tableName: '3',
    merchantId: '1001',
    sessionId: expect.any(String) as string,
    guests: 0,
    orderType: null,
  });
  const second = await server.seat(await server.guest(), '3');
  expect(second.sessionId).toBe(first.sessionId);
  const again = await server.seat(first, '3');
  expect(again.sessionId).toBe(first.sessionId);
  expect((await server.seat(await server.guest(), '4')).sessionId).not.toBe(first.sessionId);
});

test('twenty scans at once end in one session', async () => {
  const guests = await Promise.all(Array.from({ length: 20 }, () => server.guest()));
  const seated = await Promise.all(guests.map((guest) => server.seat(guest, '6')));
  expect(new Set(seated.map(({ sessionId }) => sessionId)).size).toBe(1);
  const { sessionId } = seated[0]!;
  const open = server.db.selectFrom('table_sessions').select('id').where('closed_at', 'is', null);
  expect(await open.where('table_id', '=', '1001006').execute()).toEqual([{ id: sessionId }]);
  const rows = server.db.selectFrom('session_members').select('user_id');
  const members = await rows.where('session_id', '=', sessionId).execute();
  expect(members.map(({ user_id }) => user_id).sort()).toEqual(guests.map(({ userId }) => userId).sort());
});

test('a code of no table, or of another merchant, is not found', async () => {
  const guest = await server.guest('1003');
  for (const id of ['7', '0', 'x'])
    expect(await server.codeOf(getTableByQrcode, { ...guest, params: { id } })).toBe(codes.notFound);
  expect((await server.ask(getTableByQrcode, { ...guest, params: { id: '6' } })).merchantId).toBe('1003');
});

/** `clearTableCartMinutes` of the first demo restaurant. */
const clearTableMs = 120 * 60_000;

test('a table that is unused for longer than the merchant’s limit gets a new session', async () => {
  const yesterday = await server.seat(await server.guest(), '8');
  clock.advance(clearTableMs - 1);
  const late = await server.seat(await server.guest(), '8');
  expect(late.sessionId).toBe(yesterday.sessionId);
  clock.advance(clearTableMs);
  const guests = await Promise.all(Array.from({ length: 5 }, () => server.guest()));
  const seated = await Promise.all(guests.map((guest) => server.seat(guest, '8')));
  expect(new Set(seated.map(({ sessionId }) => sessionId)).size).toBe(1);
  expect(seated[0]!.sessionId).not.toBe(yesterday.sessionId);
});

test('a party that has just arrived keeps its table, however long ago the session was opened', async () => {
  const opener = await server.seat(await server.guest(), '9');
  clock.advance(clearTableMs - 1_000);
  const joined = await server.seat(await server.guest(), '9');
  clock.advance(clearTableMs - 1_000);
  const later = await server.seat(await server.guest(), '9');
  expect([joined.sessionId, later.sessionId]).toEqual([opener.sessionId, opener.sessionId]);
});

// D37
test('a table that one phone fills with guests has room for diners who log in, and for guests once the staff remove some', async () => {
  const first = await server.seat(await server.guest(), '10');
  const filled = Array.from({ length: limits.membersOfTable - 1 }, (_, n) => `filled-${n}`);
  const users = filled.map((id) => createUserRow(id, '1001', 'guest', clock.now()));
  await server.db.insertInto('users').values(users).execute();
  const seats = filled.map((user_id) => ({ user_id, session_id: first.sessionId, joined_at: 0 }));
  await server.db.insertInto('session_members').values(seats).execute();
  const scanTableCode = async (diner: Diner) =>
    await server.call(getTableByQrcode, { ...diner, params: { id: '10' } });
  const full = { status: 429, data: { budget: 'membersOfTable' } };
  expect(await scanTableCode(await server.guest())).toMatchObject(full);
  expect(await scanTableCode(first)).toMatchObject({ status: 200 });
  expect(await scanTableCode(await server.member('2125550166'))).toMatchObject({ status: 200 });
  const removed = server.db.updateTable('session_members').set({ removed_at: 1 });
  await removed.where('user_id', '=', 'filled-0').execute();
  expect(await scanTableCode(await server.guest())).toMatchObject({ status: 200 });
});

// SQLite refuses a second server.
if (testDatabaseUrl)
  test('two servers on one database, started at once, agree on the session', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lazy-susan-'));
    const [one, other] = await Promise.all([startServer({ dataDir }), startServer({ dataDir })]);
    const seated = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const server = n % 2 === 0 ? one : other;
        return await server.seat(await server.guest(), '6');
      }),
    );
    expect(new Set(seated.map(({ sessionId }) => sessionId)).size).toBe(1);
    await other.close();
    await one.dispose();
  });
