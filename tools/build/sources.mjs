/** The sources of the apps, and their hash. Uses only Node's own modules. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
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
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => filesBelow(join(path, name)));
}

/** @returns hexadecimal; the same for the same sources, on every machine */
export function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesBelow(join(root, source)))) {
    const content = readFileSync(file);
    // With the length, the end of one file cannot be confused with the name of the next.
    hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
