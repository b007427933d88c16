/** Sets up a new restaurant with a code that is valid once. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { currencyCode, text } from '../fields.ts';
import { limits } from '../limits.ts';
import { houseTaxSchema } from './house.ts';
import { accessCode, personName, pinSchema } from './people.ts';
import { staffIdentitySchema } from './staff.ts';

/** The most tables that are created at once. More can be added later. */
export const mostTablesAtOnce = 200;

/** Checks the code before the rest is typed. It is refused with 403 if it is invalid. */
export const lookAtSetUp = call('POST /api/staff/set-up/look', {
  body: z.object({ code: accessCode }),
  data: z.object({ isGood: z.boolean() }),
  timeout: 'commit',
});

/** Creates the restaurant, its owner and its tables. The caller is logged in, and the device is known. */
export const setUpRestaurant = call('POST /api/staff/set-up', {
  body: z.object({
    code: accessCode,
    /** Used for all languages until the others are written. */
    name: text(400),
    currency: currencyCode,
    themeColor: text(7),
    /** A fraction: 0.05 is 5%. */
    taxRate: text(10),
    /** Empty for the usual name, like "Tax". */
    taxName: text(400),
    /** Several taxes, in place of `taxRate` and `taxName`. */
    taxes: z.optional(z.array(houseTaxSchema).check(z.minLength(1), z.maxLength(limits.taxes))),
    /** Whether the prices contain the tax. */
    taxIncluded: z.optional(z.boolean()),
    /** The browser's time zone. */
    timeZone: z.optional(text(60)),
    /** The country of phone numbers without a country code: ISO 3166, like `TW`. */
    phoneCountry: z.optional(text(2)),
    owner: z.object({ name: personName, pin: pinSchema }),
    tables: z.int().check(z.minimum(0), z.maximum(mostTablesAtOnce)),
  }),
  data: staffIdentitySchema,
  timeout: 'commit',
});
