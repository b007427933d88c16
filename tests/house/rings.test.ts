/** No circle of imports, by value or by type: every file and folder can be read after what it needs. */
import { expect, test } from 'vitest';
import { groupImports, importGraph, findRings, listSpecifiers } from './imports.ts';

const graph = importGraph([
  'events', 'projections', 'contract', 'sync', 'client', 'ui', 'src', 'staff', 'server',
]); // prettier-ignore

test('files have no import cycle', () => {
  expect(graph.size).toBeGreaterThan(1_000);
  expect(findRings(graph)).toEqual([]);
});

/** `src/features/home` of `src/features/home/Home.tsx`; the files of a part itself are a folder, too. */
function findFolder(file: string): string | undefined {
  const folders = file.split('/').slice(0, -1);
  // Folders of sync still import each other.
  if (folders[0] === 'sync') return undefined;
  // Its pages are loaded by their entry, which also holds what they share.
  if (folders[0] === 'staff') return 'staff';
  const isDeep = folders[0] === 'server' || folders[1] === 'features' || folders[1] === 'shell';
  return folders.slice(0, isDeep ? 3 : 2).join('/');
}

const findLayer = (file: string) => /^server\/[^/]+(?=\/)/.exec(file)?.[0];
const getPart = (file: string) => file.split('/', 1)[0];

test.each<[of: string, groupOf: (file: string) => string | undefined, least: number]>([
  ['folders', findFolder, 60],
  ['layers of the server', findLayer, 4],
  ['parts', getPart, 8],
])('no circle of %s', (_of, groupOf, least) => {
  const groups = groupImports(graph, groupOf);
  expect(groups.size).toBeGreaterThan(least);
  expect(findRings(groups)).toEqual([]);
});

test('the check finds a cycle with its names, whatever imports it', () => {
  const imports = { a: ['b', 'd'], b: ['c'], c: ['a'], d: [], e: ['a', 'f'], f: ['e'], g: ['g'] };
  const small = new Map(Object.entries(imports).map(([file, each]) => [file, new Set<string>(each)]));
  expect(findRings(small)).toEqual([['a', 'b', 'c'], ['e', 'f'], ['g']]);
});

test('the check reads imports of types, of values and of modules, and no comments', () => {
  const text = `
    import type { A } from './a.ts';
    import {
      b,
    } from '#events/b.ts';
    export * from "./c.ts";
    import './d.ts';
    const e = await import('./e.ts');
    // import { f } from './f.ts';
    /** As \`from './g.ts'\` says. */`;
  expect(listSpecifiers(text)).toEqual(['./a.ts', '#events/b.ts', './c.ts', './d.ts', './e.ts']);
  expect(graph.get('server/main.ts')).toContain('server/app.ts');
  expect(graph.get('projections/bill/money.ts')).toContain('events/item.ts');
});
