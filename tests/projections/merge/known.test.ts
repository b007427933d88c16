import { expect, test } from 'vitest';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { add, createLog, tea } from '../given.ts';

test('V6: the known vector has no zeros', () => {
  const covers = { ra: 0, rb: 2 };
  expect(projectCartView(createLog({ snapshot: { version: 1, covers, userCarts: [] } })).known).toEqual({
    rb: 2,
  });
});

test('V1: a rejected event that never arrived fills its gap, whichever comes first', () => {
  const rejected = { rejected: { ids: ['ra:1'], code: 2025 } };
  const added = add('ra:2', tea, 1);
  for (const log of [createLog(rejected, added), createLog(added, rejected)])
    expect(projectCartView(log)).toMatchObject({ known: { ra: 2 }, blocked: [] });
});
