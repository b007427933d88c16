// @module-tag slow
/** A diner's problem report goes to the restaurant, which finds it by its code (CX21). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeLogFile } from '#events/records/log-file.ts';
import { redactRecords } from '#events/records/redact.ts';
import { listReports, readReport, reportLimits, reportsOffered, sendReport } from '#contract/calls/report.ts';
import { isReportCode } from '#contract/calls/report-code.ts';
import { eraseMember } from '#server/back-office/privacy/erase.ts';
import { deleteOld } from '#server/back-office/privacy/retention.ts';
import { storeReport, mostReports } from '#server/ordering/problem-reports/report-store.ts';
import { unpackLogs } from '#server/ordering/problem-reports/unpack-logs.ts';
import { exportReport } from '#tools/admin/report-logs.ts';
import { createFolderForTests } from '#tests/for-tests.ts';
import { logAt, packLogs } from '#tests/log-files.ts';
import { closeTableSession, logInStaff } from '../staff/acts.ts';
import { createFreeTables } from '#testing/phones/table-phone.ts';
import {
  expectData,
  fakeClock,
  startTestServer,
  startSharedServer,
  type Diner,
} from '../server-under-test.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });
const createLogin = () => ({ merchantId: '1001', password: server.staffPassword, name: 'Mo' });
const freeTable = createFreeTables(server);
const folder = createFolderForTests();

const { header, records } = logAt('tests/golden/v1-event-aware-server.jsonl');
const named = writeLogFile(header, records);
const safe = writeLogFile(header, redactRecords(header, records));
const reportOf = (text = 'my food never came', logs: readonly string[] = [safe], redacted = true) => ({
  text,
  redacted,
  packed: packLogs(logs),
});

const sendProblem = async (diner: Diner & { readonly sessionId?: string }, report = reportOf()) =>
  await server.ask(sendReport, { ...diner, body: { ...report, sessionId: diner.sessionId } });

test('CX21: one call sends a report and returns a code; the staff list it with its table and read its logs', async () => {
  expect(await server.ask(reportsOffered, {})).toEqual({ offered: true });
  const table = await freeTable();
  const ann = await server.seat(await server.guest(), table);
  const { code } = await sendProblem(ann, reportOf('my food never came', [safe, named]));
  expect(isReportCode(code)).toBe(true);
  const staff = await logInStaff(server, createLogin());
  const { reports } = await server.ask(listReports, staff);
  expect(reports[0]).toEqual({
    code,
    at: clock.now(),
    tableName: ann.table.tableName,
    sessionId: ann.sessionId,
    text: 'my food never came',
    redacted: false,
  });
  const { packed } = await server.ask(readReport, { ...staff, params: { code } });
  expect(await unpackLogs(packed)).toEqual([safe, named]);
});

test('CX21: the command writes each log of a report to a file, and names its diner and the server’s own log', async () => {
  const ann = await server.seat(await server.guest(), await freeTable());
  const { code } = await sendProblem(ann, reportOf('two\ntabs', [safe, named], false));
  const said: string[] = [];
  const saying = vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
  onTestFinished(() => saying.mockRestore());
  const typed = `${code.slice(0, 3)}-${code.slice(3)}`;
  await expect(exportReport(server.config, typed, undefined)).rejects.toThrow('has 2 logs: give --out FILE');
  await exportReport(server.config, typed, join(folder, 'r.jsonl'));
  expect(readFileSync(join(folder, 'r.jsonl'), 'utf8')).toBe(safe);
  expect(readFileSync(join(folder, 'r-2.jsonl'), 'utf8')).toBe(named);
  expect(said.slice(1)).toEqual([
    '"two tabs"',
    `the server's side: npm run -s export-log -- --merchant 1001 --session ${ann.sessionId}`,
  ]);
  expect(said[0]).toContain('names and notes are in it');
  await expect(exportReport(server.config, typed, join(folder, 'r.jsonl'))).rejects.toThrow(
    'is there already',
  );
  await expect(exportReport(server.config, '000222', undefined)).rejects.toThrow(
    'there is no report 000 222',
  );
  await expect(exportReport(server.config, '19', undefined)).rejects.toThrow('is no code of a report');
});

test('CX21, S1: a report about a party that the diner never belonged to has no table', async () => {
  const ann = await server.seat(await server.guest(), await freeTable());
  const stranger = await server.guest();
  const { code } = await sendProblem({ ...stranger, sessionId: ann.sessionId });
  const { reports } = await server.ask(listReports, await logInStaff(server, createLogin()));
  expect(reports.find((each) => each.code === code)).toMatchObject({ sessionId: null, tableName: null });
});

test('CX21: a report without a log, or that unpacks to more than a log may be, is refused', async () => {
  const ann = await server.guest();
  const sendPackedReport = async (packed: string) =>
    await server.call(sendReport, { ...ann, body: { ...reportOf(), packed } });
  const wrong = { status: 400, data: { path: 'body.packed' } };
  for (const packed of [
    'AAAA',
    packLogs([]),
    packLogs(['no log']),
    packLogs([safe, `${safe}{"t":1,"from":"local","event":{}}\n`]),
    packLogs(Array.from({ length: reportLimits.logs + 1 }, () => safe)),
  ])
    expect(await sendPackedReport(packed)).toMatchObject(wrong);
  const large = packLogs([`${safe}${' '.repeat(reportLimits.unpacked)}`]);
  expect(large.length).toBeLessThan(reportLimits.packed);
  const another = await server.guest();
  expect(await server.call(sendReport, { ...another, body: { ...reportOf(), packed: large } })).toMatchObject(
    wrong,
  );
});

test('CX21, D37: a diner may send six an hour; a diner at another table is not refused because of that', async () => {
  const ann = await server.seat(await server.guest(), await freeTable());
  for (let sent = 0; sent < 6; sent += 1) await sendProblem(ann, reportOf(`no. ${sent}`));
  const refused = await server.call(sendReport, { ...ann, body: reportOf('once more') });
  expect(refused).toMatchObject({ status: 429, data: { budget: 'reportsOfDiner' } });
  await sendProblem(await server.seat(await server.guest(), await freeTable()));
});

test('CX21: the newest of a restaurant stay, so that no client fills its disk', async () => {
  const own = await startTestServer({ clock });
  const ann = { ...(await own.guest()), sessionId: undefined };
  const row = { merchant_id: '1001', session_id: null, user_id: ann.userId, redacted: 1, packed: '' };
  const before = Array.from({ length: mostReports }, (_, at) => ({
    ...row,
    code: `c${at}`,
    at,
    text: `no. ${at}`,
  }));
  while (before.length > 0) await own.db.insertInto('reports').values(before.splice(0, 100)).execute();
  for (const text of ['new', 'newer']) {
    clock.advance(1);
    await storeReport(own.deps, ann, reportOf(text));
  }
  const stored = await own.db.selectFrom('reports').select('text').orderBy('at').execute();
  expect(stored).toHaveLength(mostReports);
  expect([stored[0], stored.at(-1)]).toEqual([{ text: 'no. 2' }, { text: 'newer' }]);
});

test('CX21: a code that is in use is drawn again', async () => {
  const drawn = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
  const own = await startTestServer({ clock });
  const deps = { ...own.deps, random: { int: () => drawn.shift()! } };
  const ann = { ...(await own.guest()), sessionId: undefined };
  expect(await storeReport(deps, ann, reportOf())).toBe('000000');
  expect(await storeReport(deps, ann, reportOf())).toBe('222222');
});

test('CX14: a deleted diner’s reports are deleted, and others’ that name them; RETENTION_DAYS deletes the rest', async () => {
  const own = await startTestServer({ clock });
  const ann = await own.seat(await own.member('4155552671'));
  const ben = await own.seat(await own.guest());
  const cleo = await own.seat(await own.guest(), '2');
  const send = async (diner: typeof ann, report: ReturnType<typeof reportOf>) =>
    expectData(await own.call(sendReport, { ...diner, body: { ...report, sessionId: diner.sessionId } }));
  await send(ann, reportOf('of Ann'));
  await send(ben, reportOf('names Ann', [named], false));
  // The phone claims that it is redacted, which is false.
  await send(ben, reportOf('names Ann too', [named], true));
  await send(ben, reportOf('names nobody'));
  await send(cleo, reportOf('names others', [named], false));
  await closeTableSession(own, await own.till(), ann.tableId);
  await eraseMember(own.db, '4155552671', clock.now());
  const readTexts = async () =>
    (await own.db.selectFrom('reports').select('text').orderBy('text').execute()).map(({ text }) => text);
  expect(await readTexts()).toEqual(['names nobody', 'names others']);

  await deleteOld(own.db, clock.now());
  expect(await readTexts()).toEqual(['names nobody', 'names others']);
  await deleteOld(own.db, clock.now() + 1);
  expect(await readTexts()).toEqual([]);
});
