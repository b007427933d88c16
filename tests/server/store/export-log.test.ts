/** Exports the log of a table session, on SQLite and PostgreSQL, with and without a running server. */
import { expect, test } from 'vitest';
import { readLogFile, type LogFile } from '#events/records/log-file.ts';
import { append, emptyLog } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { hashView, convertViewToJson } from '#projections/merge/view-json.ts';
import { changeSession, storeDecisions } from '#server/ordering/cart/log/session-log.ts';
import { maxEventLength } from '#server/ordering/cart/rules/event-bounds.ts';
import { runAsAdmin } from '#server/back-office/admin/open-admin.ts';
import { maxDecisions, type StoredSession } from '#server/back-office/admin/session-export.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { exportSession, findSessions } from '#tools/admin/session-log.ts';
import { noon, createPhone as writerOf } from '#tests/server-cart/given.ts';
import { listDishes, createItem, setSoldOut, createTablePhone } from '#testing/phones/table-phone.ts';
import type { Order } from '#contract/order-fields.ts';
import { formatReplay } from '#tools/replay/table.ts';
import { act, actOnOrder } from '../staff/acts.ts';
import { expectData, startSharedServer, testDatabaseUrl } from '../server-under-test.ts';

const server = startSharedServer();

const createQuery = (table?: string, session?: string) => ({ table, session });

