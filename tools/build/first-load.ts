import { build, defaultClientConditions, type Rolldown, type UserConfig } from 'vite';

/** What a phone needs before it can show a menu: the app, and the menu's page. */
export const firstParts = ['src/app/main.tsx', 'src/pages/order/OrderPage.tsx'] as const;

/** Classes and `await` as every phone of the last years has them; without it RxJS brings its own. */
export const conditions = ['es2015', ...defaultClientConditions];

/**
 * Puts the code that the menu needs into two files, one of libraries, which seldom change, and one of our own, in place
 * of some eighty that it shares with one page or another.
 */
export async function firstLoadGroups(config: UserConfig): Promise<Rolldown.OutputOptions['codeSplitting']> {
  const first = await firstModules(config);
  const isFirst = (id: string) => first.has(id);
  return {
    groups: [
      { name: 'libraries', test: (id) => isFirst(id) && id.includes('/node_modules/') },
      { name: 'first', test: isFirst },
    ],
  };
}

/** The modules of which something is left once what nobody uses is gone: found by building just that. */
async function firstModules(config: UserConfig): Promise<ReadonlySet<string>> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, rolldownOptions: { input: [...firstParts] } },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])));
  const found = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk): void => {
    chunks.delete(chunk.fileName);
    for (const [id, { renderedLength }] of Object.entries(chunk.modules))
      if (renderedLength > 0) found.add(id);
    for (const name of chunk.imports) {
      const next = chunks.get(name);
      if (next) visit(next);
    }
  };
  for (const chunk of [...chunks.values()]) if (chunk.isEntry && chunks.has(chunk.fileName)) visit(chunk);
  return found;
}
