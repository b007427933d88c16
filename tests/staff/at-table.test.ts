/** What the floor page shows of a table's session. */
import { expect, test } from 'vitest';
import type { StaffTable } from '#contract/calls/staff.ts';
import { paymentStatus } from '#contract/states.ts';
import { computeTableState } from '#staff/tables/at-table.ts';
import { createStaffOrder } from './orders.ts';

const session = { id: 's2' } as NonNullable<StaffTable['session']>;
const table = { tableId: '1', name: '1', qrcodeId: 'q', orderId: null, session } satisfies StaffTable;
const own = { sessionId: 's2' };
const paid = { ...own, id: 'paid', owed: '0.00', unserved: 0, paymentStatus: paymentStatus.fullyPaid };

test('a table shows its own open orders, the oldest first; the previous party’s are apart', () => {
  const at = computeTableState(table, [
    createStaffOrder({ ...own, id: 'later', createAt: 2, newPieces: 1, waitsSince: 9, usualMinutes: 20 }),
    createStaffOrder({ ...own, id: 'earlier', createAt: 1, waitsSince: 7, usualMinutes: 4 }),
    createStaffOrder({ id: 'before', owed: '5.00' }),
    createStaffOrder({ ...own, id: 'elsewhere', tableId: '2' }),
  ]);
  expect(at.orders.map(({ id }) => id)).toEqual(['earlier', 'later']);
  expect(at).toMatchObject({
    owed: '40.00',
    leftOwed: '5.00',
    unsent: 1,
    unserved: 4,
    waitsSince: 7,
    usualMinutes: 4,
  });
});

test('a table is done once it has ordered and paid everything, not before and not for others’ payments', () => {
  expect(computeTableState(table, [createStaffOrder(paid)]).isDone).toBe(true);
  expect(computeTableState(table, []).isDone).toBe(false);
  expect(computeTableState(table, [createStaffOrder(paid), createStaffOrder(own)]).isDone).toBe(false);
  expect(computeTableState(table, [createStaffOrder({ ...paid, sessionId: 's1' })]).isDone).toBe(false);
});
