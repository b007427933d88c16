import { expect, test } from 'vitest';
import { delays, timeouts } from '#contract/limits.ts';

// CL1
test('CL1: timeouts without an answer', () => {
  expect(timeouts).toEqual({ read: 10_000, commit: 60_000 });
});

// CL9, CL10
test('pauses and timeouts', () => {
  expect(delays).toEqual({ prefetch: 1_000, routeResolve: 100 });
});
