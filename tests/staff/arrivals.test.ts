import { expect, it } from 'vitest';
import { createArrivalKey, listSentArrivals, listUnanswered } from '#staff/counter/bell/arrivals.ts';
import { createStaffOrder } from './orders.ts';

const fresh = createStaffOrder({ id: 'fresh', newPieces: 2, waitsSince: 1 });
const sent = createStaffOrder({ id: 'sent' });

it('an order rings until staff act on it, and again with its next round', () => {
  expect(listUnanswered([fresh, sent], new Set())).toEqual([fresh]);
  const answered = new Set([createArrivalKey(fresh)]);
  expect(listUnanswered([fresh], answered)).toEqual([]);
  const more = { ...fresh, rounds: 2 };
  expect(listUnanswered([more], answered)).toEqual([more]);
});

it('staff’s own dishes do not ring', () => {
  const answered = new Set(listSentArrivals([fresh, sent]));
  expect(listUnanswered([fresh, { ...sent, newPieces: 1 }], answered)).toEqual([fresh]);
});

it('a cancelled order rings no more', () => {
  expect(listUnanswered([{ ...fresh, isClosed: true }], new Set())).toEqual([]);
});
