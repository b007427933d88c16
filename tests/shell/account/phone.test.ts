import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findCaret,
  formatPhone,
  isOneTooMany,
  isUsefulPhone,
  isHopeless,
  readPhoneCountry,
  toWirePhone,
} from '#src/features/account/login/phone.ts';

const america = readPhoneCountry(undefined);

describe('a phone number gets its dashes while being typed', () => {
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
    ['+886 912 345 678', '+886 912 345 678'],
    ['00886912345678', '+886 912 345 678'],
    ['+86 138 0013 8000', '+86 138 0013 8000'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['+85221234567', '+852 2123 4567'],
    ['886912345678', '886-912-345678'],
  ])('%j → %j', (typed, formatted) => {
    expect(formatPhone(typed, america)).toBe(formatted);
    expect(formatPhone(formatted, america), 'a formatted number stays').toBe(formatted);
  });
});

describe('a valid phone number (CV5)', () => {
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
    // other countries
    ['+85221234567', true],
    ['+85212345678', false],
  ])('%j: %j', (phone, useful) => {
    expect(isUsefulPhone(phone, america)).toBe(useful);
  });
});

test('a digit typed after a complete number is ignored', () => {
  expect(isOneTooMany('415-555-0123', '415-555-01239')).toBe(true);
  // The leading 1 is the country code: only nine digits of the number are there.
  expect(isOneTooMany('141-555-5012', '141-555-50123')).toBe(false);
  expect(isOneTooMany('415-555-012', '415-555-0123')).toBe(false);
  // A number that is pasted over the old one.
  expect(isOneTooMany('415-555-0123', '+886 912 345 678')).toBe(false);
});

const taiwan = readPhoneCountry('TW');
const germany = readPhoneCountry('DE');

test.each([
  [america, '415-555-0123', '4155550123'],
  [america, '+886 912 345 678', '+886912345678'],
  [america, '+1 415 555 0123', '4155550123'],
  [taiwan, '0912345678', '+886912345678'],
  [taiwan, '912345678', '+886912345678'],
  [taiwan, '+886 912 345 678', '+886912345678'],
  [taiwan, '00886 912 345 678', '+886912345678'],
  [taiwan, '+1 415 555 0123', '4155550123'],
  [taiwan, '+49 1512 3456789', '+4915123456789'],
  [germany, '0151 23456789', '+4915123456789'],
  [taiwan, '091234567', undefined],
  [taiwan, '', undefined],
  [taiwan, '+', undefined],
  // An exchange code of +1 does not start with 1.
  [taiwan, '+1 415 155 0123', undefined],
])('%j: %s is sent to the server as %s', (country, typed, wire) => {
  expect(toWirePhone(formatPhone(typed, country), country)).toBe(wire);
});

test('a number of the restaurant’s country is spaced like in that country', () => {
  expect(formatPhone('0912345678', taiwan)).toBe('0912 345 678');
  expect(formatPhone('+886912345678', taiwan)).toBe('912 345 678');
  expect(readPhoneCountry('CA')).toEqual(america);
  expect(readPhoneCountry('XX')).toEqual(america);
});

test('all digits stay, whatever is typed', () => {
  const typed = fc.stringMatching(/^\+?[0-9 ()-]{0,20}$/);
  fc.assert(
    fc.property(typed, fc.constantFrom(america, taiwan, germany), (text, country) => {
      const given = text.replaceAll(/\D/g, '').replace(/^00/, '');
      const digits = formatPhone(text, country).replaceAll(/\D/g, '').replace(/^00/, '');
      // The restaurant's own country code is not shown again.
      expect(given.endsWith(digits)).toBe(true);
      expect(given.length - digits.length).toBeLessThanOrEqual(country.calling.length - 1);
    }),
  );
});

test('a number is wrong once more digits cannot make it valid', () => {
  expect(isHopeless('415-155-0123', america)).toBe(true);
  expect(isHopeless('415-155', america)).toBe(false);
  expect(isHopeless('0912 345', taiwan)).toBe(false);
  expect(isHopeless('0912 345 678', taiwan)).toBe(false);
  expect(isHopeless('+', america)).toBe(false);
});

test.each([
  ['415-555', 0, 0],
  ['415-555', 3, 3],
  ['415-555', 4, 5],
  ['415-555', 9, 7],
])('in %j the caret after %i digits is at %i', (phone, digits, at) => {
  expect(findCaret(phone, digits)).toBe(at);
});
