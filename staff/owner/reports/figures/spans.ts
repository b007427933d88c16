/** Days such as `2026-11-25`, both included. */
export interface Days {
  readonly from?: string;
  readonly to?: string;
}

export const spanNames = ['today', 'yesterday', 'week', 'month', 'days'] as const;
export type SpanName = (typeof spanNames)[number];

const dayMs = 24 * 60 * 60_000;

function subtractDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/** The days of a named span, or undefined if they are not known yet. @param today the restaurant's current day */
export function findSpan(
  name: SpanName,
  today: string | undefined,
  chosen: { readonly from: string; readonly to: string },
): Days | undefined {
  if (name === 'today') return {};
  if (today === undefined) return undefined;
  switch (name) {
    case 'yesterday': {
      const day = subtractDays(today, 1);
      return { from: day, to: day };
    }
    case 'week':
      return { from: subtractDays(today, 6), to: today };
    case 'month':
      return { from: subtractDays(today, 29), to: today };
    case 'days':
      return chosen.from === '' || chosen.to === '' || chosen.from > chosen.to ? undefined : chosen;
  }
}

/** The length of one part of a long span, days. */
const month = 31;

/** Splits a long span into parts of a month, newest last. Returns none for a span of up to a month. */
export function listMonths({ from, to }: Days): Required<Days>[] {
  if (from === undefined || to === undefined || countDays({ from, to }) <= month) return [];
  const months: Required<Days>[] = [];
  for (let first = from; first <= to; first = subtractDays(first, -month)) {
    const last = subtractDays(first, 1 - month);
    months.push({ from: first, to: last < to ? last : to });
  }
  return months;
}

export function countDays({ from, to }: Required<Days>): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs + 1;
}
