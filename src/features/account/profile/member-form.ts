import type { Member } from '#contract/calls/member.ts';
import type { ProfileFields } from '#src/kit/diner/diner.ts';

export type MemberProblem = 'phone' | 'name' | 'birthday' | 'mail' | 'mailFormat';

const addressPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** CV8: the first thing that is wrong with the form, in the order in which it is checked. */
export function memberProblem(member: Member | undefined, fields: ProfileFields): MemberProblem | undefined {
  if (!member?.phone) return 'phone';
  if (fields.firstName.trim() === '' || fields.lastName.trim() === '') return 'name';
  if (fields.birthday === null) return 'birthday';
  if (fields.mail.trim() === '') return 'mail';
  return addressPattern.test(fields.mail.trim()) ? undefined : 'mailFormat';
}
