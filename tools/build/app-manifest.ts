import type { Plugin } from 'vite';
import enUS from '../../locales/en-US/index.ts';
import zhTW from '../../locales/zh-TW/index.ts';

/** The ground of the app's mark, and the page's before the theme is known: `theme-color` of index.html. */
const ground = '#f8f3ea';
const texts = { 'en-US': enUS, 'zh-TW': zhTW };
const prefixes = { 'en-US': '', 'zh-TW': '/zh-tw' };
const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Makes the phone installable: one manifest for each language, of one and the same app. */
export const appManifests: Plugin = {
  name: 'app-manifests',
  apply: 'build',
  generateBundle() {
    for (const language of ['en-US', 'zh-TW'] as const)
      this.emitFile({
        type: 'asset',
        fileName: `${prefixes[language]}/app.webmanifest`.slice(1),
        source: JSON.stringify(manifestIn(language), null, 2),
      });
  },
};

function manifestIn(language: keyof typeof texts) {
  const { common, scan } = texts[language];
  return {
    id: '/',
    scope: '/',
    // The restaurant of the last visit is one tap away; the root would be not-found for who has had none.
    start_url: `${prefixes[language]}/home`,
    name: common.appName,
    short_name: common.appName,
    description: scan.home.text,
    lang: language,
    dir: 'ltr',
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    categories: ['food', 'lifestyle'],
    // The root leads to the table's menu (D28).
    shortcuts: [
      { name: common.titles.qrLanding, url: `${prefixes[language]}/` },
      { name: common.titles.scan, url: `${prefixes[language]}/scan` },
    ],
    icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable', 512, 'maskable')],
  };
}
