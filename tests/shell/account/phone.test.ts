import { describe, expect, test } from 'vitest';
import {
  findCaret,
  formatPhone,
  isOneTooMany,
  isUsefulPhone,
  parseLocalDigits,
} from '#src/features/account/login/phone.ts';

describe('a phone number gets its dashes while it is typed', () => {
  test.each([
    ['', ''],
    ['415', '415'],
    ['4155', '415-5'],
    ['4155550', '415-555-0'],
    ['4155550123', '415-555-0123'],
    ['41555501239', '415-555-01239'],
    ['(415) 555-0123', '415-555-0123'],
    ['+1 415 555 0123', '415-555-0123'],
    ['14155550123', '415-555-0123'],
    ['abc', ''],
    ['４１５５５５０１２３', '415-555-0123'],
    ['٤١٥٥٥٥٠١٢٣', '415-555-0123'],
    ['۴۱۵ ۵۵۵ ۰۱۲۳', '415-555-0123'],
    ['＋１ 415 555 0123', '415-555-0123'],
    ['001 415 555 0123', '415-555-0123'],
    ['+', '+'],
    ['+886 912 345 678', '+886912345678'],
    ['00886912345678', '+886912345678'],
    ['+86 138 0013 8000', '+8613800138000'],
    ['+44 20 7946 0958', '+442079460958'],
    ['+852 1234 5678', '+85212345678'],
    ['886912345678', '886-912-345678'],
  ])('%j → %j', (typed, formatted) => {
    expect(formatPhone(typed)).toBe(formatted);
    expect(formatPhone(formatted), 'what is formatted stays').toBe(formatted);
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
    // a digit too many
    ['415-555-01239', false],
    // another country, with as many characters
    ['+85221234567', false],
  ])('%j: %j', (phone, useful) => {
    expect(isUsefulPhone(phone)).toBe(useful);
  });
});

test('a digit typed behind a complete number is not taken', () => {
  expect(isOneTooMany('415-555-0123', '415-555-01239')).toBe(true);
  // The leading 1 is the country code: only nine digits of the number are there.
  expect(isOneTooMany('141-555-5012', '141-555-50123')).toBe(false);
  expect(isOneTooMany('415-555-012', '415-555-0123')).toBe(false);
  // A number that is pasted over the old one.
  expect(isOneTooMany('415-555-0123', '+886 912 345 678')).toBe(false);
});

test('digits alone go to the server', () => {
  expect(parseLocalDigits('415-555-0123')).toBe('4155550123');
});

test.each([
  ['415-555', 0, 0],
  ['415-555', 3, 3],
  ['415-555', 4, 5],
  ['415-555', 9, 7],
])('in %j the caret behind %i digits stands at %i', (phone, digits, at) => {
  expect(findCaret(phone, digits)).toBe(at);
});
