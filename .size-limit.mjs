/** The code of a diner's phone, gzip: the first visit to the menu, in either language, and the engine. */
import { tsImport } from 'tsx/esm/api';

const { listInitialCode } = await tsImport('./dev/built/initial-code.ts', import.meta.url);
const { bundleEngine } = await tsImport('./dev/built/engine-code.ts', import.meta.url);

export default [
  ...[...listInitialCode('dist')].map(([language, files]) => ({
    name: `first visit, ${language}`,
    path: files.map(({ file }) => `dist/${file}`),
    gzip: true,
    limit: '150 kB',
  })),
  {
    name: 'engine and merge at an event server',
    path: await bundleEngine(),
    gzip: true,
    limit: '24 kB',
  },
];
