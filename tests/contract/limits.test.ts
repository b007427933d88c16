/** The bounds are part of the contract: phones and servers of different versions must agree on them. */
import { expect, test } from 'vitest';
import { delays, limits, timeouts } from '#contract/limits.ts';

test('the bounds on what travels', () => {
  expect(limits).toEqual({
    bodyBytes: 262_144,
    lines: 200,
    eventsPerRequest: 200,
    unsettledEvents: 5_000,
    clearsBeyond: 100,
    notesLength: 200,
    nameLength: 40,
    keywordLength: 60,
    quantity: 999,
    guests: 99,
    modifiersPerItem: 50,
    idLength: 64,
    messageBytes: 65_536,
  });
});

// CL1
test('D2: how long silence is borne', () => {
  expect(timeouts).toEqual({ read: 10_000, commit: 60_000 });
});

// CL9, CL10
test('what waits for how long', () => {
  expect(delays).toEqual({ prefetch: 1_000, routeResolve: 100 });
});
