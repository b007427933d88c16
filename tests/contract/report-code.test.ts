import { expect, test } from 'vitest';
import {
  isReportCode,
  createReportCode,
  formatReportCode,
  readReportCode,
} from '#contract/calls/report-code.ts';

test('CX21: digits that are hard to mishear, read in two halves, typed in any form', () => {
  let drawn = 0;
  const code = createReportCode((limit) => (drawn += 3) % limit);
  expect(isReportCode(code)).toBe(true);
  expect(readReportCode(formatReportCode(code))).toBe(code);
  expect(readReportCode(` ${code.slice(0, 2)}-${code.slice(2)} `)).toBe(code);
  for (const wrong of ['', '20468', '2046833', '204681', '904683', '２０４６８３', 'abcdef'])
    expect(isReportCode(wrong), wrong).toBe(false);
  const all = Array.from({ length: 8 }, (_, index) => createReportCode(() => index)).join('');
  expect(all).not.toMatch(/[19]/);
});
