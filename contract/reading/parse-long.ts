import { parse } from 'lossless-json';

/** Parses JSON and keeps numbers of more than 15 digits as text. It throws for invalid JSON. */
export function parseLong(text: string): unknown {
  return parse(text, undefined, {
    parseNumber: (digits) => (digits.replaceAll(/\D/g, '').length > 15 ? digits : Number(digits)),
    // As JSON.parse does.
    onDuplicateKey: ({ newValue }) => newValue,
  });
}
