/** Sales reports, computed from the restaurant's log, and its orders as a file. */
import { calculateDifference, sum, zero, type Amount } from '#projections/bill/money.ts';
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count } from '../fields.ts';

/** A day of the restaurant, such as 2026-11-25. It ends at the hour in the settings. */
export const day = z.string().check(
  z.regex(/^2\d{3}-\d{2}-\d{2}$/, 'must be a day like 2026-11-25'),
  z.refine((text) => isDay(text), 'must be a day of the calendar'),
);

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The names of the counts. */
export const countNames = ['orders', 'rounds', 'guests', 'voidedPieces', 'payments', 'refunds'] as const;

/**
 * Sums of money. `total` = `dishes` − `discounts` − `coupons` + `serviceCharge` + `tax` − `taxIncluded` −
 * `refundedSales`: the sales, even if they are paid later. `taxIncluded` is the part of `tax` that the prices contain.
 * `voided` and `cancelled` were sold and then cancelled. `paid`, `tips` and `refunded` are payments. `refunded` also
 * includes refunds of overpaid amounts. `rounding` is by how much cash differs from them, because of the smallest coin.
 */
export const moneyNames = [
  'dishes',
  'discounts',
  'coupons',
  'serviceCharge',
  'tax',
  'taxIncluded',
  'refundedSales',
  'total',
  'voided',
  'cancelled',
  'paid',
  'tips',
  'refunded',
  'rounding',
] as const;

function fillEach<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
}

/**
 * Payments by method. The received amount is `paid` − `refunded` + `tips` + `rounding`. For cash, the drawer must contain
 * this amount.
 */
const methodSchema = z.object({
  method: z.string(),
  payments: z.int(),
  paid: amount,
  refunded: amount,
  tips: amount,
  /** Only cash has a value other than zero. Closings of older versions lack it. */
  rounding: z._default(amount, zero),
});

/** The tax of all orders at one rate. `net` is the taxed amount without the tax. */
const rateSchema = z.object({ rate: amount, net: amount, amount });

/** The tips that a person took, less those given back. "" are tips that guests paid on their phones. */
const personTipsSchema = z.object({ name: z.string(), tips: amount });

/** The cash that a person took, with tips and rounding, less what they gave back. */
const personCashSchema = z.object({ name: z.string(), received: amount });

export const sumsSchema = z.object({
  counts: z.object(fillEach(countNames, z.int())),
  // Closings of older versions lack the newest names.
  money: z.object(fillEach(moneyNames, z._default(amount, zero))),
  methods: z.array(methodSchema),
  /** By rate, the lowest first. Closings of older versions lack them. */
  taxes: z._default(z.array(rateSchema), []),
  /** By name. Closings of older versions lack them. */
  tipsByPerson: z._default(z.array(personTipsSchema), []),
  /** By name. Closings of older versions lack it. */
  cashByPerson: z._default(z.array(personCashSchema), []),
});
/** The sums of a period. They are negative if earlier sales were cancelled in it. */
export type Sums = z.infer<typeof sumsSchema>;

/** Returns the amount received by a method, with tips. */
export function calculateReceived({ paid, refunded, tips, rounding }: Sums['methods'][number]): Amount {
  return calculateDifference(sum([paid, tips, rounding]), refunded);
}

/** The sales without tax. Together with the taxes they add up to all sales. */
export function calculateUntaxedSales({ money, taxes }: Sums): Amount {
  const taxed = taxes.flatMap(({ net, amount: tax }) => [net, tax]);
  return calculateDifference(money.total, sum(taxed));
}

/** Seconds; null if nobody has waited. `slow` is the 90th percentile. */
const waitSchema = z.nullable(z.object({ count, median: count, slow: count }));

/** What lowers the takings. A discount that is taken back counts below zero. */
export const lossKinds = ['discount', 'void', 'refund', 'cancelled', 'unpaid'] as const;
export type LossKind = (typeof lossKinds)[number];

const ofLoss = { kind: z.enum(lossKinds), currency: z.string(), amount };
/** `isRest` marks the sum of the smaller rows, which name no person or reason. */
const rest = { isRest: z.optional(z.boolean()) };
const lossesSchema = z.object({
  /** `by` did it, and `approvedBy` allowed it, or "". */
  byPerson: z.array(z.object({ ...ofLoss, by: z.string(), approvedBy: z.string(), ...rest })),
  byReason: z.array(z.object({ ...ofLoss, reason: z.string(), ...rest })),
});
export type Losses = z.infer<typeof lossesSchema>;

const numbersSchema = z.object({
  from: day,
  to: day,
  /** The restaurant's current day. */
  today: day,
  timeZone: z.string(),
  /** The hour at which a day ends. */
  dayEndsAt: count,
  sums: sumsSchema,
  averages: z.object({ perOrder: amount, perGuest: amount }),
  /** `guests` sat at tables that ordered, and `diners` of them ordered on their own phone. */
  ordering: z.object({ diners: z.int(), guests: z.int() }),
  days: z.array(z.object({ day, orders: z.int(), total: amount })),
  /** By the restaurant's clock, 0 to 23. */
  hours: z.array(z.object({ hour: count, orders: z.int(), rounds: z.int(), total: amount })),
  /** Sorted by pieces, with amounts at the dishes' own prices. */
  dishes: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      pieces: z.int(),
      amount,
      /** For a dish sold by weight, such as "1200 g". Each order of it counts as one piece. */
      weight: z.optional(z.string()),
    }),
  ),
  /** `tableId` is "" for orders without a table. */
  tables: z.array(
    z.object({ tableId: z.string(), name: z.string(), orders: z.int(), guests: z.int(), total: amount }),
  ),
  waits: z.object({
    /** From ordering a dish until the kitchen received it. */
    kitchen: waitSchema,
    /** From then until it was served. */
    served: waitSchema,
    /** From the last served dish until everything was paid. */
    paid: waitSchema,
  }),
  /** Discounts, voids, refunds, and cancelled or unpaid orders, the largest first. Older servers lack them. */
  losses: z.optional(lossesSchema),
});
export type Numbers = z.infer<typeof numbersSchema>;

/** The most days of one report: a year, and the same day a year earlier. */
export const mostDays = 370;

/** Without days, it reports on today. */
export const getNumbers = call('GET /api/staff/numbers', {
  query: z.object({ from: z.optional(day), to: z.optional(day) }),
  data: numbersSchema,
  right: 'numbers',
  // The first report on a whole year takes long.
  timeout: 'commit',
});

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The order with which a portion begins: when it was opened, how many of its rows were sent, its id. */
const accountingPlace = z
  .string()
  .check(z.regex(/^\d{1,15}\.\d{1,6}\.\S{1,64}$/, 'must be the `more` of an answer'));

/**
 * Exports the payments, refunds, discounts, voids and taxes of some days for accounting. The file is sent in portions:
 * while an answer has `more`, the next `text` continues the file.
 */
export const exportAccounting = call('GET /api/staff/numbers/accounting', {
  query: z.object({
    from: day,
    to: day,
    format: z.enum(exportFormats),
    after: z.optional(accountingPlace),
  }),
  data: z.object({
    fileName: z.string(),
    mediaType: z.string(),
    text: z.string(),
    more: z.optional(accountingPlace),
  }),
  scope: 'readOrders',
  right: 'numbers',
  timeout: 'commit',
});

/** Exports the orders that were opened on some days, as a file. */
export const exportOrders = call('GET /api/staff/numbers/orders', {
  query: z.object({ day, format: z.enum(exportFormats) }),
  data: z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() }),
  scope: 'readOrders',
  right: 'numbers',
  timeout: 'commit',
});
