import { expect, test } from 'vitest';
import { takeBackMs } from '#contract/limits.ts';
import { getClosedTable, rememberClosedTable } from '#src/diner/closed-table.ts';
import { table } from '../api-scene.ts';

// CX19, P1
test('a diner who left a closed table rejoins only the same party; if parties have no name, none', () => {
  const before = Date.now();
  rememberClosedTable(table);
  const after = Date.now();
  expect(getClosedTable(before + takeBackMs - 1)).toEqual(table);
  expect(getClosedTable(after + takeBackMs)).toBeUndefined();
  rememberClosedTable({ ...table, sessionId: '' });
  expect(getClosedTable(before)).toBeUndefined();
});
