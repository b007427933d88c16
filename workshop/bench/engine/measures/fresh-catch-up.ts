/** The same difference, taken in by a page that has just been opened: each run is a process of its own. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { alternately, median } from '../../load/measures.ts';
import type { Stored } from '../engine.ts';
import { numberFrom, writeStored } from '../stored/stored-file.ts';
import type { TableState } from '../trace/records.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const runs = 5;

/** What one device has, and what it lacks. */
export interface Lacking {
  /** Under the name by which `BENCH_ONLY` knows it. */
  readonly engine: string;
  readonly stored: Stored;
  readonly missing: Stored;
  /** What it shows then. */
  readonly carts: TableState['carts'];
}

/** ms of the processor, parsing and reading all carts included, by engine; medians of runs in turn. */
export async function freshCatchUps(all: readonly Lacking[]): Promise<Map<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'fresh-'));
  try {
    const child = await bundledInto(folder);
    const phones = all.map(({ engine, stored, missing }) => {
      const files = [
        writeStored(folder, `${engine}-stored`, stored),
        writeStored(folder, `${engine}-missing`, missing),
      ];
      return () => numberFrom(child, engine, ...files);
    });
    const times = await alternately(runs, phones);
    return new Map(all.map(({ engine }, index) => [engine, median(times[index]!)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without a loader that compiles while it runs, and that names every function: both would be counted. */
async function bundledInto(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: 'workshop/bench/engine/stored/fresh-phone.ts',
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      minify: true,
      rolldownOptions: { output: { entryFileNames: 'fresh-phone.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'fresh-phone.mjs');
}
