import { describe, expect, test } from 'vitest';
import { append, emptyLog } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { listExamples, readExpectedViews, logAt } from '#tests/log-files.ts';
import { createLog, noodles, formatLines, tea } from '../given.ts';

const folder = new URL('../../vectors/', import.meta.url);
const names = listExamples(folder);

describe('the worked examples of the merge rules, after every record', () => {
  test('every example has its files', () => expect(names).toHaveLength(63));

  // V1, V2, V3, V4, V5, V5a, V5b, V5c, V5d, V5e, V6
  test.each(names)('%s', (name) => {
    let log = emptyLog;
    const shown = logAt(new URL(`${name}.jsonl`, folder)).records.map((record) => {
      log = append(log, [record]).log;
      return convertViewToJson(projectCartView(log));
    });
    expect(shown).toEqual(readExpectedViews(folder, name));
  });
});

test('V4: a line of the snapshot with no pieces left is no line', () => {
  const lines = [
    { lineId: '501', item: tea, quantity: 0 },
    { lineId: '502', item: noodles, quantity: 1 },
  ];
  const snapshot = { version: 3, covers: {}, userCarts: [{ userId: 'u1', lines }] };
  expect(formatLines(createLog({ snapshot }))).toEqual(['u1: 1 × Beef noodles (502)']);
});
