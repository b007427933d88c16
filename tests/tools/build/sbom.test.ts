/** `npm run sbom` lists every package of the lock file that is needed at run time. */
import { execFileSync } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readText } from '#tests/house/citations.ts';

const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.optional(z.string()), dev: z.optional(z.boolean()) }),
  ),
});
interface Component {
  readonly purl: string;
  readonly components?: readonly Component[];
}

test('D40: the list of packages is that of the lock file, and names no machine', () => {
  const options = { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 } as const;
  const text = execFileSync('npm', ['run', '-s', 'sbom', '--', '--output-file', '-'], options);
  const { packages } = lockSchema.parse(JSON.parse(readText('package-lock.json')));
  const needed = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version }]) => `pkg:npm/${path.split('node_modules/').at(-1)}@${version}`);
  const listPurls = ({ purl, components = [] }: Component): string[] => [
    decodeURIComponent(purl),
    ...components.flatMap(listPurls),
  ];
  const { components } = JSON.parse(text) as { components: Component[] };
  expect(new Set(components.flatMap(listPurls))).toEqual(new Set(needed));
  for (const word of [process.cwd(), `"${hostname()}"`, '"timestamp"', '"serialNumber"'])
    expect(text).not.toContain(word);
});
