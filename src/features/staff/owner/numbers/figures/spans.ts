import type { Days } from '../number-queries.ts';

export const spanNames = ['today', 'yesterday', 'week', 'month', 'days'] as const;
export type SpanName = (typeof spanNames)[number];

const dayMs = 24 * 60 * 60_000;

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/** Which days are meant; undefined while that is not known. @param today of the restaurant */
export function spanOf(
  name: SpanName,
  today: string | undefined,
  chosen: { readonly from: string; readonly to: string },
): Days | undefined {
  if (name === 'today') return {};
  if (today === undefined) return undefined;
  switch (name) {
    case 'yesterday': {
      const day = daysBefore(today, 1);
      return { from: day, to: day };
    }
    case 'week':
      return { from: daysBefore(today, 6), to: today };
    case 'month':
      return { from: daysBefore(today, 29), to: today };
    case 'days':
      return chosen.from === '' || chosen.to === '' || chosen.from > chosen.to ? undefined : chosen;
  }
}
