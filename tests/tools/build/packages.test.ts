/** The packages of package.json are those that the project imports or starts. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { projectFiles, readText } from '#tests/house/citations.ts';
import { listSpecifiers } from '#tests/house/imports.ts';

const names = z.record(z.string(), z.string());
const ownSchema = z.looseObject({ scripts: names, dependencies: names, devDependencies: names });
const entrySchema = z.looseObject({
  bin: z.optional(names),
  peerDependencies: z.optional(names),
});
const { scripts, dependencies, devDependencies } = ownSchema.parse(JSON.parse(readText('package.json')));
const { packages } = z
  .looseObject({ packages: z.record(z.string(), entrySchema) })
  .parse(JSON.parse(readText('package-lock.json')));
const findPackage = (name: string) => packages[`node_modules/${name}`];

/** The packages that at least one of these files imports. */
function listImportedPackages(isOne: (path: string) => boolean): ReadonlySet<string> {
  const specifiers = projectFiles()
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && isOne(path))
    .flatMap((path) => listSpecifiers(readText(path)));
  // `@scope/name/part` is a part of `@scope/name`.
  return new Set(specifiers.map((each) => each.split('/', each.startsWith('@') ? 2 : 1).join('/')));
}

/** Files that run on a phone or on a restaurant's server. Of `tools` these are the admin's commands. */
const isShipped = (path: string): boolean =>
  /^(?:client|contract|events|locales|projections|server|src|staff|sync|tools|ui)\//.test(path) &&
  !/^tools\/build\/|\.mjs$/.test(path);

const starting = [...Object.values(scripts), readText('dev/test/run.mjs')].join('\n');
/** A script starts one of the package's programs by its name. */
const isStarted = (name: string): boolean =>
  Object.keys(findPackage(name)?.bin ?? {}).some((program) => new RegExp(`\\b${program}\\b`).test(starting));

test('D40: production code imports no development package, and needs every other package', () => {
  const imported = listImportedPackages(isShipped);
  expect(Object.keys(devDependencies).filter((name) => imported.has(name))).toEqual([]);
  expect(Object.keys(dependencies).filter((name) => !imported.has(name) && !isStarted(name))).toEqual([]);
});

test('every development package is imported, started, required by another one, a plugin or the types of one', () => {
  const imported = listImportedPackages(() => true);
  const all = Object.keys({ ...dependencies, ...devDependencies });
  const asked = new Set(all.flatMap((name) => Object.keys(findPackage(name)?.peerDependencies ?? {})));
  const typed = new Set([...all, 'node'].map((name) => `@types/${name}`));
  const configured = readText('stryker.config.mjs');
  const isPlugin = (name: string) =>
    isStarted(/^@([^/]+)\//.exec(name)?.[1] ?? '') || configured.includes(`'${name}'`);
  const isUsed = (name: string) =>
    imported.has(name) || isStarted(name) || isPlugin(name) || asked.has(name) || typed.has(name);
  expect(Object.keys(devDependencies).filter((name) => !isUsed(name))).toEqual([]);
});
