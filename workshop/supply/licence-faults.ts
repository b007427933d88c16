import satisfies from 'spdx-satisfies';
import { idOf, licenceOf, packagesIn, type LockEntry, type LockFile } from '#tools/build/lock-file.ts';

/** They ask for a notice at most. */
const permissive = [
  '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT',
  'Python-2.0', 'Unlicense', 'Zlib',
]; // prettier-ignore
/** What does not leave the house may ask for changed files back, or, as data, for its authors' names. */
const ofDevelopment = [...permissive, 'CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0'];
/** libvips is a library beside the program, which anybody can replace: what the LGPL asks for. The server alone has it. */
const ofPictures = [...permissive, 'LGPL-3.0-or-later'];

/** Packages without a licence, or with one that D40 does not allow: a line each, with path and licence. */
export function licenceFaults(lock: LockFile): string[] {
  return packagesIn(lock).flatMap(([path, entry]) => {
    const licence = licenceOf(path, entry);
    if (licence === undefined) return [`${path}: has no licence`];
    return isAllowed(licence, allowedFor(path, entry)) ? [] : [`${path}: ${licence} is not allowed`];
  });
}

function allowedFor(path: string, entry: LockEntry): readonly string[] {
  if (entry.dev) return ofDevelopment;
  return idOf(path, entry).startsWith('@img/sharp-') ? ofPictures : permissive;
}

function isAllowed(licence: string, allowed: readonly string[]): boolean {
  try {
    return satisfies(licence, allowed);
  } catch {
    // "SEE LICENSE IN …", "UNLICENSED": no SPDX expression.
    return false;
  }
}
