/** What owners manage in addition to the menu: settings, tables, coupons and the sheet with the tables' codes. */
import * as z from 'zod/mini';
import { paymentPageProblems } from './payment.ts';
import { couponSpans } from '#projections/bill/coupon.ts';
import { call } from '../http/call.ts';
import { requireAllLanguages, createLocalizedSchema } from '../menu-file/localized.ts';
import { weekdays } from '../menu-file/hours.ts';
import { amount, id, storableText, text, time } from '../fields.ts';

const localized = createLocalizedSchema();

/** A tax. Rates are fractions: "0.07" is 7 %. */
export const houseTaxSchema = z.object({
  /** Dishes name it. The caller chooses the id of a new tax. */
  id,
  name: localized,
  rate: z.string(),
  /** For orders to go; null means `rate`. */
  toGoRate: z.nullable(z.string()),
});
export type HouseTax = z.infer<typeof houseTaxSchema>;

/** Times like `18:00`. If `to` is before `from`, it is on the next day. */
const hoursShape = { from: z.string(), to: z.string() };

const limit = z.nullable(z.string());
/** null: no limit. `discount` is in percent. */
const limitsShape = { discount: limit, void: limit, refund: limit, unpaid: limit };
const reasonList = z.array(z.string());

/** The settings as in a menu file. Numbers are text (12.50 stays 12.50). */
export const houseSettingsSchema = z.object({
  name: localized,
  description: z.nullable(localized),
  themeColor: z.string(),
  /** The name of an uploaded cover; null if there is none. A change that leaves it out keeps it. */
  cover: z.optional(z.nullable(storableText(200))),
  currency: z.string(),
  decimals: z.string(),
  taxRate: z.string(),
  taxName: localized,
  /** The first is that of dishes without one. Empty if `taxRate` and `taxName` are the only tax. */
  taxes: z.array(houseTaxSchema),
  /** Whether the prices contain the tax. */
  taxIncluded: z.boolean(),
  serviceTaxed: z.boolean(),
  serviceChargeRate: z.string(),
  guestMode: z.boolean(),
  orderCodeRequired: z.boolean(),
  /** Guests order with a name and the table's order code, so the restaurant needs no text messages. */
  guestOrders: z.boolean(),
  clearTableCartMinutes: z.string(),
  kitchenTracking: z.boolean(),
  paidTableMinutes: z.string(),
  /** null means unlimited. */
  lineLimit: z.nullable(z.string()),
  /** The smallest coin, to which cash is rounded; "0" means none, null that of the currency. */
  cashCoin: z.nullable(z.string()),
  /** Percentages; empty if no tip is offered. */
  tips: z.array(z.string()),
  /** null if there is none. */
  paymentPage: z.nullable(z.string()),
  /** The restaurant's tax id and address lines on bills and receipts. */
  taxId: z.nullable(z.string()),
  address: z.array(z.string()),
  receiptFooter: z.array(z.string()),
  /** null means the time zone of the server, and 4. */
  timeZone: z.nullable(z.string()),
  dayEndsAt: z.nullable(z.string()),
  /** The country of phone numbers without a country code: ISO 3166, like `TW`. */
  phoneCountry: z.string(),
  /** When diners can order; empty: always. A change that leaves them out keeps them. */
  openingHours: z.optional(z.array(z.object({ days: z.optional(z.array(z.enum(weekdays))), ...hoursShape }))),
  /** The dates with other hours; without hours, the restaurant is closed. */
  openingDates: z.optional(z.array(z.object({ date: z.string(), hours: z.array(z.object(hoursShape)) }))),
  /** What waiters may do without a manager. */
  waiterLimits: z.optional(z.object(limitsShape)),
  /** What managers may do or approve without an owner. Only owners change it. */
  managerLimits: z.optional(z.object(limitsShape)),
  /** The restaurant's own reasons; without any, the usual ones. */
  reasons: z.optional(z.object({ void: reasonList, discount: reasonList, refund: reasonList })),
  /** Whether each person has a cash drawer. */
  drawerPerPerson: z.optional(z.boolean()),
  /** Whether the kitchen waits with later courses by itself. */
  holdCourses: z.optional(z.boolean()),
  /** The most orders of diners in ten minutes; null: unlimited. */
  ordersPerTenMinutes: z.optional(z.nullable(z.string())),
});
export type HouseSettings = z.infer<typeof houseSettingsSchema>;

const houseTableSchema = z.object({
  id,
  name: z.string(),
  /** The number at the end of its address. */
  qrcode: storableText(64),
});
export type HouseTable = z.infer<typeof houseTableSchema>;

/** A coupon as in a menu file. */
const houseCouponSchema = z.object({
  id,
  name: localized,
  /** An amount, or a percentage: "10%". */
  discount: z.string(),
  /** The smallest order; "0" means any. */
  from: z.string(),
  /** The largest discount of a percentage; null means unlimited. */
  atMost: z.nullable(z.string()),
  /** The round, or the whole bill. */
  spans: z.enum(couponSpans),
});
export type HouseCoupon = z.infer<typeof houseCouponSchema>;

