// @module-tag long
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { naiveView } from './naive-view.ts';

const folder = new URL('../vectors/', import.meta.url);
const vectors = readdirSync(folder).filter(
  (name) => name.endsWith('.jsonl') && !name.endsWith('.expected.jsonl'),
);

function jsonLines(name: string): unknown[] {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

describe('the naive reading of the rules gives what the worked examples expect', () => {
  test('and there are some', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(63);
  });

  test.each(vectors)('%s, after every record (L3)', (name) => {
    const [, ...records] = jsonLines(name);
    const expected = jsonLines(name.replace('.jsonl', '.expected.jsonl'));
    expect(expected.length).toBe(records.length);
    expect(records.map((_, n) => naiveView(records.slice(0, n + 1)))).toEqual(expected);
  });
});
