import { phonePattern } from '#contract/calls/member.ts';
import { readDigits } from '#client/values/digits.ts';

/** Characters of a complete formatted number, `415-555-0123` (CV5). */
export const phoneLength = 12;
/** Digits of a verification code (CV6). */
export const codeLength = 6;

const digitCount = 10;

/**
 * Formats a typed, pasted or filled in number.
 * - Country +1 gets dashes: `4155550123` → `415-555-0123`.
 * - Other countries get a plus: `00886 912…` → `+886912…`.
 *
 * Keeps all digits, because a truncated number could belong to another person.
 */
export function formatPhone(typed: string): string {
  const { countryCode, digits } = readPhone(typed);
  if (countryCode === 'other') return `+${digits}`;
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-');
}

/** True for a formatted number of a country other than +1, and for a plus without a country yet. */
export function isForeignPhone(formatted: string): boolean {
  return formatted.startsWith('+');
}

/** True for a complete number that can exist: area code 2–9 then no 9, exchange 2–9 (CV5). */
export function isUsefulPhone(formatted: string): boolean {
  return isCompletePhone(formatted) && phonePattern.test(parseLocalDigits(formatted));
}

/** True if a +1 number has all twelve characters. Such a number may still be impossible. */
export function isCompletePhone(formatted: string): boolean {
  return formatted.length === phoneLength && !isForeignPhone(formatted);
}

/** True if the diner has typed one digit too many after a complete number. */
export function isOneTooMany(formatted: string, typed: string): boolean {
  const digits = readDigits(typed);
  return isCompletePhone(formatted) && digits.length === digitCount + 1 && !digits.startsWith('1');
}

/** The digits of a formatted +1 number. */
export function parseLocalDigits(formatted: string): string {
  return readPhone(formatted).digits;
}

interface ReadPhone {
  readonly countryCode: '1' | 'other';
  /** Without the country code 1, but with any other country code. */
  readonly digits: string;
}

function readPhone(typed: string): ReadPhone {
  const all = readDigits(typed);
  const isInternational = typed.normalize('NFKC').trimStart().startsWith('+') || all.startsWith('00');
  if (isInternational) {
    const digits = all.replace(/^00/, '');
    return digits.startsWith('1')
      ? { countryCode: '1', digits: digits.slice(1) }
      : { countryCode: 'other', digits };
  }
  // Phones fill in the country code without a plus. No area code starts with 1.
  const isWhole = all.length > digitCount && all.startsWith('1');
  return { countryCode: '1', digits: isWhole ? all.slice(1) : all };
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

/** Formats ten digits as `+1 415-555-0123`. Leaves other strings as they are. */
export function formatFullPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
}
