import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stored } from '../engine.ts';

/** Text or bytes for a child process; answers the path. */
export function writeStored(folder: string, name: string, stored: Stored): string {
  const path = join(folder, `${name}.${typeof stored === 'string' ? 'txt' : 'bin'}`);
  writeFileSync(path, stored);
  return path;
}

export function readStored(path: string): Stored {
  return path.endsWith('.txt') ? readFileSync(path, 'utf8') : new Uint8Array(readFileSync(path));
}

/** The number that a program prints last. */
export async function numberFrom(...args: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', ...args]);
  return Number(stdout.trim().split('\n').at(-1));
}
