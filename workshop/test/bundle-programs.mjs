/** Programs that tests start, bundled once a run: compiling takes 3 s of CPU at every start, a bundle 0.8 s. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** What `programArgs` of tests/programs.ts is asked for. */
const programs = [
  'server/main.ts',
  'server/hub-main.ts',
  'testing/foreign-app/main.ts',
  ...[
    'backup',
    'conformance',
    'erase',
    'export-log',
    'export-menu',
    'import-menu',
    'qr-sheet',
    'replay',
    'restore',
    'staff-code',
  ].map((tool) => `tools/${tool}.ts`),
];
/** They load files of their own beside them, and stay where they are. */
const unbundled = ['fontkit', 'libsql', 'pdfkit', 'sharp'];

/** A bundled module goes on finding the files that lie beside its source. */
const ownUrl = {
  name: 'own-url',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
};

/** @returns the folder with the bundles, `server/main.ts` as `server/main.js`, and how to remove it */
export async function bundlePrograms() {
  // Packages that are not bundled are looked for from here.
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync(join('.cache', 'programs-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      plugins: [ownUrl],
      ssr: { noExternal: true, external: unbundled },
      build: {
        ssr: true,
        target: 'node20',
        outDir: folder,
        rolldownOptions: {
          input: Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ''), path])),
        },
      },
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder: resolve(folder), remove };
}
