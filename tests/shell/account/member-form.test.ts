import { describe, expect, test } from 'vitest';
import type { Member } from '#contract/calls/member.ts';
import {
  readBirthday,
  formatBirthday,
  countDays,
  listMemberProblems,
  splitBirthday,
  listMonthNames,
} from '#src/features/account/profile/member-form.ts';
import { formatFullPhone } from '#src/features/account/phone-text.ts';

const member = { phone: '4155552671' } as Member;
const whole = { firstName: 'Ann', lastName: 'Lin', birthday: 305, mail: 'ann@example.com' };

describe('the member form', () => {
  // CV8
  test.each([
    [['phone', 'name'], undefined, { ...whole, firstName: '' }],
    [['name', 'birthday'], member, { ...whole, firstName: ' ', birthday: null }],
    [['name'], member, { ...whole, lastName: '' }],
    [['birthday', 'mail'], member, { ...whole, birthday: null, mail: '' }],
    [['mail'], member, { ...whole, mail: ' ' }],
    [['mailFormat'], member, { ...whole, mail: 'ann' }],
    [['mailFormat'], member, { ...whole, mail: 'ann@example' }],
    [[], member, whole],
    [[], member, { ...whole, mail: ' ann@example.com ' }],
  ] as const)('reports all problems in order: %j', (problems, who, fields) => {
    expect(listMemberProblems(who, fields)).toEqual(problems);
  });
});

describe('a birthday (CF4)', () => {
  test('is month × 100 + day, in both directions', () => {
    expect(readBirthday({ month: 3, day: 5 })).toBe(305);
    expect(splitBirthday(305)).toEqual({ month: 3, day: 5 });
    expect(splitBirthday(1231)).toEqual({ month: 12, day: 31 });
  });
  test('29 February is one; 31 April turns into 30 April', () => {
    expect(splitBirthday(229)).toEqual({ month: 2, day: 29 });
    expect(readBirthday({ month: 4, day: 31 })).toBe(430);
    expect(countDays(2)).toBe(29);
  });
  test.each([null, 0, 100, 1301, 230, 431])('%s is invalid', (birthday) => {
    expect(splitBirthday(birthday)).toBeUndefined();
  });
  test('is written in the style of the language', () => {
    expect(formatBirthday({ month: 2, day: 29 }, 'en-US')).toBe('February 29');
    expect(formatBirthday({ month: 2, day: 29 }, 'zh-TW')).toBe('2月29日');
    expect(listMonthNames('en-US')).toHaveLength(12);
    expect(listMonthNames('zh-TW')[0]).toBe('1月');
  });
});

test('a phone number is written in its groups', () => {
  expect(formatFullPhone('4155552671')).toBe('+1 415-555-2671');
  expect(formatFullPhone('')).toBe('');
});
