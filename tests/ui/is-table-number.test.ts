import { expect, test } from 'vitest';
import { isTableNumber } from '#ui/text/is-table-number.ts';

test.each([
  ['7', true],
  ['B3', true],
  ['A-12', true],
  ['4b', true],
  ['Terrace, by the old olive tree', false],
  ['露台', false],
  ['Bar 2', false],
])('only a number or a code gets the word for table: %s', (name, is) => {
  expect(isTableNumber(name)).toBe(is);
});
