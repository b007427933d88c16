import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import { getLocalePrefix, languageCodes, type LanguageCode } from '../../contract/http/headers.ts';
import type { StaffTexts, Texts } from '../../locales/texts.ts';

/** The colour behind the app's mark, and of the page until the theme is known: `theme-color` of index.html. */
const ground = '#f8f3ea';
const createIcon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
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
  icons: [
    createIcon('192', 192, 'any'),
    createIcon('512', 512, 'any'),
    createIcon('maskable', 512, 'maskable'),
  ],
};

/** Make the diners' app installable: one manifest for each language, of the same app. */
export const dinersManifests = createManifestPlugin('app.webmanifest', createDinersManifest);
/** Make the restaurant's app installable. */
export const staffManifests = createManifestPlugin('staff.webmanifest', createStaffManifest);

interface AppTexts {
  readonly diners: Texts;
  readonly staff: StaffTexts;
}

async function loadTexts(language: LanguageCode): Promise<AppTexts> {
  const load = async <Content>(file: string): Promise<Content> => {
    // The configuration of the build is bundled, so it cannot import a file whose name it computes.
    const path = fileURLToPath(new URL(`../../locales/${language}/${file}.ts`, import.meta.url));
    return (await runnerImport<{ default: Content }>(path)).module.default;
  };
  return { diners: await load('index'), staff: await load('staff') };
}

function createManifestPlugin(
  name: string,
  manifestIn: (language: LanguageCode, texts: AppTexts) => object,
): Plugin {
  return {
    name,
    apply: 'build',
    async generateBundle() {
      for (const language of languageCodes)
        this.emitFile({
          type: 'asset',
          fileName: `${getLocalePrefix(language)}/${name}`.slice(1),
          source: JSON.stringify(manifestIn(language, await loadTexts(language)), null, 2),
        });
    },
  };
}

function createDinersManifest(language: LanguageCode, { diners: { common, scan } }: AppTexts): object {
  const prefix = getLocalePrefix(language);
  return {
    ...look,
    id: '/',
    scope: '/',
    // It leads to the restaurant of the last visit. Without an earlier visit, the root is a not-found page.
    start_url: `${prefix}/home`,
    name: common.appName,
    short_name: common.appName,
    description: scan.home.text,
    lang: language,
    categories: ['food', 'lifestyle'],
    // The root leads to the table's menu (CN2).
    shortcuts: [
      { name: common.titles.qrLanding, url: `${prefix}/` },
      { name: common.titles.scan, url: `${prefix}/scan` },
    ],
  };
}

/** Each language is a separate installable app, because the pages of other languages are outside of its scope. */
function createStaffManifest(language: LanguageCode, { staff }: AppTexts): object {
  const { name, shortName, description } = staff.app;
  const home = `${getLocalePrefix(language)}/staff`;
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
