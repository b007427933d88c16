import { useLanguage } from '#ui/routes/language.ts';
import { useStaff } from './calls/staff-queries.ts';

/** Times as the restaurant's own clock shows them, wherever this device is. */
export function useClock(format: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = useTimeZone();
  return new Intl.DateTimeFormat(useLanguage(), { ...format, timeZone });
}

/** IANA; the device's own as long as nobody is logged in. */
export function useTimeZone(): string {
  const { data: staff } = useStaff();
  return staff?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Day and time, as the language writes them. */
export function useDayAndTime(): (at: number) => string {
  const clock = useClock({ dateStyle: 'medium', timeStyle: 'short' });
  return (at) => clock.format(at);
}
