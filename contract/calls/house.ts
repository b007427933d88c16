/** CX27: what an owner keeps in order beside the menu: settings, tables, coupons and the sheet with the tables' codes. */
import * as z from 'zod/mini';
import { paymentPageProblems } from './payment.ts';
import { couponSpans } from '#projections/bill/coupon.ts';
import { call } from '../http/call.ts';
import { id, text, word } from '../fields.ts';

const localized = z.object({ 'en-US': z.string(), 'zh-TW': z.string() });

/** As they stand in a menu file; numbers as text (12.50 stays 12.50). */
export const houseSettingsSchema = z.object({
  name: localized,
  description: z.nullable(localized),
  themeColor: z.string(),
  currency: z.string(),
  decimals: z.string(),
  taxRate: z.string(),
  taxName: localized,
  serviceChargeRate: z.string(),
  guestMode: z.boolean(),
  orderCodeRequired: z.boolean(),
  clearTableCartMinutes: z.string(),
  kitchenTracking: z.boolean(),
  paidTableMinutes: z.string(),
  /** null: no bound. */
  lineLimit: z.nullable(z.string()),
  /** Percentages; empty: none is offered. */
  tips: z.array(z.string()),
  /** null: none. */
  paymentPage: z.nullable(z.string()),
  /** D62; null: as on the server's machine, and 4. */
  timeZone: z.nullable(z.string()),
  dayEndsAt: z.nullable(z.string()),
});
export type HouseSettings = z.infer<typeof houseSettingsSchema>;

const houseTableSchema = z.object({
  id,
  name: z.string(),
  /** The number at the end of its address. */
  qrcode: word(64),
});
export type HouseTable = z.infer<typeof houseTableSchema>;

/** As they stand in a menu file, too. */
const houseCouponSchema = z.object({
  id,
  name: localized,
  /** An amount, or a percentage: "10%". */
  discount: z.string(),
  /** What one must spend; "0": nothing. */
  from: z.string(),
  /** The most that a percentage takes off; null: no bound. */
  atMost: z.nullable(z.string()),
  /** D67 */
  spans: z.enum(couponSpans),
});
export type HouseCoupon = z.infer<typeof houseCouponSchema>;

export const houseSchema = z.object({
  settings: houseSettingsSchema,
  tables: z.array(houseTableSchema),
  coupons: z.array(houseCouponSchema),
  /** What is missing at the server, so that diners are not offered the payment page. */
  paymentProblem: z.optional(z.enum(paymentPageProblems)),
  /** Names all of these as they are: whoever changes them says what they saw. */
  version: z.string(),
});
export type House = z.infer<typeof houseSchema>;

export const getHouse = call('GET /api/staff/house', { data: houseSchema, right: 'house' });

/** Somebody else has changed it since; the data are the house as it is. */
export const houseChanged = 4097;

/** Long enough for whatever a menu file takes, which says what is wrong. */
const given = text(2_000);
const givenLocalized = z.object({ 'en-US': given, 'zh-TW': given });

/** All settings, all tables, all coupons, or several of these; a table or a coupon without an id is a new one. */
export const changeHouse = call('POST /api/staff/house', {
  body: z.object({
    version: z.string(),
    settings: z.optional(
      z.object({
        ...houseSettingsSchema.shape,
        name: givenLocalized,
        description: z.nullable(givenLocalized),
        taxName: givenLocalized,
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

/** A sheet with a card for each table, or for these, to print and cut. */
export const houseSheet = call('POST /api/staff/house/sheet', {
  body: z.object({
    /** Where phones reach the server, where it does not know itself. */
    origin: text(300),
    tableIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1_000))),
  }),
  data: z.object({
    /** base64 */
    pdf: z.string(),
    cards: z.int(),
    /** Of the first card. */
    address: z.string(),
    /** Names that no font of the server can draw: the PDF lacks them. */
    missing: z.array(z.string()),
    /** Where there are such: the same pages as SVG, for a browser that has a font for them. */
    pages: z.array(z.string()),
  }),
  right: 'house',
  timeout: 'commit',
});
