import { useMemo } from 'react';
import { useLanguage } from '#ui/routes/language.ts';

const toTheSecond = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const exactly = {
  ...toTheSecond,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  fractionalSecondDigits: 3,
} as const;

/**
 * The format of times in the viewer, with 24 hours like log files. `exact` adds the date and milliseconds, because many
 * records can fall into one second.
 */
export function useClock(exact?: 'exact'): Intl.DateTimeFormat {
  const language = useLanguage();
  return useMemo(() => new Intl.DateTimeFormat(language, exact ? exactly : toTheSecond), [language, exact]);
}
