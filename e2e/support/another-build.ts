import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `name-hash.ext`, as the build names what it can be sure of. */
const hashed = /[\w.-]+-[\w-]{8}\.(?:js|css|wasm)/g;
const shellRevision = /(revision:[`'"])[0-9a-f]{12}/;

/**
 * Writes a copy of a build in which every hashed file has another name, and the build and its shell another id, as
 * if every file had changed; its code does the same. Building once more would take ten seconds.
 */
export function writeAnotherBuild(from: string, into: string): void {
  // Packed forms and source maps are of the names before.
  cpSync(from, into, { recursive: true, filter: (path) => !/\.(?:br|gz|map)$/.test(path) });
  const id = idOf(from);
  const renamed = (text: string) => text.replaceAll(hashed, anotherName).replaceAll(id, another(id));
  for (const path of readdirSync(into, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|css|html|json)$/.test(path)) continue;
    const text = readFileSync(join(into, path), 'utf8');
    writeFileSync(join(into, path), renamed(text).replace(shellRevision, '$10123456789ab'));
  }
  const assets = join(into, 'assets');
  for (const name of readdirSync(assets)) renameSync(join(assets, name), join(assets, anotherName(name)));
}

/** The path of the script that its document begins with. */
export function entryOf(build: string): string {
  return / src="(\/assets\/[^"]+)"/.exec(readFileSync(join(build, 'index.html'), 'utf8'))![1]!;
}

/** The path of the file that holds a page's code. */
export function chunkOf(build: string, page: string): string {
  const name = readdirSync(join(build, 'assets')).find(
    (each) => each.startsWith(`${page}-`) && each.endsWith('.js'),
  );
  if (name === undefined) throw new Error(`${page} is in no file of ${build}`);
  return `/assets/${name}`;
}

function idOf(build: string): string {
  const { id } = JSON.parse(readFileSync(join(build, 'builds', 'latest.json'), 'utf8')) as { id: string };
  return id;
}

function anotherName(name: string): string {
  const start = name.lastIndexOf('.') - 8;
  return name.slice(0, start) + another(name.slice(start, start + 8)) + name.slice(start + 8);
}

/** As long, and nobody else's. */
function another(hash: string): string {
  return (hash.startsWith('_') ? '-' : '_') + hash.slice(1);
}
