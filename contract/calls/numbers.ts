/** CX29: what a restaurant took and how fast it was, computed from its log; and its orders as a file. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count } from '../fields.ts';

/** A day of the restaurant (D62), as 2026-11-25. */
export const day = z.string().check(
  z.regex(/^2\d{3}-\d{2}-\d{2}$/, 'must be a day like 2026-11-25'),
  z.refine((text) => isDay(text), 'must be a day of the calendar'),
);

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** What is counted. */
export const countNames = ['orders', 'rounds', 'guests', 'voidedPieces', 'payments', 'refunds'] as const;

/**
 * What is summed up. `total` = `dishes` − `discounts` − `coupons` + `serviceCharge` + `tax`: what was sold, whenever it is
 * paid. `voided` and `cancelled` were sold and taken back. `paid`, `tips` and `refunded` are money that came and went.
 */
export const moneyNames = [
  'dishes',
  'discounts',
  'coupons',
  'serviceCharge',
  'tax',
  'total',
  'voided',
  'cancelled',
  'paid',
  'tips',
  'refunded',
] as const;

function each<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
}

/** Money by the way it came; less what was given back in the same way. */
const methodSchema = z.object({
  method: z.string(),
  payments: z.int(),
  paid: amount,
  refunded: amount,
  tips: amount,
});

export const sumsSchema = z.object({
  counts: z.object(each(countNames, z.int())),
  money: z.object(each(moneyNames, amount)),
  methods: z.array(methodSchema),
});
/** Of some time; less than zero where what was sold before is taken back in it. */
export type Sums = z.infer<typeof sumsSchema>;

/** Seconds; null: nothing waited. `slow`: of ten, nine waited no longer. */
const waitSchema = z.nullable(z.object({ count, median: count, slow: count }));

const numbersSchema = z.object({
  from: day,
  to: day,
  /** The restaurant's day as it is now. */
  today: day,
  timeZone: z.string(),
  /** The hour at which a day ends. */
  dayEndsAt: count,
  sums: sumsSchema,
  averages: z.object({ perOrder: amount, perGuest: amount }),
  /** Of those who sat there when a round was ordered: who ordered something of it on a phone of their own. */
  ordering: z.object({ diners: z.int(), guests: z.int() }),
  days: z.array(z.object({ day, orders: z.int(), total: amount })),
  /** Of the restaurant's clock, 0 to 23. */
  hours: z.array(z.object({ hour: count, orders: z.int(), rounds: z.int(), total: amount })),
  /** The most pieces first; at the dishes' own prices. */
  dishes: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      pieces: z.int(),
      amount,
      /** Of a dish sold by weight, such as "1200 g"; each time that it was ordered is one piece. */
      weight: z.optional(z.string()),
    }),
  ),
  /** `tableId` "": without one. */
  tables: z.array(
    z.object({ tableId: z.string(), name: z.string(), orders: z.int(), guests: z.int(), total: amount }),
  ),
  waits: z.object({
    /** From when a dish was ordered to when the kitchen had it. */
    kitchen: waitSchema,
    /** From then to when it was on the table. */
    served: waitSchema,
    /** From the last dish on the table to when all was paid. */
    paid: waitSchema,
  }),
});
export type Numbers = z.infer<typeof numbersSchema>;

/** Days of one question: a year, and the day a year ago. */
export const mostDays = 370;

/** Without days: today. */
export const getNumbers = call('GET /api/staff/numbers', {
  query: z.object({ from: z.optional(day), to: z.optional(day) }),
  data: numbersSchema,
  right: 'numbers',
  // The first time that a year is asked for.
  timeout: 'commit',
});

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The orders that were opened on a day, as a file. */
export const exportOrders = call('GET /api/staff/numbers/orders', {
  query: z.object({ day, format: z.enum(exportFormats) }),
  data: z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() }),
  scope: 'readOrders',
  right: 'numbers',
  timeout: 'commit',
});
