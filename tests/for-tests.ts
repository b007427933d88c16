import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Makes an object before the tests of this file or block and ends it after them. The object is empty until then. */
export function createForTests<T extends object>(make: () => Promise<T>, end?: (made: T) => unknown): T {
  const target = {} as T;
  beforeAll(async () => {
    const made = await make();
    Object.defineProperties(target, Object.getOwnPropertyDescriptors(made));
    return async () => void (await end?.(made));
  }, 60_000);
  return target;
}

/** Makes an empty folder for the tests of this file or block. */
export function createFolderForTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lazy-susan-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
