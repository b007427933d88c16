import { describe, expect, test } from 'vitest';
import {
  caretAfterFormat,
  formatPhone,
  isUsefulPhone,
  localDigits,
} from '#src/features/account/login/phone.ts';

describe('a phone number gets its dashes while it is typed', () => {
  test.each([
    ['', ''],
    ['4', '4'],
    ['415', '415'],
    ['4155', '415-5'],
    ['415-555', '415-555'],
    ['4155550', '415-555-0'],
    ['4155550123', '415-555-0123'],
    ['41555501239', '415-555-0123'],
    ['(415) 555-0123', '415-555-0123'],
    ['+1 415 555 0123', '415-555-0123'],
    ['14155550123', '415-555-0123'],
    ['abc', ''],
  ])('%j → %j', (typed, formatted) => {
    expect(formatPhone(typed)).toBe(formatted);
  });

  test('formatting what is formatted changes nothing', () => {
    for (const typed of ['4', '4155', '4155550123']) {
      const once = formatPhone(typed);
      expect(formatPhone(once)).toBe(once);
    }
  });
});

describe('a useful phone number (CV5)', () => {
  // CL3
  test.each([
    ['415-555-0123', true],
    ['212-200-0000', true],
    ['989-999-9999', true],
    // too short, or not formatted
    ['415-555-012', false],
    ['4155550123', false],
    ['', false],
    // the area part starts with 0 or 1
    ['015-555-0123', false],
    ['115-555-0123', false],
    // its second digit is 9
    ['495-555-0123', false],
    // the exchange part starts with 0 or 1
    ['415-055-0123', false],
    ['415-155-0123', false],
  ])('%j: %j', (phone, useful) => {
    expect(isUsefulPhone(phone)).toBe(useful);
  });
});

test('digits alone go to the server', () => {
  expect(localDigits('415-555-0123')).toBe('4155550123');
});

test.each([
  ['415-555', 0, 0],
  ['415-555', 3, 3],
  ['415-555', 4, 5],
  ['415-555', 9, 7],
])('in %j the caret behind %i digits stands at %i', (phone, digits, at) => {
  expect(caretAfterFormat(phone, digits)).toBe(at);
});
