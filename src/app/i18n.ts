import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLanguage, type LanguageCode } from '#contract/headers.ts';
import enUS from '#locales/en-US/index.ts';
import type report from '#locales/en-US/report.ts';
import type simulator from '#locales/en-US/simulator.ts';
import type staff from '#locales/en-US/staff.ts';
import type support from '#locales/en-US/support.ts';
import type testTabs from '#locales/en-US/test-tabs.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    /** The last ones come with the pages and sheets that need them. */
    resources: typeof enUS & {
      staff: typeof staff;
      support: typeof support;
      report: typeof report;
      simulator: typeof simulator;
      testTabs: typeof testTabs;
    };
  }
}

/** English comes with the first load, every other language when it is asked for. */
const loaders: Partial<Record<LanguageCode, () => Promise<{ default: object }>>> = {
  'zh-TW': () => import('#locales/zh-TW/index.ts'),
};

/** Starts translation with English at hand. */
export async function startTranslation(language: LanguageCode): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    defaultNS: 'common',
    ns: Object.keys(enUS),
    resources: { [defaultLanguage]: enUS },
    interpolation: { escapeValue: false },
  });
  await speak(language);
}

/** Switches the language, loading its texts first. */
export async function speak(language: LanguageCode): Promise<void> {
  const load = loaders[language];
  if (load && !i18next.hasResourceBundle(language, 'common')) {
    const { default: texts } = await load();
    for (const [namespace, content] of Object.entries(texts))
      i18next.addResourceBundle(language, namespace, content);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
