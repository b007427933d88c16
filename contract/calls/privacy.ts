import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count } from '../fields.ts';

const host = z.nullable(z.string());

/** What this server does with what it is told, for the page on privacy. A host is null where nothing goes. */
export const getPrivacyFacts = call('GET /api/system/privacy', {
  data: z.object({
    /** After so many days what a party wrote is forgotten; null: when the restaurant deletes it. */
    retentionDays: z.nullable(count),
    loginDays: count,
    textsGoTo: host,
    /** With those that the restaurant itself has named (CX31), where the asker names one; several with a comma between. */
    ordersGoTo: host,
    messagesGoThrough: host,
    behaviourGoesTo: host,
    /** Of the restaurant that the asker names; absent where they name none. */
    paymentsGoTo: z.optional(host),
  }),
});

/** Removes the asker’s account at this restaurant, or what is known of a guest. */
export const removeAccount = call('DELETE /api/member', {
  data: z.object({ removed: z.boolean() }),
  timeout: 'commit',
});

/** Not in the catalogue: an account cannot go while its diner sits at a table or has an open order. */
export const accountInUse = 4091;

/** The data of such a refusal. */
export const accountInUseSchema = z.object({ reason: z.enum(['atTable', 'openOrder']) });
