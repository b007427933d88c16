/** One page lists every budget under the name that a refusal gives, so that readers of a log find it there. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rejections } from '#contract/codes.ts';

const page = readFileSync('docs/operating.md', 'utf8');

test('D37: the page lists each budget of the server by its name', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`server/${file}`, 'utf8'));
  const listNames = (made: RegExp) =>
    sources.flatMap((text) => [...text.matchAll(made)].map(([, name]) => name!));
  const single = listNames(/\b(?:createBudget|createBudgetRefusal)\((?:[\w.]*limiters, )?'(\w+)'/g);
  const stored = listNames(/\bname: '(\w+)', most: /g);
  const ofTables = listNames(/\bcreateTableBudget\([\w.]*limiters, '(\w+)'/g).map((name) => `${name}Of…`);
  const { dinerFull, tableFull, unknownEvents } = rejections;
  const names = [...single, ...stored, ...ofTables, dinerFull, tableFull, unknownEvents];
  expect(names.length).toBeGreaterThan(12);
  const isListed = (name: string) =>
    page.includes(`\`${name}\``) || page.includes(`\`${name.replace(/Of\w+$/, 'Of…')}\``);
  expect(names.filter((name) => !isListed(name))).toEqual([]);
});
