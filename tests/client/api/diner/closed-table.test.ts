import { expect, test } from 'vitest';
import { takeBackMs } from '#contract/limits.ts';
import { getClosedTable, rememberClosedTable } from '#src/diner/closed-table.ts';
import { table } from '../api-scene.ts';

// CX19, P1
test('who has left a closed table comes back to the same party alone: where parties have no name, to none', () => {
  const before = Date.now();
  rememberClosedTable(table);
  const after = Date.now();
  expect(getClosedTable(before + takeBackMs - 1)).toEqual(table);
  expect(getClosedTable(after + takeBackMs)).toBeUndefined();
  rememberClosedTable({ ...table, sessionId: '' });
  expect(getClosedTable(before)).toBeUndefined();
});
