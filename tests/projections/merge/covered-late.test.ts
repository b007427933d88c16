import { expect, test } from 'vitest';
import type { CartEvent } from '#events/cart/registry.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readMore } from '#projections/merge/reading.ts';
import type { LogRecord } from '#events/records/records.ts';
import { logOf } from '#events/records/log.ts';
import { add, clear, tea } from '../given.ts';

const received = (event: CartEvent): LogRecord => ({ t: 0, from: 'peer', event });
const reject = (...ids: string[]): LogRecord => ({ t: 0, from: 'server', rejected: { ids, code: 2025 } });

test('V4: a covered event that arrives or is rejected after a removal decides whether the base stays', () => {
  const userCarts = [{ userId: 'u1', lines: [{ lineId: 'ra:1', item: tea, quantity: 2 }] }];
  const batches: readonly (readonly LogRecord[])[] = [
    [{ t: 0, from: 'server', snapshot: { version: 1, covers: { ra: 1 }, userCarts } }],
    [received(clear('rb:1', 'table', {}))],
    [reject('no id of an event')],
    [received(add('ra:1', tea, 2)), received(add('rc:1', tea, 1, { userId: 'u2' }))],
    [reject('ra:1', 'rc:1')],
  ];
  let reading = emptyReading;
  const quantities = batches.map((batch, index) => {
    reading = readMore(reading, batch);
    const { carts } = reading.merged.view;
    expect(carts).toEqual(projectCartView(logOf(batches.slice(0, index + 1).flat())).carts);
    return carts.flatMap(({ lines }) => lines.map(({ quantity }) => quantity));
  });
  expect(quantities).toEqual([[2], [], [], [2, 1], []]);
});
