import type { ClosingSheet } from '#contract/calls/closing.ts';
import { useLanguage } from '#ui/routes/language.ts';

/** Formats days such as 2026-11-25, and moments, in the restaurant's time zone. */
export function useDayText({ timeZone }: Pick<ClosingSheet, 'timeZone'>) {
  const language = useLanguage();
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return {
    dayText: (day: string) => days.format(Date.parse(day)),
    timeText: (at: number) => times.format(at),
  };
}
