import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `name-hash.ext`: the build puts a hash into the name of each file that never changes. */
const hashed = /[\w.-]+-[\w-]{8}\.(?:js|css|wasm)/g;
const shellRevision = /(revision:[`'"])[0-9a-f]{12}/;

/**
 * Copies a build as if every file had changed: each hashed file gets another name, the build and its shell another id.
 * The code stays the same. A second build would take ten seconds.
 */
export function writeAnotherBuild(from: string, into: string): void {
  // Compressed files and source maps contain the old names.
  cpSync(from, into, { recursive: true, filter: (path) => !/\.(?:br|gz|map)$/.test(path) });
  const id = readBuildId(from);
  const renameFiles = (text: string) =>
    text.replaceAll(hashed, changeFileName).replaceAll(id, changeHash(id));
  for (const path of readdirSync(into, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|css|html|json)$/.test(path)) continue;
    const text = readFileSync(join(into, path), 'utf8');
    writeFileSync(join(into, path), renameFiles(text).replace(shellRevision, '$10123456789ab'));
  }
  const assets = join(into, 'assets');
  for (const name of readdirSync(assets)) renameSync(join(assets, name), join(assets, changeFileName(name)));
}

/** The path of the script that the build's document loads first. */
export function readEntry(build: string): string {
  return / src="(\/assets\/[^"]+)"/.exec(readFileSync(join(build, 'index.html'), 'utf8'))![1]!;
}

/** The path of the file that holds a page's code. */
export function findPageFile(build: string, page: string): string {
  const name = readdirSync(join(build, 'assets')).find(
    (each) => each.startsWith(`${page}-`) && each.endsWith('.js'),
  );
  if (name === undefined) throw new Error(`${page} is in no file of ${build}`);
  return `/assets/${name}`;
}

function readBuildId(build: string): string {
  const { id } = JSON.parse(readFileSync(join(build, 'builds', 'latest.json'), 'utf8')) as { id: string };
  return id;
}

function changeFileName(name: string): string {
  const start = name.lastIndexOf('.') - 8;
  return name.slice(0, start) + changeHash(name.slice(start, start + 8)) + name.slice(start + 8);
}

/** A hash of the same length that no file has. */
function changeHash(hash: string): string {
  return (hash.startsWith('_') ? '-' : '_') + hash.slice(1);
}
