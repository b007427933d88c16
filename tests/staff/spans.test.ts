import { expect, test } from 'vitest';
import { daysIn, monthsIn, spanNames, spanOf } from '#staff/owner/reports/figures/spans.ts';

test('a span covers its days, counted from the restaurant’s today', () => {
  const chosen = { from: '2026-02-01', to: '2026-02-03' };
  expect(spanNames.map((name) => spanOf(name, '2026-03-01', chosen))).toEqual([
    {},
    { from: '2026-02-28', to: '2026-02-28' },
    { from: '2026-02-23', to: '2026-03-01' },
    { from: '2026-01-31', to: '2026-03-01' },
    chosen,
  ]);
});

test('there is no span without a today or a chosen day, nor with days in the wrong order', () => {
  const none = { from: '', to: '' };
  expect(spanOf('week', undefined, none)).toBeUndefined();
  expect(spanOf('today', undefined, none)).toEqual({});
  expect(spanOf('days', '2026-03-01', none)).toBeUndefined();
  expect(spanOf('days', '2026-03-01', { from: '2026-02-03', to: '2026-02-01' })).toBeUndefined();
});

test('a long span is split into months that together contain each day once', () => {
  expect(monthsIn({})).toEqual([]);
  expect(monthsIn({ from: '2026-01-01', to: '2026-01-31' })).toEqual([]);
  const year = { from: '2025-11-21', to: '2026-11-25' };
  const months = monthsIn(year);
  expect(months[0]).toEqual({ from: '2025-11-21', to: '2025-12-21' });
  expect(months[1]!.from).toBe('2025-12-22');
  expect(months.at(-1)!.to).toBe(year.to);
  expect(months.reduce((sum, month) => sum + daysIn(month), 0)).toBe(daysIn(year));
});
