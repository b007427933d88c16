import { useLanguage } from '#ui/routes/language.ts';
import { useStaff } from './calls/staff-queries.ts';

/** Formats times in the restaurant's time zone, wherever this device is. */
export function useClock(format: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = useTimeZone();
  return new Intl.DateTimeFormat(useLanguage(), { ...format, timeZone });
}

/** An IANA name. The device's own time zone until somebody is logged in. */
export function useTimeZone(): string {
  const { data: staff } = useStaff();
  return staff?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Formats a moment (ms) as day and time. */
export function useDayAndTime(): (at: number) => string {
  const clock = useClock({ dateStyle: 'medium', timeStyle: 'short' });
  return (at) => clock.format(at);
}
