/** D55: a restaurant in one piece, as its own people decide it. Money is a decimal string. */
import type { CouponSpan } from '#projections/bill/coupon.ts';
import type { allergens, diets } from '../dish-labels.ts';
import type { LanguageCode } from '../http/headers.ts';
import type { ServedHours } from './hours.ts';

export interface Localized {
  'en-US': string;
  'zh-TW': string;
}

export interface WholeModifier {
  id: string;
  name: Localized;
  price: string;
  /** It stands chosen until the diner chooses otherwise. */
  default?: boolean;
  soldOut?: boolean;
  /** As the database has it, in no file: when it comes back by itself, ms. */
  soldOutUntil?: number;
}

/** A group with `min` of 1 or more is required; `max` is the most choices it takes. */
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
  /** What else people call it, in whichever language. */
  aliases?: string[];
  description: Localized;
  price: string;
  /** The slug of `pictures/<slug>@1x.webp` and `@2x.webp`; empty: none. */
  picture: string;
  salesUnitType: 'piece' | 'weight';
  /** What one unit of a product sold by weight is, for example 100 g. */
  unitLabel?: Localized;
  allergens: (typeof allergens)[number][];
  diets: (typeof diets)[number][];
  soldOut?: boolean;
  /** Where it is made; without it where its category is. */
  station?: string;
  modifierGroups: WholeModifierGroup[];
}

export interface WholeCategory {
  id: string;
  name: Localized;
  aliases?: string[];
  /** Where its dishes are made; without it at the first station. */
  station?: string;
  /** D65: without them always. */
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
  /** D67; left out: the round. */
  spans?: CouponSpan;
}

export interface WholeTable {
  id: string;
  name: string;
  /** Unique within its merchant: the number at the end of `/m/<merchant>/q/<qrcodeId>`. Empty: it keeps its own, or gets one. */
  qrcodeId: string;
}

/** Which characters a printer has: Western ones, or with Traditional or with Simplified Chinese. */
export const charsets = ['latin', 'big5', 'gb18030'] as const;
export type Charset = (typeof charsets)[number];

/** Where dishes are made, and the network printer that stands there. */
export interface Station {
  id: string;
  name: Localized;
  printer?: StationPrinter;
}

export interface StationPrinter {
  /** `host` or `host:port`. */
  address: string;
  charset: Charset;
  columns: number;
  /** Of the tickets' own words, and of the dishes. */
  language: LanguageCode;
}

/** Longer than any dish takes, shorter than an evening. */
export const usualPaidTableMinutes = 180;

export interface WholeMerchant {
  id: string;
  shortName: Localized;
  desc: Localized;
  /** File below `pictures/`; without it `logo-<id>.svg`. */
  logo?: string;
  /** 0: the orders live on the shared server; 1: on the restaurant's own. */
  serverMode: 0 | 1;
  guestMode: boolean;
  orderCodeRequired: boolean;
  themeColor: string;
  currency: string;
  decimals: number;
  /** A fraction: "0.05" is 5%. */
  taxRate: string;
  taxName: Localized;
  /** A fraction, before tax. */
  serviceChargeRate: string;
  clearTableCartMinutes: number;
  /** What one line of an order may come to; without it there is no bound. */
  lineLimit?: string;
  /** Percentages that are offered as a tip; without them none is asked for. */
  tips?: number[];
  /** CX20: where the provider takes payments. */
  paymentPage?: string;
  /** IANA, like Asia/Taipei; without it the server's own. */
  timeZone?: string;
  /** The hour at which its day ends; without it 4. */
  dayEndsAt?: number;
  /** False: nobody marks dishes as served, so that a printed ticket counts as served. Without it true. */
  kitchenTracking?: boolean;
  /** After so long a paid table with open dishes is free by itself; without it `usualPaidTableMinutes`. */
  paidTableMinutes?: number;
  /** None: everything is made in one place. */
  stations?: Station[];
  tables: WholeTable[];
  categories: WholeCategory[];
  coupons: WholeCoupon[];
}
