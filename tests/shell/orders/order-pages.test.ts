import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { stubPage } from '../../client/api/test-storage.ts';

stubPage();
const { getNextPage, listUniqueOrders } = await import('#client/api/queries/diner-queries.ts');

const page = (from: number, count: number, total: number) => ({
  list: Array.from({ length: count }, (_, index) => ({ id: String(from + index) }) as Order),
  total,
});
const listIds = (pages: Parameters<typeof listUniqueOrders>[0]) =>
  listUniqueOrders(pages).map(({ id }) => Number(id));

// CL4
test('there is a next page while there are more orders than were shown', () => {
  expect(getNextPage([page(1, 15, 20)])).toBe(2);
  expect(getNextPage([page(1, 15, 20), page(16, 5, 20)])).toBeUndefined();
  expect(getNextPage([page(1, 0, 0)])).toBeUndefined();
});

// P5, CA14: The contract names no parameter for the page, and a bare list has no total.
test('a server that repeats its first page is asked twice, and each order is listed once', () => {
  const first = page(1, 15, Number.MAX_SAFE_INTEGER);
  expect(getNextPage([first])).toBe(2);
  expect(getNextPage([first, first])).toBeUndefined();
  expect(listIds([first, first])).toEqual(listIds([first]));
});

test('an order that moved to the next page meanwhile is listed once, at its first place', () => {
  expect(listIds([page(1, 3, 5), page(3, 3, 5)])).toEqual([1, 2, 3, 4, 5]);
});
