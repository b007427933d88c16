import { expect, test } from 'vitest';
import { weekdays } from '#contract/menu-file/hours.ts';
import { describeDays, describeHours } from '#staff/owner/hours-words.ts';

// CX10
test('three or more days in a row are named by the first and the last, others one by one', () => {
  expect(describeDays(['mon', 'tue', 'wed', 'thu', 'fri'], 'en-US')).toBe('Mon–Fri');
  expect(describeDays(['mon', 'tue', 'wed', 'sat', 'sun'], 'zh-TW')).toBe('週一至週三、週六、週日');
  expect(describeDays(['tue', 'thu'], 'en-US')).toBe('Tue, Thu');
  expect(describeDays(weekdays, 'zh-TW')).toBe('週一至週日');
  expect(describeDays([], 'en-US')).toBe('');
});

test('hours have their days, and none if they apply to every day', () => {
  const [from, to] = ['17:00', '02:00'];
  expect(describeHours({ days: ['fri', 'sat'], from, to }, 'en-US')).toBe('Fri, Sat 17:00–02:00');
  expect(describeHours({ from, to }, 'zh-TW')).toBe('17:00–02:00');
});
