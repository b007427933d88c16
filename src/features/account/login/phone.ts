import {
  AsYouType,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { phonePattern } from '#contract/calls/member.ts';
import { readDigits } from '#client/values/digits.ts';

/** Characters of a complete formatted +1 number, `415-555-0123` (CV5). */
export const phoneLength = 12;
/** Digits of a verification code (CV6). */
export const codeLength = 6;

const digitCount = 10;

/** How a restaurant reads phone numbers without a country code. */
export interface PhoneCountry {
  /** Undefined for the numbers of +1, which keep the format of the specification. */
  readonly code: ReturnType<AsYouType['getCountry']>;
  /** With its plus: `+886`. */
  readonly calling: string;
}

/** @param country ISO 3166; undefined and unknown countries are read as +1 */
export function readPhoneCountry(country: string | undefined): PhoneCountry {
  if (country === undefined || !isSupportedCountry(country)) return { code: undefined, calling: '+1' };
  const calling = `+${getCountryCallingCode(country)}`;
  return { code: calling === '+1' ? undefined : country, calling };
}

/**
 * Formats a typed, pasted or filled in number.
 * - A number of +1 gets dashes: `4155550123` → `415-555-0123`.
 * - A number of the restaurant's country gets the spaces of that country: `0912345678` → `0912 345 678`.
 * - Other countries get a plus: `00886 912…` → `+886 912…`.
 *
 * Keeps all digits, because a truncated number could belong to another person.
 */
export function formatPhone(typed: string, { code, calling }: PhoneCountry): string {
  const read = readPhone(typed);
  if (read.isInternational && !isOf(read.digits, calling)) {
    if (!read.digits.startsWith('1')) return new AsYouType().input(`+${read.digits}`) || '+';
    return code === undefined ? insertDashes(read.digits.slice(1)) : new AsYouType().input(`+${read.digits}`);
  }
  const digits = read.isInternational ? read.digits.slice(calling.length - 1) : read.digits;
  if (code === undefined) return insertDashes(digits);
  // With its leading 0 a number is written as within the country.
  if (digits.startsWith('0')) return new AsYouType(code).input(digits);
  return new AsYouType().input(`${calling}${digits}`).slice(calling.length).trimStart();
}

/** True for a formatted number with a country code, and for a plus without one yet. */
export function isForeignPhone(formatted: string): boolean {
  return formatted.startsWith('+');
}

/** True for a complete number that can exist. For +1: area code 2–9 then no 9, exchange 2–9 (CV5). */
export function isUsefulPhone(formatted: string, country: PhoneCountry): boolean {
  return toWirePhone(formatted, country) !== undefined;
}

/** The number as the server takes it: ten digits for +1, else E.164. Undefined if it is incomplete or cannot exist. */
export function toWirePhone(formatted: string, { code }: PhoneCountry): string | undefined {
  if (code === undefined && !isForeignPhone(formatted)) {
    const digits = readPhone(formatted).digits;
    return formatted.length === phoneLength && phonePattern.test(digits) ? digits : undefined;
  }
  const number = parsePhoneNumberFromString(formatted, code);
  if (!number?.isValid()) return undefined;
  if (number.countryCallingCode !== '1') return number.number;
  return phonePattern.test(number.nationalNumber) ? number.nationalNumber : undefined;
}

/** True if the typed number cannot become valid by more digits. */
export function isHopeless(formatted: string, country: PhoneCountry): boolean {
  if (isUsefulPhone(formatted, country)) return false;
  if (country.code === undefined && !isForeignPhone(formatted)) return formatted.length >= phoneLength;
  return validatePhoneNumberLength(`${formatted}0`, country.code) === 'TOO_LONG';
}

/** True if the diner has typed one digit too many after a complete +1 number. */
export function isOneTooMany(formatted: string, typed: string): boolean {
  const digits = readDigits(typed);
  const isComplete = formatted.length === phoneLength && /^[\d-]+$/.test(formatted);
  return isComplete && digits.length === digitCount + 1 && !digits.startsWith('1');
}

interface ReadPhone {
  readonly isInternational: boolean;
  /** With the country code if the number is international. */
  readonly digits: string;
}

function readPhone(typed: string): ReadPhone {
  const all = readDigits(typed);
  const hasPlus = typed.normalize('NFKC').trimStart().startsWith('+');
  if (hasPlus || all.startsWith('00')) return { isInternational: true, digits: all.replace(/^00/, '') };
  // Phones fill in the country code without a plus. No area code of +1 starts with 1.
  const isWhole = all.length > digitCount && all.startsWith('1');
  return isWhole ? { isInternational: true, digits: all } : { isInternational: false, digits: all };
}

function isOf(digits: string, calling: string): boolean {
  return digits.startsWith(calling.slice(1));
}

function insertDashes(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-');
}

/** The caret's position after formatting: behind the same number of digits as before. */
export function findCaret(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let index = 0; index < formatted.length; index += 1) {
    if (seen === digitsBefore) return index;
    if (/\d/.test(formatted[index] ?? '')) seen += 1;
  }
  return formatted.length;
}
