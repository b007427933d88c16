/** The texts on the screen in both languages: those of the app, and the names of the demo's dishes. */
import { createInstance, type TFunction } from 'i18next';
import type { LanguageCode } from '#contract/http/headers.ts';
import houseEnglish from '#locales/en-US/house.ts';
import english from '#locales/en-US/index.ts';
import numbersEnglish from '#locales/en-US/numbers.ts';
import ownerMenuEnglish from '#locales/en-US/owner-menu.ts';
import ownerEnglish from '#locales/en-US/owner.ts';
import setUpEnglish from '#locales/en-US/set-up.ts';
import reportEnglish from '#locales/en-US/report.ts';
import staffEnglish from '#locales/en-US/staff.ts';
import supportEnglish from '#locales/en-US/support.ts';
import printersEnglish from '#locales/en-US/printers.ts';
import chainEnglish from '#locales/en-US/chain.ts';
import connectionsEnglish from '#locales/en-US/connections.ts';
import meEnglish from '#locales/en-US/me.ts';
import tillEnglish from '#locales/en-US/till.ts';
import houseChinese from '#locales/zh-TW/house.ts';
import chinese from '#locales/zh-TW/index.ts';
import numbersChinese from '#locales/zh-TW/numbers.ts';
import ownerMenuChinese from '#locales/zh-TW/owner-menu.ts';
import ownerChinese from '#locales/zh-TW/owner.ts';
import setUpChinese from '#locales/zh-TW/set-up.ts';
import reportChinese from '#locales/zh-TW/report.ts';
import staffChinese from '#locales/zh-TW/staff.ts';
import supportChinese from '#locales/zh-TW/support.ts';
import printersChinese from '#locales/zh-TW/printers.ts';
import chainChinese from '#locales/zh-TW/chain.ts';
import connectionsChinese from '#locales/zh-TW/connections.ts';
import meChinese from '#locales/zh-TW/me.ts';
import tillChinese from '#locales/zh-TW/till.ts';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';

// Includes the texts that the app loads only with a page.
const enUS = {
  ...english,
  house: houseEnglish,
  numbers: numbersEnglish,
  owner: ownerEnglish,
  ownerMenu: ownerMenuEnglish,
  report: reportEnglish,
  setUp: setUpEnglish,
  staff: staffEnglish,
  support: supportEnglish,
  connections: connectionsEnglish,
  chain: chainEnglish,
  printers: printersEnglish,
  till: tillEnglish,
  me: meEnglish,
};
const zhTW = {
  ...chinese,
  house: houseChinese,
  numbers: numbersChinese,
  owner: ownerChinese,
  ownerMenu: ownerMenuChinese,
  report: reportChinese,
  setUp: setUpChinese,
  staff: staffChinese,
  support: supportChinese,
  connections: connectionsChinese,
  chain: chainChinese,
  printers: printersChinese,
  till: tillChinese,
  me: meChinese,
};

const namespaces = Object.keys(enUS) as (keyof typeof enUS)[];

/** Languages that a diner may choose. */
export type Offered = 'en-US' | 'zh-TW';

/** Two variants of the app that together have both languages and both themes. */
export const looks = {
  'en-light': { language: 'en-US', colorScheme: 'light' },
  'zh-dark': { language: 'zh-TW', colorScheme: 'dark' },
} as const;
export type Look = keyof typeof looks;

/** A desktop computer. */
export const desk = {
  viewport: { width: 1280, height: 900 },
  isMobile: false,
  hasTouch: false,
} as const;

/** `npm run test:long -- looks` runs the tests in all variants, with animations. */
export const isAtLength = process.env['ALL_LOOKS'] !== undefined;

/**
 * The variants in which a test runs: this one, or both in `npm run test:long`. In every run, the tests together use each
 * language and theme. screens.spec.ts opens every page in all of them.
 */
export function listLooks(look: Look): [Look, (typeof looks)[Look]][] {
  const all = Object.entries(looks) as [Look, (typeof looks)[Look]][];
  return isAtLength ? all : all.filter(([each]) => each === look);
}

export interface Words {
  readonly language: LanguageCode;
  /** The beginning of all paths in this language. */
  readonly prefix: string;
  readonly t: TFunction<(keyof typeof enUS)[]>;
  /** Matches any text that contains this one. */
  like(text: string): RegExp;
  /** Matches any text that contains this one with other numbers. */
  likeAnyNumber(text: string): RegExp;
  /** A dish, category or option of a demo restaurant, by its English name. */
  translateDish(english: string): string;
  /** "2 × Beef noodles", from the English name. */
  pieces(quantity: number, english: string): string;
}

export async function loadWords(language: Offered): Promise<Words> {
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    ns: namespaces,
    defaultNS: 'common',
    resources: { 'en-US': enUS, 'zh-TW': zhTW },
    interpolation: { escapeValue: false },
  });
  const names = new Map<string, string>();
  for (const { categories } of await readDemoMerchants())
    for (const { name, products } of categories)
      for (const each of [name, ...products.map((product) => product.name)])
        names.set(each['en-US'], each[language] ?? '');
  const t = i18n.getFixedT(language, namespaces);
  const translateDish = (english: string): string => {
    const name = names.get(english);
    if (name === undefined) throw new Error(`the demo has no "${english}"`);
    return name;
  };
  return {
    language,
    prefix: language === 'zh-TW' ? '/zh-tw' : '',
    t,
    like: (text) => new RegExp(escape(text)),
    likeAnyNumber: (text) => new RegExp(escape(text).replaceAll(/\d+/g, String.raw`\d+`)),
    translateDish,
    pieces: (quantity, english) => t('common:dish.pieces', { quantity, name: translateDish(english) }),
  };
}

/** Escapes what regular expressions treat as special. */
function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
