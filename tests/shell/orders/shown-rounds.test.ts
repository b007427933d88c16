import { expect, test } from 'vitest';
import { listShownRounds } from '#src/features/orders/detail/round/shown-rounds.ts';
import { createPlacedLine } from './placed-line.ts';

test('the newest round first', () => {
  const orderItems = [
    createPlacedLine({ round: 1 }),
    createPlacedLine({ round: 3 }),
    createPlacedLine({ round: 2 }),
  ];
  expect(listShownRounds({ orderItems }, 'mei').map(({ round }) => round)).toEqual([3, 2, 1]);
});

// CV11
test('a dish that was voided before it was sent is not a dish, and its reason is shown', () => {
  const gone = createPlacedLine({ round: 2, quantity: 0, voidReason: 'no eggs left' });
  const silent = createPlacedLine({ round: 2, quantity: 0, voidReason: null });
  const [second, first] = listShownRounds({ orderItems: [createPlacedLine(), gone, silent] }, 'mei');
  expect(second).toMatchObject({ round: 2, lines: [], takenOff: [gone] });
  expect(first).toMatchObject({ round: 1, takenOff: [] });
});
