import { weekdays, type ServedHours, type Weekday } from '#contract/menu-file/hours.ts';
import type { LanguageCode } from '#contract/http/headers.ts';

/** "Sat, Sun 09:00–13:30" */
export function hoursWords({ days = [], from, to }: ServedHours, language: LanguageCode): string {
  const list = new Intl.ListFormat(language, { type: 'unit' });
  const named = list.format(days.map((day) => dayName(day, language)));
  return [...(named ? [named] : []), `${from}–${to}`].join(' ');
}

export function dayName(day: Weekday, language: LanguageCode): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return format.format(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)));
}
