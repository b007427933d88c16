import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A test’s set-up has no `import.meta.resolve`. */
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/**
 * What Node is given to run a program of this repository: its bundle where the run has made one (`npm test` does), else
 * its source.
 * @param source e.g. `server/main.ts`
 */
export function programArgs(source: string): string[] {
  const bundles = process.env['PROGRAM_BUNDLES'];
  return bundles === undefined
    ? ['--import', tsx, resolve(source)]
    : [join(bundles, source.replace(/\.ts$/, '.js'))];
}
