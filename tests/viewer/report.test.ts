import { expect, test } from 'vitest';
import { readLogFile } from '#events/log-file.ts';
import { reportFile, reportIn } from '#src/features/support/report/report-file.ts';
import { runWriter } from '#sync/recording/recording.ts';
import { emptyClaim, usualFacts } from '#tests/sync/stepped-phone.ts';
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

test('L4: with names where the diner said so', () => {
  const read = readLogFile(reportFile({ header, records }, { ...report, redacted: false }));
  if (!read.ok) throw new Error('it can not be read');
  expect(read.file.records).toEqual(records);
});

test('L4: what was recorded goes along, as it was only where the diner said so', () => {
  const moment = { now: 1, uptime: 1, chance: 0, id: 'm1', looking: true };
  const author = { userId: 'u1', userName: 'Zoe' };
  const write = runWriter();
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

test('a log that came without a report has none', () => expect(reportIn(header)).toBeUndefined());
