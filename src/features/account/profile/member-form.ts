import type { Member } from '#contract/calls/member.ts';
import type { ProfileFields } from '#src/diner/diner.ts';

export type MemberProblem = 'phone' | 'name' | 'birthday' | 'mail' | 'mailFormat';

const addressPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Lists all problems of the form, in the order of the checks (CV8). */
export function listMemberProblems(member: Member | undefined, fields: ProfileFields): MemberProblem[] {
  const problems: MemberProblem[] = [];
  if (!member?.phone) problems.push('phone');
  if (fields.firstName.trim() === '' || fields.lastName.trim() === '') problems.push('name');
  if (fields.birthday === null) problems.push('birthday');
  const mail = fields.mail.trim();
  if (mail === '') problems.push('mail');
  else if (!addressPattern.test(mail)) problems.push('mailFormat');
  return problems;
}

/** A birthday without a year. The contract stores it as month × 100 + day. */
export interface MonthAndDay {
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/** February has 29 days, because that is a birthday, too. */
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export function countDays(month: number): number {
  return daysOfMonth[month - 1] ?? 31;
}

export function readBirthday({ month, day }: MonthAndDay): number {
  return month * 100 + Math.min(day, countDays(month));
}

/** @returns undefined for null and for a number that is no day of a year */
export function splitBirthday(birthday: number | null): MonthAndDay | undefined {
  if (birthday === null) return undefined;
  const [month, day] = [Math.floor(birthday / 100), birthday % 100];
  return month >= 1 && month <= 12 && day >= 1 && day <= countDays(month) ? { month, day } : undefined;
}

/** The birthday in words, for example `3 May`. */
export function formatBirthday({ month, day }: MonthAndDay, language: string): string {
  // A leap year, so that 29 February exists.
  return new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, day),
  );
}

export function listMonthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return daysOfMonth.map((_, index) => format.format(Date.UTC(2024, index, 1)));
}
