/** Nothing in the house imports in a ring, by value or by type: every file and folder can be read after what it needs. */
import { expect, test } from 'vitest';
import { between, importGraph, rings, specifiersIn } from './imports.ts';

const house = importGraph(['server', 'sync', 'projections', 'events', 'contract']);

test('no ring of files', () => expect(rings(house)).toEqual([]));

/** The server's layers, and the folders of each. */
const layerOf = (file: string): string | undefined => /^server\/[^/]+/.exec(file)?.[0];
const serverFolderOf = (file: string): string | undefined =>
  /^server\/[^/]+\/[^/.]+(?=\/)/.exec(file)?.[0] ?? layerOf(file);

test('no circle of layers of the server', () => expect(rings(between(house, layerOf))).toEqual([]));
test('no circle of folders of the server', () => expect(rings(between(house, serverFolderOf))).toEqual([]));

const eventFolderOf = (file: string): string | undefined => /^events\/[^/]+/.exec(file)?.[0];
test('no circle of folders of the events', () => expect(rings(between(house, eventFolderOf))).toEqual([]));

test('no ring between the large folders', () =>
  expect(rings(between(house, (file) => file.split('/', 1)[0]))).toEqual([]));

test('a ring is found by its names, whatever hangs on it', () => {
  const graph = new Map(
    Object.entries({ a: ['b', 'd'], b: ['c'], c: ['a'], d: [], e: ['a', 'f'], f: ['e'], g: ['g'] }).map(
      ([file, imports]) => [file, new Set(imports)] as const,
    ),
  );
  expect(rings(graph)).toEqual([['a', 'b', 'c'], ['e', 'f'], ['g']]);
});

test('imports of types, of values and of modules are read; comments are not', () => {
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
  expect(specifiersIn(text)).toEqual(['./a.ts', '#events/b.ts', './c.ts', './d.ts', './e.ts']);
  expect(house.get('server/main.ts')).toContain('server/app.ts');
  expect(house.get('projections/bill/money.ts')).toContain('events/item.ts');
});
