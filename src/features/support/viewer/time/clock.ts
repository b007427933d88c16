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
 * How the viewer says when something was: by 24 hours, as logs do. `exact`: with the day, to the millisecond, for much
 * happens within a second.
 */
export function useClock(exact?: 'exact'): Intl.DateTimeFormat {
  const language = useLanguage();
  return useMemo(() => new Intl.DateTimeFormat(language, exact ? exactly : toTheSecond), [language, exact]);
}
