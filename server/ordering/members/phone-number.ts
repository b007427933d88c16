import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { phonePattern } from '#contract/calls/member.ts';

/**
 * Returns the number as it is stored: ten digits for +1, else E.164. Undefined if it cannot exist.
 * @param typed digits of a +1 number, or a number with a plus and its country code
 */
export function readPhoneNumber(typed: string): string | undefined {
  if (!typed.startsWith('+')) return phonePattern.test(typed) ? typed : undefined;
  const number = parsePhoneNumberFromString(typed);
  if (!number?.isValid()) return undefined;
  if (number.countryCallingCode !== '1') return number.number;
  return phonePattern.test(number.nationalNumber) ? number.nationalNumber : undefined;
}
