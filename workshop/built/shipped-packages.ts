import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noticesFile } from '#tools/build/notices.ts';

/** A script without a source map holds no module of anybody, only names; longer than this it may hold more, bytes. */
const onlyNames = 1024;

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
}

interface Shipped {
  /** The packages of which a script has code, whichever chunk, page or worker it is. */
  readonly packages: ReadonlySet<string>;
  /** Of these the ones that the notices do not name. */
  readonly missing: readonly string[];
  /** The scripts with fewer comments that say `@license` or `@preserve` than modules of packages that have one. */
  readonly stripped: readonly string[];
}

/** What a build ships of others, by its source maps. @throws where a script does not tell what it is made of */
export function shippedIn(dist: string): Shipped {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const isThere = new Set(files);
  const packages = new Set<string>();
  const stripped: string[] = [];
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(join(dist, file), 'utf8');
    if (!isThere.has(`${file}.map`)) {
      if (code.length > onlyNames) throw new Error(`${file} has no source map`);
      continue;
    }
    const { sources, sourcesContent } = JSON.parse(
      readFileSync(join(dist, `${file}.map`), 'utf8'),
    ) as SourceMap;
    const ofOthers = sources.flatMap((source, index) => {
      const name = packageOf(source);
      return name === undefined ? [] : [{ name, text: sourcesContent[index] ?? '' }];
    });
    for (const { name } of ofOthers) packages.add(name);
    const asking = ofOthers.filter(({ text }) => legal.test(text));
    if (code.split(legal).length - 1 < asking.length) stripped.push(file);
  }
  const named = packagesNamedIn(readFileSync(join(dist, noticesFile), 'utf8'));
  const missing = [...packages].filter((name) => !named.has(name)).toSorted();
  return { packages, missing, stripped };
}

const legal = /@license|@preserve/;

/** Of a package inside of another one the inner name. */
function packageOf(source: string): string | undefined {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(`/${source}`)?.[1];
}

/** The packages that a notices file names. */
export function packagesNamedIn(page: string): ReadonlySet<string> {
  return new Set(Array.from(page.matchAll(/^## (\S+) - /gm), ([, name]) => name!));
}
