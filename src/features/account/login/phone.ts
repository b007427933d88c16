import { phonePattern } from '#contract/calls/member.ts';
import { readDigits } from '#client/values/digits.ts';

/** CV5: characters of the phone as typed, 415-555-0123. */
export const phoneLength = 12;
/** CV6: digits of a verification code. */
export const codeLength = 6;

const digitCount = 10;

/**
 * What was typed, pasted or filled in: a number of +1 as digits with dashes (`4155550123` → `415-555-0123`), one of
 * another country with its plus (`00886 912…` → `+886912…`). No digit is ever cut off, because the rest could be
 * somebody else's number.
 */
export function formatPhone(typed: string): string {
  const { countryCode, digits } = readPhone(typed);
  if (countryCode === 'other') return `+${digits}`;
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-');
}

/** Whether a formatted phone belongs to a country other than +1, or its country is not typed yet. */
export function isForeignPhone(formatted: string): boolean {
  return formatted.startsWith('+');
}

/** CV5: complete and one that exists: area part 2–9 first and no 9 second, exchange part 2–9 first. */
export function isUsefulPhone(formatted: string): boolean {
  return isCompletePhone(formatted) && phonePattern.test(localDigits(formatted));
}

/** All twelve characters of a +1 number are there; it may still be one that cannot exist. */
export function isCompletePhone(formatted: string): boolean {
  return formatted.length === phoneLength && !isForeignPhone(formatted);
}

/** Whether one more digit was typed behind a complete number, by a finger that was too quick. */
export function isOneTooMany(formatted: string, typed: string): boolean {
  const digits = readDigits(typed);
  return isCompletePhone(formatted) && digits.length === digitCount + 1 && !digits.startsWith('1');
}

/** The digits of a formatted +1 number. */
export function localDigits(formatted: string): string {
  return readPhone(formatted).digits;
}

interface ReadPhone {
  readonly countryCode: '1' | 'other';
  /** Behind the country code 1; with the country code where it is another one. */
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
  // Phones fill in the whole number without its plus; no area part starts with 1.
  const isWhole = all.length > digitCount && all.startsWith('1');
  return { countryCode: '1', digits: isWhole ? all.slice(1) : all };
}

/** Where the caret stands after formatting, behind as many digits as before. */
export function caretAfterFormat(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let index = 0; index < formatted.length; index += 1) {
    if (seen === digitsBefore) return index;
    if (/\d/.test(formatted[index] ?? '')) seen += 1;
  }
  return formatted.length;
}

/** A phone number's ten digits as people write them, with the area code that is fixed to +1; empty stays empty. */
export function phoneText(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
}
