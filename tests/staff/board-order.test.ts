import { describe, expect, it } from 'vitest';
import { orderStatus } from '#contract/states.ts';
import {
  listDoneOrders,
  isOpen,
  countMinutesSince,
  listOpenOrders,
  rateUrgency,
} from '#staff/orders/board/board-order.ts';
import { createStaffOrder } from './orders.ts';

const minute = 60_000;
const joinIds = (orders: readonly { id: string }[]) => orders.map(({ id }) => id).join(' ');

describe('which orders are open', () => {
  // A2
  it('are those that are unpaid or unserved', () => {
    expect(isOpen(createStaffOrder({ owed: '0.01', unserved: 0 }))).toBe(true);
    expect(isOpen(createStaffOrder({ owed: '0.00', unserved: 1, status: orderStatus.completed }))).toBe(true);
    expect(isOpen(createStaffOrder({ owed: '0.00', unserved: 0 }))).toBe(false);
  });

  it('end when they are closed or cancelled, whatever is owed', () => {
    for (const over of [
      { isClosed: true },
      { status: orderStatus.cancelled },
      { status: orderStatus.beMerged },
    ])
      expect(isOpen(createStaffOrder({ owed: '9.00', unserved: 2, ...over }))).toBe(false);
  });
});

describe('the order of the cards', () => {
  const settle = createStaffOrder({ id: 'settle', unserved: 0, createAt: minute });
  const serve = createStaffOrder({ id: 'serve', createAt: 2 * minute });
  const older = createStaffOrder({ id: 'older', waitsSince: 3 * minute, newPieces: 1, createAt: 3 * minute });
  const younger = createStaffOrder({ id: 'younger', waitsSince: 9 * minute, newPieces: 1, createAt: 0 });

  it('is by age, whatever was done on an order', () => {
    expect(joinIds(listOpenOrders([older, younger, serve, settle]))).toBe('younger settle serve older');
    const more = { ...younger, rounds: 2, newPieces: 4, waitsSince: null, updateAt: 99 * minute };
    expect(joinIds(listOpenOrders([serve, more]))).toBe('younger serve');
  });

  it('has done orders after that, the last one done on top', () => {
    const paid = { ...settle, owed: '0.00' };
    const closed = { ...serve, isClosed: true, updateAt: settle.updateAt + 1 };
    expect(joinIds(listOpenOrders([paid, closed, older]))).toBe('older');
    expect(joinIds(listDoneOrders([paid, closed, older]))).toBe('serve settle');
  });
});

// CX67
it('a dish is late after its usual time, overdue after twice that; if unknown, it is 10 minutes', () => {
  const createUrgencyRater = (usual?: number) => (seconds: number) =>
    rateUrgency(countMinutesSince(1_000, 1_000 + seconds * 1_000), usual);
  expect([0, 299, 300, 599, 600].map(createUrgencyRater(5))).toEqual([
    'fine',
    'fine',
    'late',
    'late',
    'overdue',
  ]);
  expect([599, 600, 1_199, 1_200].map(createUrgencyRater())).toEqual(['fine', 'late', 'late', 'overdue']);
  expect(countMinutesSince(5_000, 1_000)).toBe(0);
});
