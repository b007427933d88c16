import * as z from 'zod/mini';
import { limits } from './limits.ts';

/** D6: ids are strings inside; numbers are accepted at the edge. */
export const id = z.pipe(
  z.union([z.string().check(z.minLength(1), z.maxLength(limits.idLength)), z.number()]),
  z.transform(String),
);

/** An id or nothing; null, absent and the empty string are the same. */
export const optionalId = z.optional(
  z.pipe(
    z.nullable(z.union([z.string().check(z.maxLength(limits.idLength)), z.number()])),
    z.transform((value) => (value === null || value === '' ? undefined : String(value))),
  ),
);

/** A decimal amount: text inside, numbers accepted at the edge (D15). */
export const amount = z.pipe(
  z.union([z.string().check(z.regex(/^-?\d{1,12}(\.\d{1,6})?$/)), z.number()]),
  z.transform(String),
);

export const count = z.int().check(z.minimum(0));

/** A whole number that may come as text, as in a query. */
export const countText = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,9}$/)), count]),
  z.transform(Number),
);

export const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));
