import { expect, test } from 'vitest';
import type { CartEvent } from '#events/cart/registry.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readMore } from '#projections/merge/reading.ts';
import type { LogRecord } from '#events/records/records.ts';
import { logOf } from '#events/records/log.ts';
import { add, clear, tea } from '../given.ts';

const received = (event: CartEvent): LogRecord => ({ t: 0, from: 'peer', event });

test('V4: a covered event that arrives or is rejected after a removal decides whether the base stays', () => {
  const userCarts = [{ userId: 'u1', lines: [{ lineId: 'ra:1', item: tea, quantity: 2 }] }];
  const all: readonly LogRecord[] = [
    { t: 0, from: 'server', snapshot: { version: 1, covers: { ra: 1 }, userCarts } },
    received(clear('rb:1', 'table', {})),
    received(add('ra:1', tea, 2)),
    { t: 0, from: 'server', rejected: { ids: ['ra:1'], code: 2025 } },
  ];
  let reading = emptyReading;
  const quantities = all.map((record, index) => {
    reading = readMore(reading, [record]);
    const { carts } = reading.merged.view;
    expect(carts).toEqual(projectCartView(logOf(all.slice(0, index + 1))).carts);
    return carts.flatMap(({ lines }) => lines.map(({ quantity }) => quantity));
  });
  expect(quantities).toEqual([[2], [], [2], []]);
});
