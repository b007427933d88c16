import { expect, test } from 'vitest';
import { takeBackMs } from '#contract/limits.ts';
import { closedTable, rememberClosedTable } from '#src/diner/closed-table.ts';
import { table } from '../api-scene.ts';

// CX19, P1
test('who has left a closed table comes back to the same party alone: where parties have no name, to none', () => {
  const before = Date.now();
  rememberClosedTable(table);
  const after = Date.now();
  expect(closedTable(before + takeBackMs - 1)).toEqual(table);
  expect(closedTable(after + takeBackMs)).toBeUndefined();
  rememberClosedTable({ ...table, sessionId: '' });
  expect(closedTable(before)).toBeUndefined();
});
