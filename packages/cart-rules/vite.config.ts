/** `npm run cart-rules` builds the package into `dist`: its code here, its types by `tsc`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const { version, license, author, engines, repository, dependencies } = JSON.parse(
  read('../../package.json'),
) as Record<string, unknown> & { dependencies: Record<string, string>; repository: object };

/** Packages that a reader of the code or of the types needs. */
const needed = ['decimal.js', 'i18next', 'zod'];

/** The declarations import each other by the project's aliases. */
const imports = Object.fromEntries(
  ['events', 'projections', 'tools', 'locales'].map((part) => [
    `#${part}/*.ts`,
    { types: `./${part}/*.d.ts` },
  ]),
);

const description: Plugin = {
  name: 'description',
  generateBundle() {
    const content = {
      name: '@lazy-susan/cart-rules',
      version,
      description: 'Reads, folds and explains the event logs of Lazy Susan’s shared carts.',
      license,
      author,
      repository: { ...repository, directory: 'packages/cart-rules' },
      type: 'module',
      engines,
      sideEffects: false,
      imports,
      exports: { '.': { types: './packages/cart-rules/index.d.ts', default: './index.js' } },
      dependencies: Object.fromEntries(needed.map((name) => [name, `^${dependencies[name]}`])),
    };
    this.emitFile({ type: 'asset', fileName: 'package.json', source: JSON.stringify(content, null, 2) });
    for (const [name, path] of [
      ['README.md', './README.md'],
      ['LICENSE', '../../LICENSE'],
    ] as const)
      this.emitFile({ type: 'asset', fileName: name, source: read(path) });
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [description],
  build: {
    target: 'node20',
    minify: false,
    lib: { entry: 'index.ts', formats: ['es'], fileName: 'index' },
    rolldownOptions: { external: needed.map((name) => new RegExp(`^${name}(/|$)`)) },
  },
});
