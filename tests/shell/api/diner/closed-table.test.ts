import { expect, test } from 'vitest';
import { closedTable, noteClosedTable } from '#src/kit/diner/closed-table.ts';

const table = { merchantId: '1001', tableId: '7', tableName: '7', qrcodeId: 'q7', sessionId: 's1' };

// CX19, P1
test('who has left a closed table comes back to the same party alone: where parties have no name, to none', () => {
  noteClosedTable(table, 1_000);
  expect(closedTable(999)).toEqual(table);
  expect(closedTable(1_000)).toBeUndefined();
  noteClosedTable({ ...table, sessionId: '' }, 1_000);
  expect(closedTable(999)).toBeUndefined();
});
