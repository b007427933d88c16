import { readFileSync } from 'node:fs';
import type { Stored } from '../engine.ts';

/** What a parent process wrote for one of its own: text, or bytes. */
export function storedIn(file: string): Stored {
  return file.endsWith('.txt') ? readFileSync(file, 'utf8') : new Uint8Array(readFileSync(file));
}
