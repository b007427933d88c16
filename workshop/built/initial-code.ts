import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstCodeFile } from '#tools/build/first-load.ts';

interface InitialFile {
  readonly file: string;
  /** bytes */
  readonly gzip: number;
}

type Manifest = Readonly<
  Record<string, { readonly file: string; readonly isEntry?: boolean; readonly imports?: readonly string[] }>
>;
type FirstCode = Readonly<Record<'order', Readonly<Record<string, readonly string[]>>>>;

/** Every script that a phone fetches before the menu can be shown, by language, largest first. @param dist a build */
export function initialCode(dist: string): ReadonlyMap<string, readonly InitialFile[]> {
  const read = (name: string) => JSON.parse(readFileSync(join(dist, name), 'utf8')) as unknown;
  const manifest = read('.vite/manifest.json') as Manifest;
  const { order } = read(firstCodeFile) as FirstCode;
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const app = new Set<string>();
  const visit = (key: string): void => {
    const { file, imports = [] } = manifest[key]!;
    if (app.has(file)) return;
    app.add(file);
    imports.forEach(visit);
  };
  entries.forEach(visit);
  return new Map(
    Object.entries(order).map(([language, files]) => [
      language,
      [...new Set([...app, ...files])]
        .map((file) => ({ file, gzip: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length }))
        .toSorted((a, b) => b.gzip - a.gzip),
    ]),
  );
}

/** bytes */
export function totalOf(files: readonly InitialFile[]): number {
  return files.reduce((sum, { gzip }) => sum + gzip, 0);
}
