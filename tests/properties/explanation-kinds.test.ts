// @module-tag long
/** The generated histories reach every kind of explanation. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { logOf } from '#events/records/log.ts';
import { createExplainer } from '#projections/merge/explain.ts';
import { forAll } from './for-all.ts';
import { logRecords } from './log-records.ts';
import { phoneLog } from './phone-logs.ts';

test('the generated logs contain every kind of explanation', () => {
  const met = new Set<string>();
  forAll(fc.oneof(phoneLog, logRecords), (records) => {
    const log = logOf(records);
    const why = createExplainer(log);
    for (const id of log.entries.keys()) met.add(why(id).kind);
  });
  expect([...met].sort()).toEqual([
    'blocked',
    'changed',
    'covered',
    'nothing',
    'rejected',
    'removal',
    'removed',
    'set',
  ]);
});
