/**
 * The record of the files that a build was made of. `npm start` compares it with the files on the disk and builds
 * again when one of them changed. Uses only Node's own modules: it runs before any package is loaded.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A folder whose files are copied into the build: a new file there changes the build, too. */
const copied = 'public';

const pathOfRecord = (dist) => join(dist, '.build-sources.json');

/** Writes the record into the folder of the build. `files` are absolute paths. */
export function recordSources(root, dist, files) {
  const own = files
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((file) => !isForeign(file));
  const sources = [...new Set([...own, ...listCopied(root)])].toSorted((a, b) => (a < b ? -1 : 1));
  const hashes = Object.fromEntries(sources.map((file) => [file, hashOf(join(root, file))]));
  writeFileSync(pathOfRecord(dist), `${JSON.stringify(hashes, null, 1)}\n`);
}

/** False if there is no complete build, or if a file that it was made of has changed since. */
export function isBuildCurrent(root, dist) {
  if (!existsSync(join(dist, 'index.html'))) return false;
  try {
    const hashes = JSON.parse(readFileSync(pathOfRecord(dist), 'utf8'));
    if (listCopied(root).some((file) => !Object.hasOwn(hashes, file))) return false;
    return Object.entries(hashes).every(([file, hash]) => hashOf(join(root, file)) === hash);
  } catch {
    // There is no record, it is damaged, or a file of it was deleted.
    return false;
  }
}

/** An interrupted build leaves files of two versions. Without the record, the next start builds again. */
export function forgetSources(dist) {
  rmSync(pathOfRecord(dist), { force: true });
}

/** The lock file stands for the packages. */
function isForeign(file) {
  return file.startsWith('..') || file.startsWith('node_modules/');
}

function listCopied(root) {
  const folder = join(root, copied);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(root, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    );
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
