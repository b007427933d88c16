import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count } from '../fields.ts';

const host = z.nullable(z.string());

/** What this server does with personal data, for the privacy page. A host is null if nothing is sent. */
export const getPrivacyFacts = call('GET /api/system/privacy', {
  data: z.object({
    /** After this many days the texts of diners are deleted; null if the restaurant deletes them itself. */
    retentionDays: z.nullable(count),
    loginDays: count,
    textsGoTo: host,
    /** Includes the hosts of the named restaurant's webhooks. Several are separated by commas. */
    ordersGoTo: host,
    messagesGoThrough: host,
    behaviourGoesTo: host,
    /** The mail server of the named restaurant; absent if the request names none. */
    mailGoesTo: z.optional(host),
    /** The payment page of the named restaurant; absent if the request names none. */
    paymentsGoTo: z.optional(host),
  }),
});

/** Deletes the account at this restaurant, or the stored data of a guest. */
export const removeAccount = call('DELETE /api/member', {
  data: z.object({ removed: z.boolean() }),
  timeout: 'commit',
});

/** Not part of the contract's list: the account is in use, because its diner sits at a table or has an open order. */
export const accountInUse = 4091;

/** The data of such a refusal. */
export const accountInUseSchema = z.object({ reason: z.enum(['atTable', 'openOrder']) });
