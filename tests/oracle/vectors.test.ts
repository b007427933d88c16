// @module-tag long
import { describe, expect, test } from 'vitest';
import { exampleNames, expectedViews, textAt } from '#tests/log-files.ts';
import { naiveView } from './naive-view.ts';

const folder = new URL('../vectors/', import.meta.url);
const vectors = exampleNames(folder);

describe('the naive implementation gives the results of the worked examples', () => {
  test('there are examples', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(63);
  });

  test.each(vectors)('%s, after every record (L3)', (name) => {
    const lines = textAt(`tests/vectors/${name}.jsonl`).trimEnd().split('\n');
    const [, ...records] = lines.map((line) => JSON.parse(line) as unknown);
    const views = records.map((_, n) => naiveView(records.slice(0, n + 1)));
    expect(views).toEqual(expectedViews(folder, name));
  });
});
