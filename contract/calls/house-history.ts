/** The history of a restaurant's settings, and undoing a change. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { createLocalizedSchema } from '../menu-file/localized.ts';
import { count, id, time } from '../fields.ts';
import { houseSchema } from './house.ts';

const pathSchema = z.array(z.string());

const byShape = { by: z.string(), at: time };

/**
 * A changed value by its path: `settings`, `taxRate`; `tables`, an id, `name`; `coupons`, an id; `people`, an id,
 * `role`. A value that does not exist is left out. A PIN (`people`, an id, `pin`) is always left out.
 */
const editSchema = z.object({
  path: pathSchema,
  from: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
});

/** The origin of a change: a page, undoing another change, or a menu file. */
export const houseChangeWays = ['page', 'takenBack', 'file'] as const;

const houseChangeSchema = z.object({
  id,
  /** The person's name, or "", and the time, ms. */
  ...byShape,
  way: z.enum(houseChangeWays),
  /** Whether it was undone. */
  isTakenBack: z.boolean(),
  /** Long values are shortened. */
  edits: z.array(editSchema),
  /** The number of changes. */
  count,
  /** Names of the ids in the edits, by `tables/12`. */
  names: z.record(z.string(), createLocalizedSchema()),
});
export type HouseChange = z.infer<typeof houseChangeSchema>;

/** Lists changes, newest first. Changes of people are only listed for those who may make them. */
export const houseHistory = call('GET /api/staff/house/history', {
  query: z.object({ before: z.optional(id) }),
  data: z.object({ changes: z.array(houseChangeSchema), hasMore: z.boolean() }),
  right: 'house',
});

/**
 * A later change of the same value, which must be undone first. These are the data of a refusal with `houseChanged`.
 */
export const builtOnSchema = z.object({
  crossings: z.array(z.object({ path: pathSchema, ...byShape })),
});

/**
 * Undoes a change, as a new change. It is refused with 4097 if part of it has changed again since, and with 400 or 4095
 * like any other change. A PIN is not restored.
 */
export const takeBackHouseChange = call('POST /api/staff/house/history/take-back', {
  body: z.object({ id }),
  data: houseSchema,
  right: 'house',
  timeout: 'commit',
});
