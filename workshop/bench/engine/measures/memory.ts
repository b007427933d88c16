/** What an opened table holds in memory, each in a process of its own. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Stored } from '../engine.ts';

const child = fileURLToPath(new URL('../stored/opened-memory.ts', import.meta.url));

/**
 * Megabytes: of the JavaScript heap, of buffers, and of WebAssembly's memory.
 *
 * @param engine under the name by which `BENCH_ONLY` knows it
 */
export async function openedMegabytes(engine: string, stored: Stored): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'opened-'));
  try {
    const file = join(folder, typeof stored === 'string' ? 'stored.txt' : 'stored.bin');
    writeFileSync(file, stored);
    const argv = ['--expose-gc', '--import', 'tsx', child, engine, file];
    const { stdout } = await promisify(execFile)(process.execPath, argv);
    return Number(stdout.trim().split('\n').at(-1)) / 1e6;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
