/** A restaurant in one piece, as its menu file describes it. Money is a decimal string. */
import type { Reasons, StaffLimits } from '../staff-limits.ts';
import type { CouponSpan } from '#projections/bill/coupon.ts';
import type { allergens, diets } from '../dish-labels.ts';
import type { LanguageCode } from '../http/headers.ts';
import type { ServedHours } from './hours.ts';
import type { Localized } from './localized.ts';
import type { OpeningDate } from './opening.ts';

export type { Localized };

export interface WholeModifier {
  id: string;
  name: Localized;
  price: string;
  /** It is chosen until the diner chooses otherwise. */
  default?: boolean;
  /** The id of its tax. Without it, that of its dish. */
  tax?: string;
  soldOut?: boolean;
  /** When it comes back by itself, ms. Only the database has this field, never a file. */
  soldOutUntil?: number;
}

/** A group with `min` of 1 or more is required. `max` is the largest number of choices. */
export interface WholeModifierGroup {
  id: string;
  name: Localized;
  min: number;
  max: number;
  modifiers: WholeModifier[];
}

export interface WholeProduct {
  id: string;
  name: Localized;
  /** Other names that people use, in any language. */
  aliases?: string[];
  description: Localized;
  price: string;
  /** The slug of `pictures/<slug>@1x.webp` and `@2x.webp`, or empty. One that ends in `-x4` has `@4x.webp`, too. */
  picture: string;
  salesUnitType: 'piece' | 'weight';
  /** One unit of a product sold by weight, for example 100 g. */
  unitLabel?: Localized;
  allergens: (typeof allergens)[number][];
  diets: (typeof diets)[number][];
  soldOut?: boolean;
  /** Where it is prepared. Without it, where its category is. */
  station?: string;
  /** The id of its tax. Without it, that of its category. */
  tax?: string;
  /** Ids of the dishes that the restaurant suggests with it, the best first. */
  goesWith?: string[];
  modifierGroups: WholeModifierGroup[];
}

export interface WholeCategory {
  id: string;
  name: Localized;
  aliases?: string[];
  /** Where its dishes are prepared. Without it, at the first station. */
  station?: string;
  /** The id of the tax of its dishes. Without it, the first tax. */
  tax?: string;
  /** When its dishes are made in a meal, 1 to 9. Without it, with the first course. */
  course?: number;
  /** Without hours, always. */
  served?: ServedHours[];
  products: WholeProduct[];
}

export interface WholeCoupon {
  id: string;
  name: Localized;
  couponType: number;
  /** 0: an amount off; 1: a percentage off. */
  discountType: 0 | 1;
  /** An amount ("5.00") or a whole percentage ("10" is 10% off). */
  discountValue: string;
  thresholdAmount: string;
  maxDiscountAmount: string | null;
  /** Without it, the round. */
  spans?: CouponSpan;
}

export interface WholeTable {
  id: string;
  name: string;
  /**
   * Unique within its merchant: the number at the end of `/m/<merchant>/q/<qrcodeId>`. If it is empty, the table keeps
   * its code or gets one.
   */
  qrcodeId: string;
}

/** The character sets of printers: Western, Traditional Chinese or Simplified Chinese. */
export const charsets = ['latin', 'big5', 'gb18030'] as const;
export type Charset = (typeof charsets)[number];

/** A place where dishes are prepared. */
export interface Station {
  id: string;
  name: Localized;
  /** Only a menu file has it. The import stores it as a printer, which the restaurant then changes on its page. */
  printer?: FilePrinter;
}

/** A network printer. */
export interface FilePrinter {
  /** `host` or `host:port`. */
  address: string;
  charset: Charset;
  columns: number;
  /** The language of the tickets. */
  language: LanguageCode;
  /** It also prints bills and receipts. The first printer with it does. */
  bills?: boolean;
}

/** A tax with its rates as fractions: "0.07" is 7%. */
export interface StoredTax {
  id: string;
  name: Localized;
  rate: string;
  /** For orders that are not eaten at the restaurant. Without it, `rate`. */
  toGoRate?: string;
}

/** Numbers of this country travel without its code +1, as the specification has it. */
export const usualPhoneCountry = 'US';

/** Longer than any dish takes, but shorter than an evening. */
export const usualPaidTableMinutes = 180;

export interface WholeMerchant {
  id: string;
  shortName: Localized;
  desc: Localized;
  /** A file in `pictures/`. Without it, `logo-<id>.svg`. */
  logo?: string;
  /** A wide picture for the top of the menu: the slug of two files, like that of a dish. */
  cover?: string;
  /** 0: the orders are on the shared server; 1: on the restaurant's own. */
  serverMode: 0 | 1;
  guestMode: boolean;
  orderCodeRequired: boolean;
  themeColor: string;
  currency: string;
  decimals: number;
  /** A fraction: "0.05" is 5%. */
  taxRate: string;
  taxName: Localized;
  /** If the restaurant has several taxes. They replace `taxRate` and `taxName`. The first is that of dishes without one. */
  taxes?: StoredTax[];
  /** The prices contain the tax. Without it, tax is added on top. */
  taxIncluded?: boolean;
  /** Whether the service charge is taxed. Without it, it is. */
  serviceTaxed?: boolean;
  /** A fraction, before tax. */
  serviceChargeRate: string;
  clearTableCartMinutes: number;
  /** The largest amount of one order line. Without it, unlimited. */
  lineLimit?: string;
  /** The smallest coin, to which cash is rounded. Without it, that of the currency. "0": cash is not rounded. */
  cashCoin?: string;
  /** Percentages that are offered as a tip. Without them, no tip is offered. */
  tips?: number[];
  /** The page where the payment provider takes payments. */
  paymentPage?: string;
  /** Its number at the tax office, for bills and receipts. */
  taxId?: string;
  /** The lines of its address, for bills and receipts. */
  address?: string[];
  /** The last lines of bills and receipts. */
  receiptFooter?: string[];
  /** An IANA name, like Asia/Taipei. Without it, the server's own time zone. */
  timeZone?: string;
  /** The hour at which its day ends. Without it, 4. */
  dayEndsAt?: number;
  /** When diners can order. Without hours, always. */
  openingHours?: ServedHours[];
  /** The dates with other hours. */
  openingDates?: OpeningDate[];
  /** The most orders of diners in ten minutes. Without it, unlimited. */
  ordersPerTenMinutes?: number;
  /** What waiters may do without a manager. */
  waiterLimits?: StaffLimits;
  /** What managers may do or approve without an owner. */
  managerLimits?: StaffLimits;
  /** The restaurant's own reasons of voids, discounts and refunds. */
  reasons?: Reasons;
  /** Whether the kitchen waits with later courses by itself. */
  holdCourses?: boolean;
  /** Whether each person has a cash drawer. Without it, the restaurant has one. */
  drawerPerPerson?: boolean;
  /** If true, guests order with the table's order code. Without it, only members order. */
  guestOrders?: boolean;
  /** The country of phone numbers without a country code: ISO 3166, like TW. Without it, `usualPhoneCountry`. */
  phoneCountry?: string;
  /** If false, dishes are not marked as served, and a printed ticket counts as served. Without it, true. */
  kitchenTracking?: boolean;
  /** After this long, a paid table with open dishes is freed automatically. Without it, `usualPaidTableMinutes`. */
  paidTableMinutes?: number;
  /** Without stations, everything is prepared in one place. */
  stations?: Station[];
  tables: WholeTable[];
  categories: WholeCategory[];
  coupons: WholeCoupon[];
}
