/** Logs that `npm run replay -- FILE --to-test NAME` has made a test case of still show the same. */
import { expect, test } from 'vitest';
import { logOf } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readMore, type Reading } from '#projections/merge/reading.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { readCases } from '#tools/regression/case-files.ts';
import { readLog } from '#tests/log-files.ts';

const logs = readCases().flatMap(({ name, logs }) => logs.map((log) => ({ ...log, name })));

test.each(logs)(
  'G1: $name, $file shows the expected view, folded at once or step by step',
  ({ text, view }) => {
    const { records } = readLog(text);
    let reading: Reading = emptyReading;
    for (const record of records) reading = readMore(reading, [record]);
    expect(convertViewToJson(projectCartView(logOf(records)))).toEqual(view);
    expect(convertViewToJson(reading.merged.view)).toEqual(view);
  },
);
