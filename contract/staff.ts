import * as z from 'zod/mini';
import { call } from './call.ts';
import { id } from './fields.ts';

/** By this header the restaurant's own systems prove who they are. */
export const staffTokenHeader = 'Staff-Token';

/** A dish is sold out, or back; every phone at the merchant's tables hears of it at once. */
export const setSoldOut = call({
  method: 'POST',
  path: '/api/staff/product/sold-out',
  body: z.object({ merchantId: id, productId: id, soldOut: z.boolean() }),
  data: z.object({ changed: z.boolean() }),
  timeout: 'read',
});
