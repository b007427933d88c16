import { expect, test } from 'vitest';
import { spanNames, spanOf } from '#src/features/staff/owner/numbers/figures/spans.ts';

test('which days are meant, from the restaurant’s own today', () => {
  const chosen = { from: '2026-02-01', to: '2026-02-03' };
  expect(spanNames.map((name) => spanOf(name, '2026-03-01', chosen))).toEqual([
    {},
    { from: '2026-02-28', to: '2026-02-28' },
    { from: '2026-02-23', to: '2026-03-01' },
    { from: '2026-01-31', to: '2026-03-01' },
    chosen,
  ]);
});

test('what is not known yet, or the wrong way round, asks for nothing', () => {
  const none = { from: '', to: '' };
  expect(spanOf('week', undefined, none)).toBeUndefined();
  expect(spanOf('today', undefined, none)).toEqual({});
  expect(spanOf('days', '2026-03-01', none)).toBeUndefined();
  expect(spanOf('days', '2026-03-01', { from: '2026-02-03', to: '2026-02-01' })).toBeUndefined();
});
