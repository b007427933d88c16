/** A diner's first visit to the menu: at most 150 kB of code, gzip, in either language. */
import { tsImport } from 'tsx/esm/api';

const { initialCode } = await tsImport('./dev/built/initial-code.ts', import.meta.url);

export default [...initialCode('dist')].map(([language, files]) => ({
  name: `first visit, ${language}`,
  path: files.map(({ file }) => `dist/${file}`),
  gzip: true,
  limit: '150 kB',
}));
