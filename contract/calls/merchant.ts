import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, currencyCode, id, optionalId, reference, text, time } from '../fields.ts';
import { limits } from '../limits.ts';

/** Addresses of the same picture: in a list of dishes at 1 and 2 pixels per point, and twice as wide for a dish's sheet. */
const pictureSchema = z.object({ x1: z.string(), x2: z.string(), x4: z.optional(z.string()) });

export const tinyMerchantSchema = z.object({
  /** Optional, because the asking phone knows it. */
  id: reference,
  serverMode: count,
  shortName: z.string(),
  desc: z.string(),
  img: z.string(),
  /** A wide picture for the top of the menu. */
  cover: z.optional(pictureSchema),
  necessarySettingValues: z.array(z.object({ templateEnum: z.number(), value: z.string() })),
  /** ISO 4217 code; tax and service charge are fractions. */
  currency: currencyCode,
  taxRate: amount,
  taxName: z.string(),
  serviceChargeRate: amount,
  /** The country of phone numbers without a country code, if it is not the USA: ISO 3166. */
  phoneCountry: z.optional(z.string()),
  /** Guests may place orders, with the order code. */
  guestOrders: z.optional(z.boolean()),
});
export type TinyMerchant = z.infer<typeof tinyMerchantSchema>;

/** Whether the answer is empty. Servers may answer like this for a merchant that they do not know. */
export function isNoMerchant({ id, shortName, desc, img, necessarySettingValues }: TinyMerchant): boolean {
  return id === '' && shortName === '' && desc === '' && img === '' && necessarySettingValues.length === 0;
}

/** When it comes back by itself, ms. */
const soldOutUntil = z.optional(time);

/** When it is served again, by the restaurant's clock and in the requested language: `17:00`, or `Fri 17:00`. */
const servedAgain = z.optional(z.object({ from: z.string(), to: z.string() }));

const modifierOptionSchema = z.object({
  id,
  name: z.string(),
  price: amount,
  /** It is chosen until the diner chooses otherwise. */
  default: z.optional(z.boolean()),
  soldOut: z.boolean(),
  soldOutUntil,
  taxId: optionalId,
});
export type ModifierOption = z.infer<typeof modifierOptionSchema>;

const modifierGroupSchema = z.object({
  id,
  name: z.string(),
  /** The smallest number of choices. From 1 on, the group is required. */
  min: count,
  max: count,
  modifiers: z.array(modifierOptionSchema),
});
export type ModifierGroup = z.infer<typeof modifierGroupSchema>;

/** Its names in the merchant's other languages, so that a phone can search them without network. */
const otherNames = z.optional(z.array(z.string()));
/** Other names that people use. The search finds them, and shows the one that matched. */
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
  /** One step of weight, such as "100 g"; empty for pieces. */
  unitLabel: z.string(),
  allergens: z.array(z.string()),
  diets: z.array(z.string()),
  soldOut: z.boolean(),
  soldOutUntil,
  /** Its tax. Absent: the restaurant's first. */
  taxId: optionalId,
  /** It can be ordered at another hour. Clients that ignore this field see `soldOut`. */
  servedAgain,
  /** How many are left; absent if portions are not counted. */
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
  /** The ids of the dishes that guests order most, the best first, of those that can be ordered now. */
  mostLoved: z.optional(z.array(id)),
  /** The decimals of its amounts, if they are not two. */
  decimals: z.optional(z.literal([0, 3])),
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

/** Searches products by name, aliases, section, diet, allergen, description and options. The best match comes first. */
export const searchProducts = call('GET /api/member/merchant/search', {
  query: z.object({ merchantId: optionalId, keyword: text(limits.keywordLength) }),
  data: z.object({ products: z.array(productSchema) }),
});

export const getProductsByCategories = call('GET /api/member/merchant/products-by-categories', {
  query: z.object({ merchantId: optionalId }),
  data: menuSchema,
});
