import * as z from 'zod/mini';
import { limits } from './limits.ts';

const notAnId = `must be an id of at most ${limits.idLength} characters`;

/** An id. Inside the program it is a string; at the edge, numbers are accepted, too (CF1). */
export const id = z.pipe(
  z.union([storableText(limits.idLength).check(z.minLength(1)), z.number()], notAnId),
  z.transform(String),
);

/** The id of another object. Servers of other makers may leave it out. */
export const reference = z.pipe(id, z.transform(String));

/** How often a choice is made for one unit of its dish. */
export const modifierQuantity = z.int();

/** An optional id. Null and the empty string mean absent. */
export const optionalId = z.optional(
  z.pipe(
    z.nullable(z.union([storableText(limits.idLength), z.number()], notAnId)),
    z.transform((value) => (value === null || value === '' ? undefined : String(value))),
  ),
);

/** A decimal number, as text. */
export const decimal = /^-?\d{1,12}(\.\d{1,6})?$/;
/**
 * A decimal amount. Inside the program it is text, whose decimals are those of the restaurant's currency. At the edge,
 * numbers are accepted, too. They do not show the decimals, so they get two at least.
 */
export const amount = z.pipe(
  z.union(
    [z.string().check(z.regex(decimal)), z.number().check(z.refine((value) => decimal.test(String(value))))],
    'must be a decimal amount',
  ),
  z.transform((value) => (typeof value === 'number' ? withDecimals(String(value)) : value)),
);

function withDecimals(number: string): string {
  const [whole, digits = ''] = number.split('.');
  return `${whole}.${digits.padEnd(2, '0')}`;
}

/** Browsers cannot format amounts of other codes. */
export const currencyCode = z.string().check(z.regex(/^[A-Za-z]{3}$/));

export const count = z.int().check(z.minimum(0));

/** ms since 1970, within the range of JavaScript dates. */
export const time = z.int().check(z.minimum(0), z.maximum(8.64e15));

export const guestCount = z.int().check(z.minimum(0), z.maximum(limits.guests));

/** Sales units of a line. A reduction is negative. */
export const lineQuantity = z
  .int()
  .check(z.minimum(-limits.quantity), z.maximum(limits.quantity * limits.eventsPerRequest));

/** The version of a row, which goes back to its server unchanged. Other servers may use text. */
export const rowVersion = z.union([z.number(), z.string().check(z.regex(/\D|.{16}/))]);

/** A whole number that may come as text, as in a query. */
export const countText = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,9}$/)), count], 'must be a whole number'),
  z.transform(Number),
);

export function text(maxLength: number) {
  return z.string().check(z.maxLength(maxLength));
}

/** Text for a database column. Databases refuse the character 0 and halves of surrogate pairs. */
export function storableText(maxLength: number) {
  return text(maxLength).check(
    z.refine((value) => !/[\p{Cs}\0]/u.test(value), 'must not contain invalid characters'),
  );
}
