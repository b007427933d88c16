import { expect, test } from 'vitest';
import { takeBackMs } from '#contract/limits.ts';
import { closedTable, noteClosedTable } from '#src/diner/closed-table.ts';

const table = { merchantId: '1001', tableId: '7', tableName: '7', qrcodeId: 'q7', sessionId: 's1' };

// CX19, P1
test('who has left a closed table comes back to the same party alone: where parties have no name, to none', () => {
  const before = Date.now();
  noteClosedTable(table);
  const after = Date.now();
  expect(closedTable(before + takeBackMs - 1)).toEqual(table);
  expect(closedTable(after + takeBackMs)).toBeUndefined();
  noteClosedTable({ ...table, sessionId: '' });
  expect(closedTable(before)).toBeUndefined();
});