async function exportFile(session: StoredSession, names = false): Promise<{ file: LogFile; text: string }> {
  const { text } = await runAsAdmin(
    server.config,
    async (operator) => await exportSession(operator, session, names),
  );
  const result = readLogFile(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  expect(result.file.skipped).toEqual([]);
  return { file: result.file, text };
}

const readSessions = async (table?: string, session?: string, merchant = '1001') =>
  await runAsAdmin(
    server.config,
    async (operator) => await findSessions(operator, merchant, createQuery(table, session)),
  );

function projectViews({ records }: LogFile) {
  let log = emptyLog;
  const views = records.map((record) => {
    log = append(log, [record]).log;
    return projectCartView(log);
  });
  return { log, views, last: views.at(-1)! };
}

test('L1–L4: the export replays to the server’s view, with rejections, and with names only on request', async () => {
  const { simple } = await listDishes(server);
  const [dish, gone] = [simple[0]!, simple[1]!];
  const ann = createTablePhone(server, await server.seat(await server.guest(), '3'), 'ra');
  const ben = createTablePhone(server, await server.seat(await server.guest(), '3'), 'rb');
  await ann.send(ann.add(createItem(dish, 'no peanuts, allergic')));
  await setSoldOut(server, gone.id, true);
  await ann.send(ann.add(createItem(gone)));
  await setSoldOut(server, gone.id, false);
  await ben.refresh();
  await ben.sendClear(ben.clear());
  await ben.send(ben.add(createItem(dish), 2));
  await ann.refresh();

  const [session] = await readSessions('3');
  const { file, text } = await exportFile(session!);
  expect(file.header).toMatchObject({
    merchantId: '1001', tableId: ann.diner.tableId, sessionId: ann.diner.sessionId, replicaId: 'server',
  });
  const { log, views, last } = projectViews(file);
  expect(hashView(last)).toBe(ann.digest());
  expect(last.blocked).toEqual([]);
  expect([...log.rejected]).toEqual([['ra:2', 2025]]);
  expect(log.entries.has('ra:2')).toBe(true);
  // The server's cart never had the refused lines.
  for (const view of views) expect(JSON.stringify(convertViewToJson(view))).not.toContain(gone.id + '"');
  expect(text).not.toContain('peanuts');
  expect((await exportFile(session!, true)).text).toContain('no peanuts, allergic');
  const times = file.records.map(({ t }) => t);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
}); // prettier-ignore

test('a table is found by its name, its id and its QR code; without an open session its last one', async () => {
  const diner = await server.seat(await server.guest(), '4');
  for (const name of ['4', diner.tableId]) expect((await readSessions(name))[0]!.id).toBe(diner.sessionId);
  await server.db
    .transaction()
    .execute(async (trx) => await closeSession(trx, diner.sessionId, { now: noon, reason: '' }));
  expect(await readSessions('4')).toMatchObject([{ id: diner.sessionId, closedAt: noon, version: 0 }]);
  const next = await server.seat(await server.guest(), '4');
  expect((await readSessions('4')).map(({ id }) => id)).toEqual([next.sessionId, diner.sessionId]);
  expect((await readSessions(undefined, diner.sessionId)).map(({ id }) => id)).toEqual([diner.sessionId]);
  expect((await exportFile((await readSessions('4', next.sessionId))[0]!)).file.records).toEqual([]);
});

test.each<[what: string, asked: [table?: string, session?: string, merchant?: string], words: string]>([
  ['a merchant', ['1', undefined, '9'], 'there is no merchant 9: there are 1001, 1002, 1003'],
  ['a table', ['99'], 'merchant 1001 has no table 99: there are 1, 2, 3, '],
  ['a session', [undefined, 'x'], 'there is no session x of merchant 1001: --list names them'],
  ['a session at that table', ['5'], 'there was no session at table 5 of merchant 1001 yet'],
])('not found: %s', async (_, [table, session, merchant], words) => {
  await expect(readSessions(table, session, merchant)).rejects.toThrow(words);
});

test('a long session is exported in parts, and an oversized event has only its id', async () => {
  const diner = await server.seat(await server.guest(), '6');
  const writer = writerOf('rl', diner.userId);
  const decided = Array.from({ length: maxDecisions + 5 }, () => ({
    event: writer.guests(3), userId: diner.userId, code: null as string | null,
  }));
  decided[2] = { ...decided[2]!, event: { ...decided[2]!.event, userName: 'x'.repeat(maxEventLength) }, code: 'tooBig' };
  await changeSession(server.db, diner.sessionId, async (trx, { log }) => {
    return { log: await storeDecisions(trx, log, decided, noon), value: undefined };
  });
  const { records } = (await exportFile((await readSessions('6'))[0]!)).file;
  expect(records).toHaveLength(maxDecisions + 5);
  expect(records[2]).toMatchObject({ rejected: { ids: ['rl:3'], code: 'tooBig' } });
}); // prettier-ignore

test('A4: fulfilment events are exported in order with the cart’s, with names only on request', async () => {
  const phone = createTablePhone(server, await server.seat(await server.member('2125550199'), '7'), 'rz');
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!), 2));
  const { order } = expectData(await phone.place('exported')) as { order: Order };
  const till = await server.till();
  const sendAct = async (fields: { readonly type: string } & Readonly<Record<string, unknown>>) =>
    await server.ask(actOnOrder, { ...till, ...act(order, fields) });
  await sendAct({ type: 'roundSent', round: 1 });
  await sendAct({ type: 'dishServed', orderItemId: '1-1', quantity: 1, actId: 'tap' });
  await sendAct({ type: 'takenBack', actId: 'tap' });
  await sendAct({ type: 'dishVoided', orderItemId: '1-1', quantity: 1, reason: 'Ann spilt it' });

  const [session] = await readSessions('7');
  const { file, text } = await exportFile(session!);
  expect(file.service!.map(({ record: { service } }) => service.type)).toEqual([
    'roundSent',
    'dishServed',
    'takenBack',
    'dishVoided',
  ]);
  expect(file.service!.every(({ after }) => after === file.records.length)).toBe(true);
  expect(text).not.toMatch(/spilt|a till/);
  const whole = (await exportFile(session!, true)).file;
  const table = formatReplay('log', whole, (words) => words).replaceAll(/ +/g, ' ');
  for (const words of [
    'System a till desk:1 sends round 1 to the kitchen',
    `desk:2 served: 1 × ${simple[0]!.name}`,
    `desk:3 undoes: desk:2 (served: 1 × ${simple[0]!.name})`,
    `desk:4 voids 1 × ${simple[0]!.name} (“Ann spilt it”)`,
  ])
    expect(table).toContain(words);
});

// PostgreSQL answers without the server; only SQLite has a file.
if (testDatabaseUrl === undefined)
  test('the export of a stopped server’s file is the same', async () => {
    const [session] = await readSessions('3');
    const before = (await exportFile(session!)).file.records;
    await server.close();
    expect((await exportFile(session!)).file.records).toEqual(before);
  });
