/** Logs that `npm run replay -- FILE --to-test NAME` has made a test case of still show the same. */
import { describe, expect, test } from 'vitest';
import { logOf } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { mergeStepwise, hasDifference } from '#tools/regression/difference.ts';
import { readCases } from '#tools/regression/case-files.ts';
import { readLog } from '#tests/log-files.ts';

describe.each(readCases())('$name: $found', ({ logs, difference }) => {
  const all = logs.map(({ text }) => readLog(text).records);

  test('G1: each log shows the expected view, folded at once or step by step', () => {
    for (const [index, records] of all.entries()) {
      const log = logOf(records);
      const { view } = logs[index]!;
      expect(convertViewToJson(projectCartView(log))).toEqual(view);
      expect(convertViewToJson(mergeStepwise(records))).toEqual(view);
    }
  });

  // An incremental view that differs from the plain one is a mistake. The test above fails until it is fixed.
  if (difference && difference.kind !== 'reading')
    test('and has the same explanation', () => expect(hasDifference(difference, all)).toBe(true));
});
