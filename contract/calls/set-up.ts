/** CX28: a new restaurant, from nothing to open, with a code that is good once (D60). */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { currencyCode, text } from '../fields.ts';
import { accessCode, personName, pinSchema } from './people.ts';
import { staffIdentitySchema } from './staff.ts';

/** So many tables are made at once; more come later, one by one. */
export const mostTablesAtOnce = 200;

/** Whether the code is good, before somebody types all the rest. A Refusal 403 where it is not. */
export const lookAtSetUp = call('POST /api/staff/set-up/look', {
  body: z.object({ code: accessCode }),
  data: z.object({ isGood: z.boolean() }),
  timeout: 'commit',
});

/** Makes the restaurant, its owner and its tables; whoever did it is logged in, and their device is known. */
export const setUpRestaurant = call('POST /api/staff/set-up', {
  body: z.object({
    code: accessCode,
    /** In both languages until somebody writes it in the other. */
    name: text(400),
    currency: currencyCode,
    themeColor: text(7),
    /** A fraction: 0.05 is 5%. */
    taxRate: text(10),
    /** Empty: “Tax” and 稅. */
    taxName: text(400),
    /** Of the browser (D62). */
    timeZone: z.optional(text(60)),
    owner: z.object({ name: personName, pin: pinSchema }),
    tables: z.int().check(z.minimum(0), z.maximum(mostTablesAtOnce)),
  }),
  data: staffIdentitySchema,
  timeout: 'commit',
});
