// @module-tag long
import { describe, expect, test } from 'vitest';
import { listExamples, readExpectedViews, readTextFile } from '#tests/log-files.ts';
import { computeNaiveView } from './naive-view.ts';

const folder = new URL('../vectors/', import.meta.url);
const vectors = listExamples(folder);

describe('the naive implementation gives the results of the worked examples', () => {
  test('there are examples', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(63);
  });

  test.each(vectors)('%s, after every record (L3)', (name) => {
    const lines = readTextFile(`tests/vectors/${name}.jsonl`).trimEnd().split('\n');
    const [, ...records] = lines.map((line) => JSON.parse(line) as unknown);
    const views = records.map((_, n) => computeNaiveView(records.slice(0, n + 1)));
    expect(views).toEqual(readExpectedViews(folder, name));
  });
});
