import { expect, test } from 'vitest';
import { countSecondsLeft } from '#src/features/account/login/countdown.ts';

const askedAt = 1_700_000_000_000;

// CD2, CL3
test.each([
  [undefined, askedAt, 0],
  [askedAt, askedAt, 60],
  [askedAt, askedAt + 1, 60],
  [askedAt, askedAt + 1_000, 59],
  [askedAt, askedAt + 59_001, 1],
  [askedAt, askedAt + 60_000, 0],
  [askedAt, askedAt + 3_600_000, 0],
  // the phone's clock was set back
  [askedAt, askedAt - 1, 0],
])('asked at %j, at %j there are %i seconds left', (asked, now, left) => {
  expect(countSecondsLeft(asked, now)).toBe(left);
});
