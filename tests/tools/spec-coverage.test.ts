import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync(new URL('../../docs/spec-coverage.md', import.meta.url), 'utf8');

test('every file that the coverage of the specification names is there', () => {
  const named = [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.\w+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
});

test('every statement names its code and its proof', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| statement'));
  for (const row of rows) {
    const [, , code, proof] = row.split(' | ').join('|').split('|');
    expect(code, row).toMatch(/`/);
    expect(proof, row).toMatch(/`(?:tests|e2e)\//);
  }
});
