import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/** What the phone, its service worker and the demo ship of others, with the licences. In the build's folder. */
export const noticesFile = 'third-party-notices.md';

/** Where each build says it until all are done: `build.license` sees one build, and under one name the last would win. */
const parts = '.vite/licenses';

interface Licence {
  readonly name: string;
  readonly version: string;
  /** SPDX */
  readonly identifier?: string;
  readonly text?: string;
}

/** `build.license` of one of the builds. @param build its name, another for each */
export function licencesOf(build: string): { readonly fileName: string } {
  return { fileName: `${parts}/${build}.json` };
}

export function notices(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'notices',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      // The parts are gone before anything else looks at the folder.
      order: 'pre',
      sequential: true,
      async handler() {
        const dist = resolve(config.root, config.build.outDir);
        const folder = join(dist, parts);
        await mkdir(folder, { recursive: true });
        const texts = await Promise.all(
          (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
        );
        await rm(folder, { recursive: true });
        await writeFile(
          join(dist, noticesFile),
          asPage(texts.flatMap((text) => JSON.parse(text) as Licence[])),
        );
      },
    },
  };
}

function asPage(licences: readonly Licence[]): string {
  const packages = new Map(licences.map((each) => [headingOf(each), each]));
  const entries = [...packages]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([heading, { text = '' }]) => `\n## ${heading}\n${text && `\n${text}\n`}`);
  return `# Licences\n\nThe app contains code of these packages, each under its own licence:\n${entries.join('')}`;
}

function headingOf({ name, version, identifier }: Licence): string {
  return `${name} - ${version}${identifier ? ` (${identifier})` : ''}`;
}
