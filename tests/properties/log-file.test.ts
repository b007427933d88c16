// @module-tag long
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLogFile, writeLogFile } from '#events/records/log-file.ts';
import { logHeader, logRecords } from './log-records.ts';
import { forAll, forAllOften, manyRunsTime } from './for-all.ts';

test('L1, L2: a written log is read again, with one line of JSON for each record', manyRunsTime, () => {
  const kinds = new Set<string>();
  forAllOften(logHeader, logRecords, (header, records) => {
    const text = writeLogFile(header, records);
    expect(text.split('\n')).toHaveLength(records.length + 2);
    expect(readLogFile(text)).toEqual({ ok: true, file: { header, records, skipped: [] } });
    for (const record of records)
      for (const kind of Object.keys(record)) kinds.add('event' in record ? record.event.type : kind);
  });
  // Otherwise the runs did not contain every kind.
  expect([...kinds].sort()).toEqual([
    'accepted', 'cartCleared', 'from', 'guestsSet', 'itemAdded', 'itemDecreased', 'notesEdited', 'orderPlaced',
    'orderTypeSet', 'rejected', 'snapshot', 't', 'tableMoved',
  ]); // prettier-ignore
});

test('L3: a truncated line is named, and the records before it are shown completely', () => {
  forAll(logHeader, logRecords, fc.nat(), (header, records, at) => {
    const text = writeLogFile(header, records).trimEnd();
    const last = text.split('\n').length;
    const start = text.lastIndexOf('\n') + 1;
    const truncated = text.slice(0, start + 1 + (at % (text.length - start - 1)));
    expect(readLogFile(truncated)).toMatchObject({ ok: false, error: { kind: 'broken', line: last } });
  });
});
