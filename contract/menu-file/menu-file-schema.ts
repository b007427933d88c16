import * as z from 'zod/mini';
import { isPlainText } from '#events/log/plain-text.ts';
import { couponSpans } from '#projections/bill/coupon.ts';
import { getUsualDecimals } from '#projections/bill/currency.ts';
import { allergens, diets } from '../dish-labels.ts';
import { languageCodes } from '../http/headers.ts';
import { mostReasons } from '../staff-limits.ts';
import { limits } from '../limits.ts';
import { endOfDay, parseMinute, normaliseHours, weekdays } from './hours.ts';
import { createTexts, languageTag, type Localized } from './localized.ts';
import { encodeMistake } from './mistake.ts';
import { isDate, openingLimits } from './opening.ts';
import { readPrinterAddress } from './printer-address.ts';
import { isCurrency } from './currency.ts';
import { isCountry } from './country.ts';
import { isTimeZone } from './time-zone.ts';
import { charsets } from './whole-merchant.ts';
import { lastCourse } from '../course.ts';

/** The schema of a menu file. Numbers arrive as the text in the file: 12.50 stays 12.50, and 007 stays 007. */

const textLength = 400;

function encodeTooLong(most: number): string {
  return encodeMistake('tooLong', { most });
}

function words(maxLength = textLength) {
  return z.string(encodeMistake('noText')).check(
    z.trim(),
    z.minLength(1, encodeMistake('empty')),
    z.maxLength(maxLength, encodeTooLong(maxLength)),
    z.refine((text) => !/[\p{Cs}\0]/u.test(text), encodeMistake('noCharacters')),
    z.refine(
      (text) => text === '' || (isPlainText(text) && isVisible(text)),
      encodeMistake('hiddenCharacters'),
    ),
  );
}

/** Whether text has a visible character. Format characters, Hangul fillers and the blank Braille cell are invisible. */
function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u.test(text);
}

/** The format requires these languages. Others of the app are optional, because there are files without them. */
const versions = z.strictObject({
  ...Object.fromEntries(languageCodes.map((code) => [code, z.optional(words())])),
  'en-US': words(),
  'zh-TW': words(),
});
const localized = z.pipe(
  z.union([versions, words()], {
    error: ({ input }) =>
      typeof input === 'object' && input !== null ? undefined : encodeMistake('notInBothLanguages'),
  }),
  z.transform((given): Localized => (typeof given === 'string' ? createTexts(given) : given)),
);

/** A text of the menu may lack languages, but not all of them. */
const menuText = z.pipe(
  z.union(
    [
      z.pipe(
        z.transform(dropBlank),
        z
          .record(z.string().check(z.regex(languageTag, encodeMistake('notAField'))), words())
          .check(z.refine((texts) => Object.keys(texts).length > 0, encodeMistake('empty'))),
      ),
      words(),
    ],
    {
      error: ({ input }) =>
        typeof input === 'object' && input !== null ? undefined : encodeMistake('notInBothLanguages'),
    },
  ),
  z.transform((given) => (typeof given === 'string' ? createTexts(given) : { ...createTexts(), ...given })),
);

/** An empty text is a missing one. */
function dropBlank(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, text]) => !isBlank(text)));
}

/** Optional text. Other programs export empty text instead of leaving it out. */
function optional<Text extends z.ZodMiniType>(text: Text) {
  return z.pipe(
    z.transform((given) => (isBlank(given) ? undefined : given)),
    z.optional(text),
  );
}

function isBlank(given: unknown): boolean {
  if (typeof given === 'object' && given !== null) return Object.values(given).every(isBlank);
  return given === null || (typeof given === 'string' && given.trim() === '');
}

const digits = z
  .string(encodeMistake('noQrcode'))
  .check(
    z.regex(/^[1-9]\d*$|^0$/, encodeMistake('noQrcode')),
    z.maxLength(limits.idLength, encodeMistake('tooManyDigits', { most: limits.idLength })),
  );
const id = z.string(encodeMistake('noId')).check(
  z.regex(/^[\w.-]+$/, encodeMistake('noId')),
  z.maxLength(limits.idLength, encodeTooLong(limits.idLength)),
  // No edit could address such an id.
  z.refine((text) => !(text in {}), encodeMistake('noId')),
);
const amount = z
  .string(encodeMistake('noAmount'))
  .check(z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,4})?$/, encodeMistake('noAmount')));
/** An option may make its dish cheaper. */
const surcharge = z
  .string(encodeMistake('noAmount'))
  .check(z.regex(/^(?!-0*(\.0*)?$)-?(0|[1-9]\d{0,8})(\.\d{1,4})?$/, encodeMistake('noAmount')));
const rate = z
  .string(encodeMistake('noFraction'))
  .check(z.regex(/^(0(\.\d{1,6})?|1)$/, encodeMistake('noFraction')));
