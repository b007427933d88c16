import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, currencyCode, id, optionalId, reference, text, time } from '../fields.ts';
import { limits } from '../limits.ts';

/** CL15: two densities: addresses of the same picture at 1 and 2 pixels a point. */
const pictureSchema = z.object({ x1: z.string(), x2: z.string() });

export const tinyMerchantSchema = z.object({
  /** Whoever asks knows it; CF2 does not list it. */
  id: reference,
  serverMode: count,
  shortName: z.string(),
  desc: z.string(),
  img: z.string(),
  necessarySettingValues: z.array(z.object({ templateEnum: z.number(), value: z.string() })),
  /** D22: ISO 4217 code, tax and service charge as fractions. */
  currency: currencyCode,
  taxRate: amount,
  taxName: z.string(),
  serviceChargeRate: amount,
});
export type TinyMerchant = z.infer<typeof tinyMerchantSchema>;

/** P5: a server may answer for a merchant that it does not know by nothing at all. */
export function isNoMerchant({ id, shortName, desc, img, necessarySettingValues }: TinyMerchant): boolean {
  return id === '' && shortName === '' && desc === '' && img === '' && necessarySettingValues.length === 0;
}

/** CX10: when it comes back by itself, ms. */
const soldOutUntil = z.optional(time);

/** D65: when it is served again, by the restaurant's clock, in the asker's language: `17:00`, or `Fri 17:00`. */
const servedAgain = z.optional(z.object({ from: z.string(), to: z.string() }));

const modifierOptionSchema = z.object({
  id,
  name: z.string(),
  price: amount,
  /** It stands chosen until the diner chooses otherwise. */
  default: z.optional(z.boolean()),
  soldOut: z.boolean(),
  soldOutUntil,
});
export type ModifierOption = z.infer<typeof modifierOptionSchema>;

const modifierGroupSchema = z.object({
  id,
  name: z.string(),
  /** At least so many must be chosen; ≥ 1 makes the group required. */
  min: count,
  max: count,
  modifiers: z.array(modifierOptionSchema),
});
export type ModifierGroup = z.infer<typeof modifierGroupSchema>;

/** What it is called in the merchant's other languages, so that a phone finds it by them without network. */
const otherNames = z.optional(z.array(z.string()));
/** What else people call it: the search knows it, and shows it where it was found by it. */
const aliases = z.optional(z.array(z.string()));

const productSchema = z.object({
  id,
  categoryId: reference,
  name: z.string(),
  otherNames,
  aliases,
  description: z.string(),
  price: amount,
  picture: z.nullable(pictureSchema),
  salesUnitType: count,
  /** What one step of weight is, e.g. "100 g"; empty for pieces. */
  unitLabel: z.string(),
  allergens: z.array(z.string()),
  diets: z.array(z.string()),
  soldOut: z.boolean(),
  soldOutUntil,
  /** Nothing but the hour keeps it from being ordered; for whoever does not know that, it is `soldOut`. */
  servedAgain,
  /** CX10: so many are left; absent: nobody counts them. */
  portions: z.optional(count),
  modifierGroups: z.array(modifierGroupSchema),
});
export type Product = z.infer<typeof productSchema>;

const categorySchema = z.object({
  id,
  name: z.string(),
  otherNames,
  aliases,
  servedUntil: z.optional(z.string()),
  servedAgain,
  products: z.array(productSchema),
});
export type Category = z.infer<typeof categorySchema>;

export const menuSchema = z.object({
  categories: z.array(categorySchema),
  /** D64: of its amounts, where they have more than two. */
  decimals: z.optional(z.literal(3)),
});
export type Menu = z.infer<typeof menuSchema>;

export const getTinyMerchant = call('GET /api/merchant/tiny-merchant', {
  query: z.object({ id: optionalId, settingValueEnums: z.optional(text(200)) }),
  data: tinyMerchantSchema,
});

export const getMerchantHome = call('GET /api/member/merchant/home', {
  query: z.object({ merchantId: optionalId }),
  data: z.object({
    id: reference,
    shortName: z.string(),
    desc: z.string(),
    img: z.string(),
    categories: z.array(z.object({ id, name: z.string() })),
  }),
});

/** CA4: products by name, other words for it, section, diet, allergen, description and options, the best first. */
export const searchProducts = call('GET /api/member/merchant/search', {
  query: z.object({ merchantId: optionalId, keyword: text(limits.keywordLength) }),
  data: z.object({ products: z.array(productSchema) }),
});

export const getProductsByCategories = call('GET /api/member/merchant/products-by-categories', {
  query: z.object({ merchantId: optionalId }),
  data: menuSchema,
});
