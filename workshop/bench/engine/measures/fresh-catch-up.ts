/** The same difference, taken in by a page that has just been opened: each run is a process of its own. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { median } from '../../load/measures.ts';
import type { Stored } from '../engine.ts';
import type { TableState } from '../trace/records.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const runs = 7;

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
    const found = new Map(all.map(({ engine }): [string, number[]] => [engine, []]));
    for (const { engine, stored, missing } of all) {
      writeFileSync(join(folder, nameOf(engine, 'stored', stored)), stored);
      writeFileSync(join(folder, nameOf(engine, 'missing', missing)), missing);
    }
    for (let run = 0; run < runs; run += 1) {
      for (const { engine, stored, missing } of all) {
        const files = [nameOf(engine, 'stored', stored), nameOf(engine, 'missing', missing)];
        const argv = ['--expose-gc', child, engine, ...files.map((name) => join(folder, name))];
        const { stdout } = await promisify(execFile)(process.execPath, argv);
        found.get(engine)!.push(Number(stdout.trim().split('\n').at(-1)));
      }
    }
    return new Map([...found].map(([engine, times]) => [engine, median(times)]));
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

function nameOf(engine: string, what: string, stored: Stored): string {
  return `${engine}-${what}.${typeof stored === 'string' ? 'txt' : 'bin'}`;
}