/** The settings that decide what a bill costs. A change of one waits for a closing without open bills. */
export const billTerms = ['currency', 'decimals', 'taxes', 'taxIncluded', 'serviceTaxed'] as const;
export type BillTerm = (typeof billTerms)[number];

/** The value of a changed term. `taxRate` and `taxName` come with `taxes`. */
const pendingSettingsSchema = z.partial(
  z.pick(houseSettingsSchema, {
    currency: true,
    decimals: true,
    taxRate: true,
    taxName: true,
    taxes: true,
    taxIncluded: true,
    serviceTaxed: true,
  }),
);
export type PendingSettings = z.infer<typeof pendingSettingsSchema>;

/** A bill to which its table can still add dishes. */
const openBillSchema = z.object({ serial: z.string(), tableName: z.nullable(z.string()), total: amount });
export type OpenBill = z.infer<typeof openBillSchema>;

export const houseSchema = z.object({
  /** What applies now. */
  settings: houseSettingsSchema,
  /** A saved change that takes effect at a closing. */
  pending: z.optional(
    z.object({
      settings: pendingSettingsSchema,
      /** The person's name, or "", and the time, ms. */
      by: z.string(),
      at: time,
      /** Why it could not be applied now, for example a price with too many decimals. */
      problem: z.optional(z.string()),
    }),
  ),
  tables: z.array(houseTableSchema),
  coupons: z.array(houseCouponSchema),
  /** What the server lacks to offer the payment page to diners. */
  paymentProblem: z.optional(z.enum(paymentPageProblems)),
  /** Identifies this state. A change names the state that the person saw. */
  version: z.string(),
});
export type House = z.infer<typeof houseSchema>;

export const getHouse = call('GET /api/staff/house', { data: houseSchema, right: 'house' });

/** The change would alter the cost of open bills. */
export const billsOpen = 4104;

/** The data of a refusal with `billsOpen`. */
export const billsOpenSchema = z.object({
  terms: z.array(z.enum(billTerms)),
  bills: z.array(openBillSchema),
});

/** The settings have changed since. The data are the current state. */
export const houseChanged = 4097;

/** Long enough for any value of a menu file, which then reports its mistakes. */
const given = text(2_000);
const givenLocalized = requireAllLanguages(given);

/**
 * Changes all settings, all tables, all coupons, or several of these. A table or coupon without an id is a new one. A
 * change of the terms of open bills is refused with `billsOpen`, unless it `waits`.
 */
export const changeHouse = call('POST /api/staff/house', {
  body: z.object({
    version: z.string(),
    /** What alters open bills waits for a closing. The rest is saved at once. */
    waits: z.optional(z.boolean()),
    settings: z.optional(
      z.object({
        ...houseSettingsSchema.shape,
        name: givenLocalized,
        description: z.nullable(givenLocalized),
        taxName: givenLocalized,
        taxes: z
          .array(
            z.object({
              ...houseTaxSchema.shape,
              name: givenLocalized,
              rate: given,
              toGoRate: z.nullable(given),
            }),
          )
          .check(z.maxLength(100)),
      }),
    ),
    tables: z.optional(z.array(z.object({ id: z.optional(id), name: given })).check(z.maxLength(1_000))),
    coupons: z.optional(
      z
        .array(
          z.object({
            ...houseCouponSchema.shape,
            id: z.optional(id),
            name: givenLocalized,
            discount: given,
            from: given,
            atMost: z.nullable(given),
          }),
        )
        .check(z.maxLength(200)),
    ),
  }),
  data: houseSchema,
  right: 'house',
  timeout: 'commit',
});

/** Applies or discards the change that waits for a closing. It is not applied while bills are open (`billsOpen`). */
export const settlePending = call('POST /api/staff/house/pending', {
  body: z.object({ version: z.string(), does: z.enum(['apply', 'discard']) }),
  data: houseSchema,
  right: 'house',
  timeout: 'commit',
});

/** Creates a sheet to print and cut, with a card for each table, or for some. */
export const houseSheet = call('POST /api/staff/house/sheet', {
  body: z.object({
    /** The address at which phones reach the server, if the server does not know it. */
    origin: text(300),
    tableIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1_000))),
  }),
  data: z.object({
    /** base64 */
    pdf: z.string(),
    cards: z.int(),
    /** The address on the first card. */
    address: z.string(),
    /** Names that the server's fonts cannot draw. They are missing in the PDF. */
    missing: z.array(z.string()),
    /** The same pages as SVG if names are missing, for browsers with a suitable font. */
    pages: z.array(z.string()),
  }),
  right: 'house',
  timeout: 'commit',
});
