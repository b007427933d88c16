import { languageCodes, type LanguageCode } from '../../contract/http/headers.ts';
import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, type Plugin, type Rolldown, type UserConfig } from 'vite';

const calls = 'client/api/queries/merchant-calls.ts';

/**
 * Code that is loaded together is in one file. The groups, in order of loading: the code that shows the menu, the
 * calls to the server, the cart, and the sheets that open over the menu. A module that several groups need is in the
 * first of them.
 */
const codeGroups = {
  first: ['src/shell/main.tsx', 'src/features/order/page/OrderPage.tsx'],
  calls: [calls, 'client/api/queries/query-cache.ts', 'client/api/queries/public-queries.ts'],
  cart: [
    'client/open-table-cart.ts',
    'src/shell/diner/diner-actions.ts',
    'src/shell/popups/AutomaticPopupsBody.tsx',
  ],
  layers: [
    'src/features/order/page/OrderLayers.tsx',
    'src/features/order/filter/FilterSheet.tsx',
    'src/features/order/menu/CategorySheet.tsx',
    'src/features/order/menu/LookSheet.tsx',
    'src/features/order/together/TableSheet.tsx',
  ],
} as const;

/** Packages with this condition ship modern syntax. Without it, RxJS adds its own helpers for classes and `await`. */
export const conditions = ['es2015', ...defaultClientConditions];

/**
 * Removes unused code that a bundler must keep. The router creates its components by calls: these are marked as free
 * of side effects, and the names for React's developer tools are removed. The vendor prefixes of styled-components
 * are for browsers that this app does not support. This saves 1.5 kB gzip.
 */
export const dropUnusedCode: Plugin = {
  name: 'drop-unused-code',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/(react-router|styled-components)\/.*js$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/= (?=React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ ')
        .replace(/\w+\.prefix&&\w+\.push\(\w+\.prefixer\),/, ''),
      map: null,
    }),
  },
};

/** Parts of i18next that never run in this app, and what replaces them. */
const unusedText: readonly (readonly [RegExp, string])[] = [
  // The app adds its texts itself, with `addResourceBundle`.
  [/new Connector\(.*\);$/gm, 'Object.assign(new EventEmitter(), { state: {} });'],
  // Numbers, prices and times are formatted before they are put into a text.
  [/formatter = Formatter;/g, ''],
  // These messages appear in the debug mode only.
  [/(?<=^\s+|\) )this\.logger\.(?:warn|log|deprecate|once)\(.*\);$/gm, ';'],
];

/** Removes code of i18next that a bundler must keep. This saves 3.7 kB gzip. */
export const dropUnusedText: Plugin = {
  name: 'drop-unused-text',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/i18next\/dist\/esm\/i18next\.js$/ },
    handler: (code) => {
      const left = unusedText.reduce((before, [part, replacement]) => {
        if (before.search(part) < 0) throw new Error(`i18next has no ${part.source}`);
        return before.replaceAll(part, replacement);
      }, code);
      return { code: left, map: null };
    },
  },
};

/** Removes comment lines inside of styles. To the compiler they are text, so phones would load them. */
export const dropStyleComments: Plugin = {
  name: 'drop-style-comments',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(?:client|src|staff|ui)\/.*\.tsx?$/, code: /^\s*\/\* /m },
    // Keeps empty lines, so that line numbers in errors stay correct.
    handler: (code) => ({ code: code.replaceAll(/^[ \t]*\/\* [^\n]*\*\/$/gm, ''), map: null }),
  },
};

/**
 * Returns the option of the bundler that writes each of the `codeGroups` into its own file. The libraries of the group
 * `first` have another file, because phones can keep that one when only the app's code changes.
 * @param config the build whose modules are grouped; it runs once here, without writing files
 */
export async function groupCode(config: UserConfig): Promise<Rolldown.OutputOptions['codeSplitting']> {
  const modules = await buildModuleLookup(config, Object.values(codeGroups).flat());
  const groups = Object.entries(codeGroups).map(([name, sources]) => {
    const ids = new Set(sources.flatMap((source) => modules(source)));
    return { name, test: (id: string) => ids.has(id) };
  });
  const [first] = groups;
  return {
    groups: [
      { name: 'libraries', test: (id) => first!.test(id) && id.includes('/node_modules/') },
      ...groups,
    ],
  };
}

/** Builds these sources once, to find the modules that remain after tree shaking. */
async function buildModuleLookup(
  config: UserConfig,
  sources: readonly string[],
): Promise<(source: string) => readonly string[]> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, rolldownOptions: { input: [...sources] } },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const bundle = Object.fromEntries(output.map((part) => [part.fileName, part]));
  return (source) =>
    listFiles(bundle, [getChunk(bundle, source)]).flatMap((file) => {
      const chunk = bundle[file];
      const modules = chunk?.type === 'chunk' ? Object.entries(chunk.modules) : [];
      return modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id);
    });
}

const order = 'src/features/order/page/OrderPage.tsx';
/** The code that each page needs at once, in addition to the entry. */
const pageCode = {
  order: [order],
  /** The order page if the document contains no answers (`first-answers`). */
  orderAsking: [order, calls],
  qrLanding: [
    'src/features/table/landing/QrLanding.tsx',
    'src/shell/diner/diner-actions.ts',
    'client/open-table-cart.ts',
  ],
} as const;

/** It lists the files that the first pages need. The server adds them to the page as preloads. */
export const firstCodeFile = '.vite/first-code.json';

/** Writes `firstCodeFile`: by page and language, the files that the document itself does not name. */
export const firstCode: Plugin = {
  name: 'first-code',
  apply: 'build',
  generateBundle(_, bundle) {
    const entry = Object.values(bundle).find((part) => part.type === 'chunk' && part.isEntry);
    if (entry?.type !== 'chunk') throw new Error('the build has no entry');
    const named = listFiles(bundle, [entry]);
    const listFilesFor = (page: keyof typeof pageCode, language: LanguageCode) =>
      [...pageCode[page], `locales/${language}/first.ts`]
        .flatMap((source) => listFiles(bundle, [getChunk(bundle, source)]))
        .filter((file, index, all) => !named.includes(file) && all.indexOf(file) === index);
    const mapByLanguage = (page: keyof typeof pageCode) =>
      Object.fromEntries(languageCodes.map((language) => [language, listFilesFor(page, language)]));
    const pages = (Object.keys(pageCode) as (keyof typeof pageCode)[]).map((page) => [
      page,
      mapByLanguage(page),
    ]);
    const source = JSON.stringify(Object.fromEntries(pages));
    this.emitFile({ type: 'asset', fileName: firstCodeFile, source });
  },
};

/** Finds the chunk whose entry is a source file, or else the chunk that contains it. */
function getChunk(bundle: Rolldown.OutputBundle, source: string): Rolldown.OutputChunk {
  const id = fileURLToPath(new URL(`../../${source}`, import.meta.url));
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? chunks.find(({ modules }) => id in modules);
  if (!chunk) throw new Error(`${source} is in no chunk`);
  return chunk;
}

/** Lists the files of chunks and of all their static imports. */
function listFiles(bundle: Rolldown.OutputBundle, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const found = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk): void => {
    if (found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') visit(next);
    }
  };
  for (const chunk of chunks) visit(chunk);
  return [...found];
}
