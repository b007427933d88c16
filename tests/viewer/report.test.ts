import { expect, test } from 'vitest';
import { readLogFile } from '#events/records/log-file.ts';
import { reportFile, reportIn } from '#src/features/support/report/report-file.ts';
import { unpackLogs } from '#server/ordering/problem-reports/unpack-logs.ts';
import { packReport } from '#src/features/support/report/pack-report.ts';
import { createRunWriter } from '#sync/recording/recording.ts';
import { emptyClaim, usualFacts } from '#testing/phones/stepped-phone.ts';
import { logAt } from '#tests/log-files.ts';

const { header, records } = logAt('tests/golden/v1-event-aware-server.jsonl');
const report = {
  text: 'my tea vanished',
  app: 'b1',
  device: 'a phone',
  redacted: true,
  connection: [{ t: 1, kind: 'offline' }],
};

test('L1, L4: a report is a log that any reader reads, without names and notes', () => {
  const text = reportFile({ header, records }, report);
  const read = readLogFile(text);
  if (!read.ok) throw new Error('it can not be read');
  expect(read.file.records).toHaveLength(records.length);
  expect(reportIn(read.file.header)).toEqual(report);
  for (const record of records)
    if ('event' in record && record.event.userName) expect(text).not.toContain(`"${record.event.userName}"`);
});

test('L4: with names if the diner agreed', () => {
  const read = readLogFile(reportFile({ header, records }, { ...report, redacted: false }));
  if (!read.ok) throw new Error('it can not be read');
  expect(read.file.records).toEqual(records);
});

test('L4: recordings are included, unredacted only if the diner agreed', () => {
  const moment = { now: 1, uptime: 1, chance: 0, id: 'm1', looking: true };
  const author = { userId: 'u1', userName: 'Zoe' };
  const write = createRunWriter();
  const run = [
    write({ opened: { facts: usualFacts, claim: emptyClaim, moment } })!,
    write({ input: { kind: 'start', author, leads: true }, moment })!,
  ];
  const named = reportFile({ header, records, run }, { ...report, redacted: false });
  expect(named.trimEnd().split('\n').slice(-2)).toEqual(run);
  const safe = readLogFile(reportFile({ header, records, run }, report));
  if (!safe.ok) throw new Error('it can not be read');
  expect(safe.file.records).toHaveLength(records.length);
  expect(safe.file.run).toHaveLength(2);
  expect(JSON.stringify(safe.file.run)).not.toContain('Zoe');
});

test('a log without a report has none', () => expect(reportIn(header)).toBeUndefined());

/** Text that hardly gets shorter when it is packed. */
function createNoise(length: number): string {
  let state = 1;
  const drawNumber = () => (state = (state * 48_271) % 2_147_483_647);
  return Array.from({ length }, () => String.fromCharCode(33 + (drawNumber() % 90))).join('');
}

test('CX21: the sent report equals the saved one; a report that is too long omits recordings, then other logs', async () => {
  const log = { header, records };
  const other = { header: { ...header, replicaId: 'other' }, records };
  const packAndUnpack = async (logs: Parameters<typeof packReport>[0], text = 'gone') => {
    const packed = await packReport(logs, { ...report, text });
    return packed === undefined ? undefined : await unpackLogs(packed);
  };
  const file = reportFile(log, { ...report, text: 'gone' });
  expect(await packAndUnpack([log, other])).toEqual([file, reportFile(other, { ...report, text: 'gone' })]);

  const run = [JSON.stringify({ from: 'local', input: { kind: createNoise(300_000) } })];
  const named = { ...report, redacted: false };
  expect(await unpackLogs((await packReport([{ ...log, run }], named))!)).toEqual([reportFile(log, named)]);
  const wide = { header: { ...header, tableId: createNoise(300_000) }, records };
  expect(await packAndUnpack([log, wide])).toEqual([file]);
  expect(await packAndUnpack([wide])).toBeUndefined();
});
