import { weekdays, type ServedHours, type Weekday } from '#contract/menu-file/hours.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { fillText } from '#locales/fill-text.ts';
import { joinList } from '#locales/join-list.ts';
import { staffNames } from '../staff-names.ts';

/** Formats hours, for example "Sat, Sun 09:00–13:30". */
export function describeHours({ days = [], from, to }: ServedHours, language: LanguageCode): string {
  const named = describeDays(days, language);
  return [...(named ? [named] : []), `${from}–${to}`].join(' ');
}

/** Formats days, for example "Mon–Wed, Sat". Three or more days in a row become a range. */
export function describeDays(days: readonly Weekday[], language: LanguageCode): string {
  const parts = groupDays(days).flatMap((row) => {
    const named = row.map((day) => nameDay(day, language));
    if (named.length < 3) return named;
    return [fillText(staffNames[language].days, { from: named[0]!, to: named.at(-1)! })];
  });
  return joinList(parts, language);
}

export function nameDay(day: Weekday, language: LanguageCode): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return format.format(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)));
}

/** Groups the days into runs of consecutive days. */
function groupDays(days: readonly Weekday[]): Weekday[][] {
  const rows: Weekday[][] = [];
  for (const day of weekdays.filter((each) => days.includes(each))) {
    const row = rows.at(-1);
    if (row && weekdays.indexOf(row.at(-1)!) === weekdays.indexOf(day) - 1) row.push(day);
    else rows.push([day]);
  }
  return rows;
}
