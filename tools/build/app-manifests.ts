import type { Plugin } from 'vite';
import enUS from '../../locales/en-US/index.ts';
import staffInEnglish from '../../locales/en-US/staff.ts';
import zhTW from '../../locales/zh-TW/index.ts';
import staffInChinese from '../../locales/zh-TW/staff.ts';

/** The colour behind the app's mark, and of the page until the theme is known: `theme-color` of index.html. */
const ground = '#f8f3ea';
const texts = {
  'en-US': { ...enUS, staff: staffInEnglish },
  'zh-TW': { ...zhTW, staff: staffInChinese },
};
type Language = keyof typeof texts;
const prefixes = { 'en-US': '', 'zh-TW': '/zh-tw' };
const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const look = {
  dir: 'ltr',
  display: 'standalone',
  background_color: ground,
  theme_color: ground,
  icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable', 512, 'maskable')],
};

/** Make the diners' app installable: one manifest for each language, of the same app. */
export const dinersManifests = manifests('app.webmanifest', dinersManifest);
/** Make the restaurant's app installable. */
export const staffManifests = manifests('staff.webmanifest', staffManifest);

function manifests(name: string, manifestIn: (language: Language) => object): Plugin {
  return {
    name,
    apply: 'build',
    generateBundle() {
      for (const language of ['en-US', 'zh-TW'] as const)
        this.emitFile({
          type: 'asset',
          fileName: `${prefixes[language]}/${name}`.slice(1),
          source: JSON.stringify(manifestIn(language), null, 2),
        });
    },
  };
}

function dinersManifest(language: Language): object {
  const { common, scan } = texts[language];
  return {
    ...look,
    id: '/',
    scope: '/',
    // It leads to the restaurant of the last visit. Without an earlier visit, the root is a not-found page.
    start_url: `${prefixes[language]}/home`,
    name: common.appName,
    short_name: common.appName,
    description: scan.home.text,
    lang: language,
    categories: ['food', 'lifestyle'],
    // The root leads to the table's menu (CN2).
    shortcuts: [
      { name: common.titles.qrLanding, url: `${prefixes[language]}/` },
      { name: common.titles.scan, url: `${prefixes[language]}/scan` },
    ],
  };
}

/** Each language is a separate installable app, because the pages of the other language are outside of its scope. */
function staffManifest(language: Language): object {
  const { name, shortName, description } = texts[language].staff.app;
  const home = `${prefixes[language]}/staff`;
  return {
    ...look,
    id: home,
    scope: home,
    start_url: home,
    name,
    short_name: shortName,
    description,
    lang: language,
    categories: ['business', 'food'],
  };
}
