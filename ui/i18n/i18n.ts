import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLanguage, type LanguageCode } from '#contract/http/headers.ts';
import type enUS from '#locales/en-US/index.ts';
import type chain from '#locales/en-US/chain.ts';
import type house from '#locales/en-US/house.ts';
import type numbers from '#locales/en-US/numbers.ts';
import type owner from '#locales/en-US/owner.ts';
import type ownerMenu from '#locales/en-US/owner-menu.ts';
import type report from '#locales/en-US/report.ts';
import type setUp from '#locales/en-US/set-up.ts';
import type staff from '#locales/en-US/staff.ts';
import type support from '#locales/en-US/support.ts';
import type connections from '#locales/en-US/connections.ts';
import type printers from '#locales/en-US/printers.ts';
import type me from '#locales/en-US/me.ts';
import type till from '#locales/en-US/till.ts';

/** Texts that are loaded together with the pages that need them. The demo adds its own. */
export interface TextsOfPages {
  readonly staff: typeof staff;
  readonly owner: typeof owner;
  readonly house: typeof house;
  readonly numbers: typeof numbers;
  readonly connections: typeof connections;
  readonly printers: typeof printers;
  readonly chain: typeof chain;
  readonly till: typeof till;
  readonly me: typeof me;
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

/** Texts of each language in two parts: `first` for the menu's page, `later` for all other pages. */
const loaders = import.meta.glob<{ default: object }>('./*/{first,later}.ts', { base: '/locales' });

/** Isolates a value with right-to-left letters, so that it does not change the order of the sentence around it. */
export function isolateDirection(value: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(value) ? `\u2068${value}\u2069` : value;
}

/** The current language. Its first texts may still be loading. */
let current: LanguageCode = defaultLanguage;
let started: Promise<unknown> = Promise.resolve();

/**
 * Initialises translation and loads the texts of the menu's page. If they cannot be loaded, falls back to the default
 * language and rejects with the error.
 */
export async function initTranslation(language: LanguageCode): Promise<void> {
  current = language;
  started = i18next.use(initReactI18next).init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    defaultNS: 'common',
    ns: ['common'],
    resources: {},
    interpolation: { escape: isolateDirection },
  });
  await started;
  try {
    await loadPart(language, 'first');
    await setLanguage(language);
  } catch (error) {
    if (language === defaultLanguage) throw error;
    current = defaultLanguage;
    // Load both parts: a page may already wait for the later texts.
    await Promise.all([loadPart(defaultLanguage, 'first'), loadPart(defaultLanguage, 'later')]);
    throw error;
  }
}

/** Whether the texts of the current language are loaded. */
export const hasTexts = (): boolean => i18next.hasResourceBundle(current, 'common');

/** Loads the texts of a language, then switches to it. */
export async function speak(language: LanguageCode): Promise<void> {
  if (language === i18next.language) return;
  await Promise.all([loadPart(language, 'first'), loadPart(language, 'later')]);
  await setLanguage(language);
}

/** Wraps an import so that it also loads all texts. Every page except the menu's uses it. */
export function loadWithTexts<Code>(load: () => Promise<Code>): () => Promise<Code> {
  return async () => {
    const loadTexts = async () => {
      await started;
      await loadPart(current, 'later');
    };
    const [code] = await Promise.all([load(), loadTexts()]);
    return code;
  };
}

async function setLanguage(language: LanguageCode): Promise<void> {
  current = language;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

async function loadPart(language: LanguageCode, part: 'first' | 'later'): Promise<void> {
  const { default: texts } = await loaders[`./${language}/${part}.ts`]!();
  for (const [namespace, content] of Object.entries(texts))
    if (!i18next.hasResourceBundle(language, namespace))
      i18next.addResourceBundle(language, namespace, content);
}
