import { mkdirSync, writeFileSync } from 'node:fs';
import { build, type Rolldown } from 'vite';

/**
 * Bundles the engine and the merge as a phone at an event server loads them. Schemas of zod and of the contract are left
 * out, because the page needs them anyway. Returns the path of the file.
 */
export async function bundleEngine(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      target: 'es2022',
      write: false,
      rolldownOptions: {
        input: 'dev/built/engine-entry.ts',
        preserveEntrySignatures: 'strict',
        external: [/^zod/, /^#contract\//],
        treeshake: { propertyReadSideEffects: false },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const file = '.cache/engine.js';
  mkdirSync('.cache', { recursive: true });
  writeFileSync(file, output[0].code);
  return file;
}
