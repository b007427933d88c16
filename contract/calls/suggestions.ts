/** What a diner may want to order, from earlier orders at the restaurant. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { id } from '../fields.ts';

/** Returns ids of dishes, which may have left the menu since. */
export const getSuggestions = call('GET /api/merchant/suggestions', {
  data: z.object({
    /** The dishes that this diner has ordered in at least two earlier orders, the most frequent first. */
    usual: z.array(id),
    /** By dish, the dishes that go well with it: those that the menu names, then those that were often ordered together. */
    goesWith: z.record(z.string(), z.array(id)),
  }),
});
