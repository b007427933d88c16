import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstCodeFile } from '#tools/build/first-load.ts';

/** `gzip` in bytes. */
type InitialFile = Readonly<{ file: string; gzip: number }>;
type Manifest = Readonly<Record<string, { file: string; isEntry?: boolean; imports?: string[] }>>;
type FirstCode = Readonly<{ order: Record<string, string[]> }>;

/** The scripts that a phone loads before it shows the menu, by language, largest first. @param dist the build folder */
export function listInitialCode(dist: string): ReadonlyMap<string, readonly InitialFile[]> {
  const read = (name: string) => JSON.parse(readFileSync(join(dist, name), 'utf8')) as unknown;
  const manifest = read('.vite/manifest.json') as Manifest;
  const { order } = read(firstCodeFile) as FirstCode;
  const app = new Set<string>();
  const visit = (key: string): void => {
    const { file, imports = [] } = manifest[key]!;
    if (app.has(file)) return;
    app.add(file);
    imports.forEach(visit);
  };
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(key);
  const sizeOf = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  const measureFiles = (beside: readonly string[]) =>
    [...new Set([...app, ...beside])]
      .map((file) => ({ file, gzip: sizeOf(file) }))
      .toSorted((a, b) => b.gzip - a.gzip);
  return new Map(Object.entries(order).map(([language, files]) => [language, measureFiles(files)]));
}

/** The sum of the compressed sizes, bytes. */
export function sumSizes(files: readonly InitialFile[]): number {
  return files.reduce((sum, { gzip }) => sum + gzip, 0);
}
