import { parse } from 'lossless-json';

/** Reads JSON, with numbers of more than 15 digits as text (D6). Throws when it is none. */
export function parseLong(text: string): unknown {
  return parse(text, undefined, {
    parseNumber: (digits) => (digits.replaceAll(/\D/g, '').length > 15 ? digits : Number(digits)),
  });
}
