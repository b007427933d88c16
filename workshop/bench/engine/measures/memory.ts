/** What an opened table holds in memory, each in a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stored } from '../engine.ts';
import { numberFrom, writeStored } from '../stored/stored-file.ts';

const child = fileURLToPath(new URL('../stored/opened-memory.ts', import.meta.url));

/**
 * Megabytes: of the JavaScript heap, of buffers, and of WebAssembly's memory.
 *
 * @param engine under the name by which `BENCH_ONLY` knows it
 */
export async function openedMegabytes(engine: string, stored: Stored): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'opened-'));
  try {
    const file = writeStored(folder, 'stored', stored);
    return (await numberFrom('--import', 'tsx', child, engine, file)) / 1e6;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
