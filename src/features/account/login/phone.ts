import { phonePattern } from '#contract/calls/member.ts';

/** CV5: characters of the phone as typed, 415-555-0123. */
export const phoneLength = 12;
/** CV6: digits of a verification code. */
export const codeLength = 6;

const digitCount = 10;

/** What was typed, pasted or filled in, as digits with dashes: `4155550123` → `415-555-0123`. */
export function formatPhone(typed: string): string {
  const digits = localDigits(typed);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-');
}

/** CV5: complete and one that exists: area part 2–9 first and no 9 second, exchange part 2–9 first. */
export function isUsefulPhone(formatted: string): boolean {
  return formatted.length === phoneLength && phonePattern.test(localDigits(formatted));
}

/** The digits of a formatted phone. */
export function localDigits(formatted: string): string {
  const digits = formatted.replaceAll(/\D/g, '');
  // Phones fill in the whole number; no area part starts with 1.
  const isWhole = digits.length > digitCount && digits.startsWith('1');
  return digits.slice(isWhole ? 1 : 0).slice(0, digitCount);
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
