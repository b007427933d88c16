import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLanguage, type LanguageCode } from '#contract/http/headers.ts';
import type enUS from '#locales/en-US/index.ts';
import type house from '#locales/en-US/house.ts';
import type numbers from '#locales/en-US/numbers.ts';
import type owner from '#locales/en-US/owner.ts';
import type ownerMenu from '#locales/en-US/owner-menu.ts';
import type report from '#locales/en-US/report.ts';
import type setUp from '#locales/en-US/set-up.ts';
import type staff from '#locales/en-US/staff.ts';
import type support from '#locales/en-US/support.ts';
import type till from '#locales/en-US/till.ts';

/** Texts that come with the pages and sheets that need them; the demo adds its own. */
export interface TextsOfPages {
  readonly staff: typeof staff;
  readonly owner: typeof owner;
  readonly house: typeof house;
  readonly numbers: typeof numbers;
  readonly till: typeof till;
  readonly setUp: typeof setUp;
  readonly ownerMenu: typeof ownerMenu;
  readonly support: typeof support;
  readonly report: typeof report;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof enUS & TextsOfPages;
  }
}

type Load = () => Promise<{ default: object }>;

/** A language's texts: of the menu's page, and all others. */
const loaders: Record<LanguageCode, { readonly first: Load; readonly later: Load }> = {
  'en-US': {
    first: () => import('#locales/en-US/first.ts'),
    later: () => import('#locales/en-US/later.ts'),
  },
  'zh-TW': {
    first: () => import('#locales/zh-TW/first.ts'),
    later: () => import('#locales/zh-TW/later.ts'),
  },
};

/** What a text is filled with: a name in letters that run from right to left keeps its place in the sentence. */
export function isolated(value: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(value) ? `\u2068${value}\u2069` : value;
}

/** What is current, or will be once its first texts are here. */
let current: LanguageCode = defaultLanguage;
let started: Promise<unknown> = Promise.resolve();

/** Starts translation with what the menu's page says in a language; in English where that can't be had. */
export async function initTranslation(language: LanguageCode): Promise<void> {
  current = language;
  started = i18next.use(initReactI18next).init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    defaultNS: 'common',
    ns: ['common'],
    resources: {},
    interpolation: { escape: isolated },
  });
  await started;
  try {
    await loadPart(language, 'first');
    await setLanguage(language);
  } catch (error) {
    if (language === defaultLanguage) throw error;
    current = defaultLanguage;
    // A page may be waiting for its texts in the other one.
    await Promise.all([loadPart(defaultLanguage, 'first'), loadPart(defaultLanguage, 'later')]);
    throw error;
  }
}

/** False while no language can be current. */
export const hasTexts = (): boolean => i18next.hasResourceBundle(current, 'common');

/** Switches the language, loading its texts first. */
export async function speak(language: LanguageCode): Promise<void> {
  if (language === i18next.language) return;
  await Promise.all([loadPart(language, 'first'), loadPart(language, 'later')]);
  await setLanguage(language);
}

/** Loads code together with every text of the language: whatever is not the menu's page waits for both. */
export function loadWithTexts<Code>(load: () => Promise<Code>): () => Promise<Code> {
  return async () => {
    const texts = async () => {
      await started;
      await loadPart(current, 'later');
    };
    const [code] = await Promise.all([load(), texts()]);
    return code;
  };
}

async function setLanguage(language: LanguageCode): Promise<void> {
  current = language;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

async function loadPart(language: LanguageCode, part: 'first' | 'later'): Promise<void> {
  const { default: texts } = await loaders[language][part]();
  for (const [namespace, content] of Object.entries(texts))
    if (!i18next.hasResourceBundle(language, namespace))
      i18next.addResourceBundle(language, namespace, content);
}