const flag = z.boolean(encodeMistake('noFlag'));
function whole(least: number, most: number) {
  const hint = encodeMistake('noWhole', { least, most });
  return z.pipe(
    z.string(hint).check(z.refine((text) => /^\d{1,6}$/.test(text) && +text >= least && +text <= most, hint)),
    z.transform(Number),
  );
}
function oneOf<const Word extends string>(names: readonly Word[]) {
  return z.enum(names, encodeMistake('noneOf', { names: names.join(', ') }));
}
function list<Item extends z.ZodMiniType>(item: Item) {
  return z.array(item, encodeMistake('noList'));
}
function entry<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'invalid_type' ? encodeMistake('noFields') : undefined),
  });
}

/** Other names that people use, in any language. The search finds them. */
const aliases = z._default(
  list(words(limits.aliasLength)).check(
    z.maxLength(limits.aliases, encodeMistake('tooMany', { most: limits.aliases })),
  ),
  [],
);

const modifier = entry({
  id: z.optional(id),
  name: menuText,
  price: z._default(surcharge, '0'),
  default: z.optional(flag),
  soldOut: z.optional(flag),
  tax: z.optional(id),
});
const modifierGroupEntry = entry({
  id: z.optional(id),
  name: menuText,
  min: whole(0, limits.modifiersPerItem),
  max: z.optional(whole(1, limits.modifiersPerItem)),
  modifiers: list(modifier),
});
/** Without `max`, all options may be chosen. */
const modifierGroup = z.pipe(
  modifierGroupEntry,
  z.transform(({ max, ...group }) => ({ ...group, max: max ?? group.modifiers.length })),
);
/**
 * Derives an id from the owner's id and the place as two digits, from 01. Groups that dishes share get an id of their
 * own at each dish.
 */
export function createIdByPlace(owner: string, index: number): string {
  return owner + String(index + 1).padStart(2, '0');
}
const product = entry({
  id,
  name: menuText,
  aliases,
  description: optional(menuText),
  price: amount,
  picture: optional(words()),
  station: z.optional(id),
  tax: z.optional(id),
  salesUnitType: z._default(oneOf(['piece', 'weight']), 'piece'),
  unitLabel: optional(menuText),
  allergens: z._default(list(oneOf(allergens)), []),
  diets: z._default(list(oneOf(diets)), []),
  soldOut: z.optional(flag),
  goesWith: z._default(
    list(id).check(z.maxLength(limits.goesWith, encodeMistake('tooMany', { most: limits.goesWith }))),
    [],
  ),
  modifierGroups: z._default(list(modifierGroup), []),
});
const coupon = entry({
  id,
  name: localized,
  discount: z.string(encodeMistake('noDiscount')).check(
    z.regex(/^((0|[1-9]\d{0,8})(\.\d{1,4})?|[1-9]\d?%|100%)$/, encodeMistake('noDiscount')),
  ),
  from: z._default(amount, '0'),
  atMost: z.optional(amount),
  spans: z._default(oneOf(couponSpans), 'round'),
}); // prettier-ignore

const printer = entry({
  address: z.string(encodeMistake('noPrinterAddress')).check(
    z.maxLength(255, encodeTooLong(255)),
    z.refine((text) => readPrinterAddress(text) !== undefined, encodeMistake('noPrinterAddress')),
  ),
  charset: z._default(oneOf(charsets), 'big5'),
  columns: z._default(whole(24, 80), 48),
  language: z._default(oneOf(languageCodes), 'zh-TW'),
  bills: z.optional(flag),
});
const station = entry({ id, name: localized, printer: z.optional(printer) });

function clockTime(isTime = (text: string) => parseMinute(text) !== undefined) {
  return z.string(encodeMistake('noTime')).check(z.refine(isTime, encodeMistake('noTime')));
}
const times = {
  from: clockTime(),
  to: clockTime((text) => text === endOfDay || parseMinute(text) !== undefined),
};
/** Hours of a week. */
function hoursList(most: number) {
  return list(
    z.pipe(
      entry({
        days: z.optional(list(oneOf(weekdays)).check(z.minLength(1, encodeMistake('empty')))),
        ...times,
      }),
      z.transform(({ days, from, to }) => normaliseHours({ ...(days && { days }), from, to })),
    ),
  ).check(z.maxLength(most, encodeMistake('tooMany', { most })));
}
/** The hours of a section. */
const served = z._default(hoursList(limits.servedHours), []);

const openingDate = entry({
  date: z.string(encodeMistake('noDate')).check(z.refine(isDate, encodeMistake('noDate'))),
  hours: z._default(
    list(z.pipe(entry(times), z.transform(normaliseHours))).check(
      z.maxLength(openingLimits.spansOfDate, encodeMistake('tooMany', { most: openingLimits.spansOfDate })),
    ),
    [],
  ),
});

