import { expect, test } from 'vitest';
import { untilTomorrow } from '#src/features/staff/owner/menu/form/until-tomorrow.ts';

test.each([
  [new Date(2026, 10, 25, 21, 30), new Date(2026, 10, 26, 5)],
  [new Date(2026, 10, 26, 1, 15), new Date(2026, 10, 26, 5)],
  [new Date(2026, 11, 31, 12, 0), new Date(2027, 0, 1, 5)],
  [new Date(2026, 10, 25, 5, 0), new Date(2026, 10, 26, 5)],
])('what is sold out at %s comes back with the next morning', (now, morning) => {
  expect(untilTomorrow(now.getTime())).toBe(morning.getTime());
});
