import { expect, test } from 'vitest';
import { describeAct } from '#tools/replay/words.ts';
import { orderId, streamOf } from './given-acts.ts';

test('the removal of a discount names its amount, also when it is undone', () => {
  const events = streamOf(
    { type: 'orderDiscounted', orderId, percent: 10, reason: 'late' },
    { type: 'discountRemoved', orderId, discountId: 'act-1', reason: 'mistake' },
    { type: 'takenBack', actId: 'act-2' },
    { type: 'discountRemoved', orderId, discountId: 'unknown', reason: '' },
  );
  expect(events.map((event) => describeAct(event, events))).toEqual([
    'gives a discount of 10 % (“late”)',
    'removes the discount of 10 % (“mistake”)',
    'undoes: desk:2 (removes the discount of 10 % (“mistake”))',
    'removes the discount of unknown',
  ]);
});

// CX85
test('dishes that move name the other order', () => {
  const other = { orderId: 'o2', tableName: '7' };
  const item = { productId: 'p', categoryId: 'c', name: 'Tea', notes: '', modifiers: [] };
  const dish = { orderId, quantity: 2 };
  const events = streamOf(
    { type: 'dishVoided', ...dish, orderItemId: '1-1', dish: 'Tea', reason: '', movedTo: other },
    { type: 'dishAdded', ...dish, round: 1, item, userId: 'u', movedFrom: other },
  );
  expect(events.map((event) => describeAct(event, events))).toEqual([
    'moves 2 × Tea to order o2',
    'moves 2 × Tea here from order o2',
  ]);
});
