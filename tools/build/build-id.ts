import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Everything that can be part of an app. */
const sources = [
  'src',
  'staff',
  'ui',
  'client',
  'sync',
  'events',
  'projections',
  'contract',
  'locales',
  'public',
  'index.html',
  'staff.html',
  'tools/build',
  'vite.config.ts',
  'package-lock.json',
];

/**
 * Names a build by its sources, so that several servers that build the same version agree on its name.
 * @returns 12 hexadecimal digits
 */
export function createBuildId(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => listFilesBelow(join(root, source)))) {
    const content = readFileSync(file);
    // With the length, the end of one file cannot be confused with the name of the next.
    hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 12);
}

function listFilesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => listFilesBelow(join(path, name)));
}
