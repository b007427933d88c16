/** The list of packages that a build leaves beside its folder (D40). */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { build, createLogger } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packagesIn, readProject } from '#tools/build/lock-file.ts';
import { parseSbom, sbom, sbomFile, type Sbom } from '#tools/build/sbom.ts';
import { sbomFaults } from '#workshop/built/sbom-faults.ts';

const { own, lock } = readProject('.');
const nothing: ReadonlySet<string> = new Set();

let root: string;
let text: string;
let made: Sbom;

beforeAll(async () => {
  mkdirSync('.cache', { recursive: true });
  root = resolve(mkdtempSync(join('.cache', 'sbom-')));
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(name, join(root, name));
  await buildOne();
  text = readFileSync(join(root, sbomFile), 'utf8');
  made = parseSbom(text);
});
afterAll(() => rmSync(root, { recursive: true }));

/** @returns what it warned of */
async function buildOne(): Promise<string[]> {
  const input = join(root, 'phone.js');
  writeFileSync(input, 'console.log(1);');
  const warnings: string[] = [];
  const customLogger = { ...createLogger('silent'), warn: (line: string) => void warnings.push(line) };
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    customLogger,
    plugins: [sbom()],
    build: { rolldownOptions: { input } },
  });
  return warnings;
}

const without = (name: string) => made.components.filter((component) => component.name !== name);
const changed = (name: string, change: Partial<Sbom['components'][number]>): Sbom => ({
  ...made,
  components: made.components.map((each) => (each.name === name ? { ...each, ...change } : each)),
});

test('D40: a build lists every package that runs the app, with purl, licence and hash', () => {
  expect(sbomFaults(made, lock, new Set(['react', 'zod']))).toEqual([]);
  expect(made).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
  expect(made.metadata.component).toMatchObject({
    name: own.name,
    version: own.version,
    type: 'application',
  });
  expect(made.components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(own.dependencies ?? {})),
  );
  expect(made.components.map(({ name }) => name)).not.toContain('vitest');
  const [project] = made.dependencies;
  expect(project!.dependsOn).toHaveLength(Object.keys(own.dependencies ?? {}).length);
});

test('it is not among what a server hands out', () => {
  expect(existsSync(join(root, 'dist', sbomFile))).toBe(false);
});

test('it names no machine, no folder, no registry, and no moment', () => {
  expect(text.match(/https?:[^"]*/g)).toEqual(['http://cyclonedx.org/schema/bom-1.5.schema.json']);
  for (const word of [
    'node_modules',
    '"timestamp"',
    '"serialNumber"',
    '"distribution"',
    root,
    process.cwd(),
    hostname(),
  ])
    expect(text).not.toContain(word);
});

test('what it lacks or says wrongly is found', () => {
  const faultsOf = (sbomOfToday: Sbom, shipped = nothing) => sbomFaults(sbomOfToday, lock, shipped);
  const version = (name: string) => made.components.find((each) => each.name === name)!.version;
  const react = `react@${version('react')}`;
  expect(faultsOf({ ...made, components: without('react') }, new Set(['react', 'zod']))).toEqual([
    `${react} is missing`,
    'react is shipped and missing',
  ]);
  expect(faultsOf(changed('react', { hashes: [{ alg: 'SHA-512', content: '00' }] }))).toEqual([
    `${react} has another hash`,
  ]);
  expect(faultsOf(changed('react', { licenses: [] }))).toEqual([`${react} has another licence, or none`]);
  expect(faultsOf(changed('react', { purl: 'pkg:npm/preact@1.0.0' }))).toEqual([
    `${react} has the purl pkg:npm/preact@1.0.0`,
  ]);
  expect(faultsOf(changed('react', { externalReferences: [] }))).toEqual(['it has addresses']);
  const foreign = { ...made.components[0]!, name: 'left-pad', version: '1.3.0' };
  expect(faultsOf({ ...made, components: [...made.components, foreign] })).toEqual([
    'left-pad@1.3.0 is not needed to run the app',
  ]);
});

test('licences that package.json does not say are looked up in files that are still like that', () => {
  const unsaid = packagesIn(lock).filter(([, { license }]) => license === undefined);
  for (const [path] of unsaid) expect(readFileSync(join(path, 'LICENSE'), 'utf8')).toMatch(/^MIT License/);
  expect(unsaid.map(([path]) => path)).toEqual(['node_modules/png-js']);
});

test('without a lock file there is a build, a warning, and no list of another one', async () => {
  rmSync(join(root, 'package-lock.json'));
  expect(await buildOne()).toEqual([expect.stringMatching(/^sbom\.cdx\.json was not made: .*package-lock/)]);
  expect(existsSync(join(root, sbomFile))).toBe(false);
  expect(existsSync(join(root, 'dist'))).toBe(true);
});
