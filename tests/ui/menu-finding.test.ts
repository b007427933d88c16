import { describe, expect, test } from 'vitest';
import { listConditions } from '#src/features/order/filter/conditions.ts';
import { readFilter } from '#src/features/order/filter/dish-filter.ts';
import { readRecent, addSearch } from '#src/features/order/search/recent-searches.ts';

describe('the stored filter', () => {
  test('contains only what this app knows', () => {
    expect(
      readFilter({ needs: ['vegan', 'paleo'], avoid: ['soy', 'air', 3], foods: ['pork', 'soy'] }),
    ).toEqual({
      needs: ['vegan'],
      avoid: ['soy'],
      foods: ['pork'],
    });
  });
  test.each([undefined, null, 'vegan', 7, [], { needs: 'vegan', avoid: { 0: 'soy' } }])(
    'made of %j is empty',
    (stored) => expect(listConditions(readFilter(stored))).toEqual([]),
  );
});

describe('recent searches', () => {
  test('are the newest first, six of them, each once', () => {
    const typed = ['soup', 'tea', 'rice', 'Soup ', 'egg', 'tofu', 'pork', 'beef'];
    const list = typed.reduce<readonly string[]>(addSearch, []);
    expect(list).toEqual(['beef', 'pork', 'tofu', 'egg', 'Soup', 'rice']);
  });
  test('replace half a word by the whole one', () => {
    expect(['be', 'beef', 'beef n', ' '].reduce<readonly string[]>(addSearch, ['tea'])).toEqual([
      'beef n',
      'tea',
    ]);
  });
  test.each([
    [undefined, {}],
    [['beef'], { 0: [] }],
    [
      { 1001: ['beef', 4], 1002: 'tea' },
      { 1001: ['beef'], 1002: [] },
    ],
  ])('stored as %j', (stored, read) => expect(readRecent(stored)).toEqual(read));
});
