/** CX35: who changed what of the house, and the way back. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count, id, time } from '../fields.ts';
import { houseSchema } from './house.ts';

const pathSchema = z.array(z.string());

const byShape = { by: z.string(), at: time };

/**
 * A value of the house by where it stands: `settings`, `taxRate`; `tables`, an id, `name`; `coupons`, an id; `people`, an id,
 * `role`. One that is not there is left out; a PIN, `people`, an id, `pin`, never has one.
 */
const editSchema = z.object({
  path: pathSchema,
  from: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
});

/** How a change came: from the page, by taking another back, from a menu file. */
export const houseChangeWays = ['page', 'takenBack', 'file'] as const;

const houseChangeSchema = z.object({
  id,
  /** By name, "" where nobody said; when, ms. */
  ...byShape,
  way: z.enum(houseChangeWays),
  /** Somebody took it back. */
  isTakenBack: z.boolean(),
  /** Long ones only in part. */
  edits: z.array(editSchema),
  /** How many there are. */
  count,
  /** What the ids of the edits are called: `tables/12`. */
  names: z.record(z.string(), z.object({ 'en-US': z.string(), 'zh-TW': z.string() })),
});
export type HouseChange = z.infer<typeof houseChangeSchema>;

/** The newest first; of people for those alone who may change them. */
export const houseHistory = call('GET /api/staff/house/history', {
  query: z.object({ before: z.optional(id) }),
  data: z.object({ changes: z.array(houseChangeSchema), hasMore: z.boolean() }),
  right: 'house',
});

/** What has changed again since, by whom and when: it is to be taken back first. The data of a refusal with `houseChanged`. */
export const builtOnSchema = z.object({
  crossings: z.array(z.object({ path: pathSchema, ...byShape })),
});

/**
 * What a change made different is as it was, as a change of its own. Refused with 4097 where something of it has changed
 * again since, with 400 or 4095 like any other change; a PIN stays what it is.
 */
export const takeBackHouseChange = call('POST /api/staff/house/history/take-back', {
  body: z.object({ id }),
  data: houseSchema,
  right: 'house',
  timeout: 'commit',
});
