/**
 * Builds of released phones, for tests with today's server. Scripts, styles and pages of a build are in one file, without
 * pictures. `tsx tests/dev/builds/keep.ts` writes the file for `dist`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Text by path in the build. */
export type BuildFiles = Readonly<Record<string, string>>;

const folder =
  /^(?!.*two-phones)(?:(?:index|staff)\.html|(?:service|staff)-worker\.js|builds\/.*|\.vite\/first-code\.json|.*\.webmanifest|favicon\.svg|assets\/.*\.(?:js|css))$/i;

const getFilePath = (version: string): string =>
  fileURLToPath(new URL(`phone-${version}.json.br`, import.meta.url));

/** Writes the file of a release. A release is stored once, because its phones do not change any more. */
export function keepBuild(dist: string, version: string): void {
  if (existsSync(getFilePath(version))) throw new Error(`version ${version} is kept already`);
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => folder.test(name) && statSync(join(dist, name)).isFile());
  const files = Object.fromEntries(
    names.toSorted().map((name) => [name, readFileSync(join(dist, name), 'utf8')]),
  );
  const text = Buffer.from(JSON.stringify(files));
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(getFilePath(version), brotliCompressSync(text, { params }));
}

export function readBuild(version: string): BuildFiles {
  return JSON.parse(brotliDecompressSync(readFileSync(getFilePath(version))).toString()) as BuildFiles;
}

/** Writes a stored build as a folder that a server can serve. */
export function writeKeptBuild(version: string, into: string): void {
  for (const [name, text] of Object.entries(readBuild(version))) {
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), text);
  }
}
