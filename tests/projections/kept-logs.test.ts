/** Logs that were kept because of what they show (`npm run replay -- FILE --to-test NAME`): they still show it. */
import { describe, expect, test } from 'vitest';
import { readLogFile } from '#events/log-file.ts';
import { logOf } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { viewJson } from '#projections/merge/view-json.ts';
import { liveView, stillShows } from '#tools/regression/difference.ts';
import { keptCases } from '#tools/regression/kept-log.ts';

function recordsOf(text: string): readonly LogRecord[] {
  const result = readLogFile(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.file.records;
}

describe.each(keptCases())('$name: $found', ({ logs, difference }) => {
  const all = logs.map(({ text }) => recordsOf(text));

  test('each log shows what is expected, read plainly and going on from view to view (G1)', () => {
    for (const [index, records] of all.entries()) {
      const log = logOf(records);
      const { view } = logs[index]!;
      expect(viewJson(cartView(log))).toEqual(view);
      expect(viewJson(liveView(records))).toEqual(view);
    }
  });

  // A view that goes on wrongly is a mistake: the test above says when it is mended.
  if (difference && difference.kind !== 'reading')
    test('for the same reason', () => expect(stillShows(difference, all)).toBe(true));
});
