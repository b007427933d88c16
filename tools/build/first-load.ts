import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, type Plugin, type Rolldown, type UserConfig } from 'vite';

const asks = 'client/api/answers/merchant-calls.ts';

/**
 * Code that is fetched together, in a file for each: before the menu can be shown, to ask a server for anything, for the
 * cart to run under it, and for what opens over it. What several need is in the first one's.
 */
const together = {
  first: ['src/shell/main.tsx', 'src/features/order/page/OrderPage.tsx'],
  calls: [asks, 'client/api/answers/kept-answers.ts', 'client/api/answers/everybodys-answers.ts'],
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

/** Classes and `await` as every phone of the last years has them; without it RxJS brings its own. */
export const conditions = ['es2015', ...defaultClientConditions];

/**
 * What a bundler has to keep though nobody uses it. The router is one file whose components are made by calls and then
 * named: it hears that these calls have no effect, and the names, which only React's tools show, go. The prefixes that styles
 * may ask for are for browsers that this app is not built for: 1.5 kB gzip.
 */
export const unusedGoes: Plugin = {
  name: 'unused-goes',
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

/** A line of comment among styles is text to the compiler, and would travel to every phone; in code it goes anyway. */
export const commentsStayHere: Plugin = {
  name: 'comments-stay-here',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(?:client|src|staff|ui)\/.*\.tsx?$/, code: /^\s*\/\* /m },
    // The lines stay, and with them the places that errors name.
    handler: (code) => ({ code: code.replaceAll(/^[ \t]*\/\* [^\n]*\*\/$/gm, ''), map: null }),
  },
};

/** Of the first file the libraries, which seldom change, are one of their own. */
export async function filesOfTogether(config: UserConfig): Promise<Rolldown.OutputOptions['codeSplitting']> {
  const modules = await modulesIn(config, Object.values(together).flat());
  const groups = Object.entries(together).map(([name, sources]) => {
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

/** The modules of which something is left once what nobody uses is gone: found by building just those parts. */
async function modulesIn(
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
    filesOf(bundle, [chunkOf(bundle, source)]).flatMap((file) => {
      const chunk = bundle[file];
      const modules = chunk?.type === 'chunk' ? Object.entries(chunk.modules) : [];
      return modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id);
    });
}

const order = 'src/features/order/page/OrderPage.tsx';
const texts = { 'en-US': 'locales/en-US/first.ts', 'zh-TW': 'locales/zh-TW/first.ts' };
const languages = ['en-US', 'zh-TW'] as const;
/** What each page needs at once beside the app. */
const beside = {
  order: [order],
  /** Without the answers in the page (`first-answers`). */
  orderAsking: [order, asks],
  qrLanding: [
    'src/features/table/landing/QrLanding.tsx',
    'src/shell/diner/diner-actions.ts',
    'client/open-table-cart.ts',
  ],
} as const;

/** Where a build says which files the first pages need; the server names them in the page. */
export const firstCodeFile = '.vite/first-code.json';

/** Writes down, by page and language, what the document itself does not name. */
export const firstCode: Plugin = {
  name: 'first-code',
  apply: 'build',
  generateBundle(_, bundle) {
    const entry = Object.values(bundle).find((part) => part.type === 'chunk' && part.isEntry);
    if (entry?.type !== 'chunk') throw new Error('the build has no entry');
    const named = filesOf(bundle, [entry]);
    const filesFor = (page: keyof typeof beside, language: keyof typeof texts) =>
      [...beside[page], texts[language]]
        .flatMap((source) => filesOf(bundle, [chunkOf(bundle, source)]))
        .filter((file, index, all) => !named.includes(file) && all.indexOf(file) === index);
    const byLanguage = (page: keyof typeof beside) =>
      Object.fromEntries(languages.map((language) => [language, filesFor(page, language)]));
    const pages = (Object.keys(beside) as (keyof typeof beside)[]).map((page) => [page, byLanguage(page)]);
    const source = JSON.stringify(Object.fromEntries(pages));
    this.emitFile({ type: 'asset', fileName: firstCodeFile, source });
  },
};

/** The chunk that a source file is the way into, else the one that holds it. */
function chunkOf(bundle: Rolldown.OutputBundle, source: string): Rolldown.OutputChunk {
  const id = fileURLToPath(new URL(`../../${source}`, import.meta.url));
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? chunks.find(({ modules }) => id in modules);
  if (!chunk) throw new Error(`${source} is in no chunk`);
  return chunk;
}

/** The files of chunks and of everything that they import. */
function filesOf(bundle: Rolldown.OutputBundle, chunks: readonly Rolldown.OutputChunk[]): string[] {
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
