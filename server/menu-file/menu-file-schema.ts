import * as z from 'zod/mini';
import { allergens, diets } from '#contract/dish-labels.ts';
import { languageCodes } from '#contract/headers.ts';
import { limits } from '#contract/limits.ts';
import { readPrinterAddress } from '#server/kitchen/printers/printer-address.ts';
import { isWebAddress } from '#server/process/config-values.ts';
import { charsets } from '#server/catalogue/whole-merchant.ts';
import { isTimeZone } from '#server/numbers/business-day.ts';

/** Numbers arrive as the text that stands in the file: 12.50 stays 12.50, and 007 stays 007. */

const textLength = 400;

function words(maxLength = textLength) {
  return z.string('must be text').check(
    z.trim(),
    z.minLength(1, 'must not be empty'),
    z.maxLength(maxLength, `must have at most ${maxLength} characters`),
    z.refine((text) => !/[\p{Cs}\0]/u.test(text), 'must not hold characters that are none'),
  );
}

const localized = z.pipe(
  z.union([z.strictObject({ 'en-US': words(), 'zh-TW': words() }), words()], {
    error: ({ input }) =>
      typeof input === 'object' && input !== null
        ? undefined
        : 'must be text, or { en-US: …, zh-TW: … } with both languages',
  }),
  z.transform((given) => (typeof given === 'string' ? { 'en-US': given, 'zh-TW': given } : given)),
);

const digits = z
  .string('must be a number')
  .check(
    z.regex(/^[1-9]\d*$|^0$/, 'must be a whole number: it stands in the address of the QR code'),
    z.maxLength(limits.idLength, `must have at most ${limits.idLength} digits`),
  );
export const tooLongId = `must have at most ${limits.idLength} characters`;
const id = z
  .string('must be a short name or number')
  .check(
    z.regex(/^[\w.-]+$/, 'must be a short name of letters, digits, "-", "_" and "."'),
    z.maxLength(limits.idLength, tooLongId),
  );
const amount = z
  .string('must be an amount like 12.50')
  .check(z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,4})?$/, 'must be an amount like 12.50, without a currency'));
const rate = z
  .string('must be a fraction: 0.05 is 5%')
  .check(z.regex(/^0(\.\d{1,6})?$/, 'must be a fraction below 1: 0.05 is 5%'));
const flag = z.boolean('must be true or false');
function whole(least: number, most: number) {
  const hint = `must be a whole number from ${least} to ${most}`;
  return z.pipe(
    z.string(hint).check(z.refine((text) => /^\d{1,6}$/.test(text) && +text >= least && +text <= most, hint)),
    z.transform(Number),
  );
}
function oneOf<const Word extends string>(names: readonly Word[]) {
  return z.enum(names, `must be one of ${names.join(', ')}`);
}
function list<Item extends z.ZodMiniType>(item: Item) {
  return z.array(item, 'must be a list');
}
function entry<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'invalid_type' ? 'must have fields, like "id: …"' : undefined),
  });
}

/** What else people call something, in whichever language: the search knows it. */
const aliases = z._default(
  list(words(limits.aliasLength)).check(
    z.maxLength(limits.aliases, `must have at most ${limits.aliases} entries`),
  ),
  [],
);

const modifier = entry({
  id: z.optional(id),
  name: localized,
  price: z._default(amount, '0'),
  soldOut: z.optional(flag),
});
const modifierGroup = entry({
  id: z.optional(id),
  name: localized,
  min: whole(0, limits.modifiersPerItem),
  max: whole(1, limits.modifiersPerItem),
  modifiers: list(modifier),
});
/** The owner's id and its place in two digits, from 01 on: what dishes share has ids of its own at each dish. */
export function idByPlace(owner: string, index: number): string {
  return owner + String(index + 1).padStart(2, '0');
}
const product = entry({
  id,
  name: localized,
  aliases,
  description: z.optional(localized),
  price: amount,
  picture: z.optional(words()),
  station: z.optional(id),
  salesUnitType: z._default(oneOf(['piece', 'weight']), 'piece'),
  unitLabel: z.optional(localized),
  allergens: z._default(list(oneOf(allergens)), []),
  diets: z._default(list(oneOf(diets)), []),
  soldOut: z.optional(flag),
  modifierGroups: z._default(list(modifierGroup), []),
});
const coupon = entry({
  id,
  name: localized,
  discount: z.string('must be an amount like 5.00, or a percentage like 10%').check(
    z.regex(/^((0|[1-9]\d{0,8})(\.\d{1,4})?|[1-9]\d?%|100%)$/, 'must be an amount like 5.00, or a percentage like 10%'),
  ),
  from: z._default(amount, '0'),
  atMost: z.optional(amount),
}); // prettier-ignore

const printer = entry({
  address: z.string('must be an address like 192.168.1.50:9100').check(
    z.maxLength(255, 'must have at most 255 characters'),
    z.refine((text) => readPrinterAddress(text) !== undefined, 'must be an address like 192.168.1.50:9100'),
  ),
  charset: z._default(oneOf(charsets), 'big5'),
  columns: z._default(whole(24, 80), 48),
  language: z._default(oneOf(languageCodes), 'zh-TW'),
});
const station = entry({ id, name: localized, printer: z.optional(printer) });

/** More do not stand side by side on a phone. */
const mostTips = 4;
const paymentPage = words(400).check(
  z.refine(
    (text) => isWebAddress(text) && new URL(text).hash === '',
    'must be the address of a page, like https://pay.example/checkout',
  ),
);
const timeZone = words(60).check(
  z.refine(isTimeZone, 'must be a time zone like Asia/Taipei or America/New_York'),
);

export const menuFileSchema = entry({
  merchant: entry({
    id: z.optional(digits),
    name: localized,
    description: z.optional(localized),
    logo: z.optional(words()),
    themeColor: z._default(
      z.string('must be a colour like "#0b8378", in quotation marks').check(
        z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour like "#0b8378"'),
      ),
      '#f6821f',
    ),
    currency: z.string('must be a currency').check(z.regex(/^[A-Z]{3}$/, 'must be three capital letters, like USD')),
    decimals: z._default(whole(0, 2), 2),
    taxRate: z._default(rate, '0'),
    taxName: z._default(localized, { 'en-US': 'Tax', 'zh-TW': '稅' }),
    serviceChargeRate: z._default(rate, '0'),
    guestMode: z._default(flag, true),
    orderCodeRequired: z._default(flag, false),
    clearTableCartMinutes: z._default(whole(1, 10_080), 120),
    lineLimit: z.optional(amount),
    tips: z.optional(list(whole(1, 100)).check(z.maxLength(mostTips, `must have at most ${mostTips} percentages`))),
    paymentPage: z.optional(paymentPage),
    timeZone: z.optional(timeZone),
    dayEndsAt: z.optional(whole(0, 12)),
    ownServer: z._default(flag, false),
  }),
  tables: list(entry({ id: z.optional(id), name: words(limits.nameLength), qrcode: z.optional(digits) })),
  coupons: z._default(list(coupon), []),
  stations: z._default(list(station), []),
  /** A place for what is written once and used at several dishes (`&name` and `*name`). */
  shared: z.optional(z.unknown()),
  categories: list(entry({ id, name: localized, aliases, station: z.optional(id), products: list(product) })),
}); // prettier-ignore

export type MenuFile = z.infer<typeof menuFileSchema>;
