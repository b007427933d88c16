import { expect, test } from 'vitest';
import { countDays, listMonths, spanNames, findSpan } from '#staff/owner/reports/figures/spans.ts';

test('a span covers its days, counted from the restaurant’s today', () => {
  const chosen = { from: '2026-02-01', to: '2026-02-03' };
  expect(spanNames.map((name) => findSpan(name, '2026-03-01', chosen))).toEqual([
    {},
    { from: '2026-02-28', to: '2026-02-28' },
    { from: '2026-02-23', to: '2026-03-01' },
    { from: '2026-01-31', to: '2026-03-01' },
    chosen,
  ]);
});

test('there is no span without a today or a chosen day, nor with days in the wrong order', () => {
  const none = { from: '', to: '' };
  expect(findSpan('week', undefined, none)).toBeUndefined();
  expect(findSpan('today', undefined, none)).toEqual({});
  expect(findSpan('days', '2026-03-01', none)).toBeUndefined();
  expect(findSpan('days', '2026-03-01', { from: '2026-02-03', to: '2026-02-01' })).toBeUndefined();
});

test('a long span is split into months that together contain each day once', () => {
  expect(listMonths({})).toEqual([]);
  expect(listMonths({ from: '2026-01-01', to: '2026-01-31' })).toEqual([]);
  const year = { from: '2025-11-21', to: '2026-11-25' };
  const months = listMonths(year);
  expect(months[0]).toEqual({ from: '2025-11-21', to: '2025-12-21' });
  expect(months[1]!.from).toBe('2025-12-22');
  expect(months.at(-1)!.to).toBe(year.to);
  expect(months.reduce((sum, month) => sum + countDays(month), 0)).toBe(countDays(year));
});