/** More do not fit next to each other on a phone. */
const mostTips = 4;
function isPage(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.hash === '';
}
const taxIdLength = 40;
/** Lines of the address, and of the end of a receipt. */
const receiptLine = { most: 6, length: 60 } as const;
const receiptLines = list(words(receiptLine.length)).check(
  z.maxLength(receiptLine.most, encodeMistake('tooMany', { most: receiptLine.most })),
);
const reasonList = list(words(limits.notesLength)).check(
  z.maxLength(mostReasons, encodeMistake('tooMany', { most: mostReasons })),
);
const paymentPage = words(400).check(z.refine(isPage, encodeMistake('noPage')));
const country = words(2).check(z.refine(isCountry, encodeMistake('noCountry')));
const timeZone = words(60).check(z.refine(isTimeZone, encodeMistake('noTimeZone')));

const staffLimits = entry({
  discount: z.optional(whole(0, 100)),
  void: z.optional(amount),
  refund: z.optional(amount),
  unpaid: z.optional(amount),
});

const merchantEntry = entry({
    id: z.optional(digits),
    name: localized,
    description: optional(localized),
    logo: optional(words()),
    cover: optional(words()),
    themeColor: z._default(
      z.string(encodeMistake('noColour')).check(
        z.regex(/^#[0-9a-f]{6}$/i, encodeMistake('noColour')),
      ),
      '#f6821f',
    ),
    currency: z.string(encodeMistake('noCurrency')).check(z.refine(isCurrency, encodeMistake('noCurrency'))),
    decimals: z.optional(whole(0, 3)),
    taxRate: z._default(rate, '0'),
    taxName: z.optional(localized),
    taxes: z.optional(
      list(entry({ id, name: localized, rate, toGoRate: z.optional(rate) })).check(
        z.minLength(1, encodeMistake('empty')),
        z.maxLength(limits.taxes, encodeMistake('tooMany', { most: limits.taxes })),
      ),
    ),
    taxIncluded: z.optional(flag),
    serviceTaxed: z.optional(flag),
    serviceChargeRate: z._default(rate, '0'),
    guestMode: z._default(flag, true),
    orderCodeRequired: z._default(flag, false),
    clearTableCartMinutes: z._default(whole(1, 10_080), 120),
    kitchenTracking: z.optional(flag),
    paidTableMinutes: z.optional(whole(1, 720)),
    lineLimit: z.optional(amount),
    cashCoin: z.optional(amount),
    tips: z.optional(list(whole(1, 100)).check(z.maxLength(mostTips, encodeMistake('tooMany', { most: mostTips })))),
    paymentPage: z.optional(paymentPage),
    taxId: z.optional(words(taxIdLength)),
    address: z.optional(receiptLines),
    receiptFooter: z.optional(receiptLines),
    timeZone: z.optional(timeZone),
    dayEndsAt: z.optional(whole(0, 12)),
    openingHours: z.optional(hoursList(openingLimits.spansOfWeek)),
    ordersPerTenMinutes: z.optional(whole(1, 999)),
    openingDates: z.optional(
      list(openingDate).check(
        z.maxLength(openingLimits.dates, encodeMistake('tooMany', { most: openingLimits.dates })),
      ),
    ),
    waiterLimits: z.optional(staffLimits),
    managerLimits: z.optional(staffLimits),
    reasons: z.optional(entry({ void: z.optional(reasonList), discount: z.optional(reasonList), refund: z.optional(reasonList) })),
    phoneCountry: z.optional(country),
    guestOrders: z.optional(flag),
    drawerPerPerson: z.optional(flag),
    holdCourses: z.optional(flag),
    ownServer: z._default(flag, false),
}); // prettier-ignore
/** Without `decimals`, a restaurant has those of its currency. */
const merchant = z.pipe(
  merchantEntry,
  z.transform(({ decimals, ...rest }) => ({
    ...rest,
    decimals: decimals ?? getUsualDecimals(rest.currency),
  })),
);

export const menuFileSchema = entry({
  merchant,
  tables: list(entry({ id: z.optional(id), name: words(limits.nameLength), qrcode: z.optional(digits) })),
  coupons: z._default(list(coupon), []),
  stations: z._default(list(station), []),
  /** Holds definitions that several dishes use (`&name` and `*name`). */
  shared: z.optional(z.unknown()),
  categories: list(
    entry({
      id,
      name: menuText,
      aliases,
      station: z.optional(id),
      tax: z.optional(id),
      course: z.optional(whole(1, lastCourse)),
      served,
      products: list(product),
    }),
  ),
}); // prettier-ignore

export type MenuFile = z.infer<typeof menuFileSchema>;
