// @module-tag long
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { append, emptyLog } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { projectCartView, mergeNews, mergeAll } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { disturbedHistories, histories, longHistories } from './histories.ts';
import { computeNaiveView } from './naive-view.ts';
import { forAll } from '#tests/properties/for-all.ts';

/** At least 1 000, more with `PROPERTY_RUNS`. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 1_000);
/** The naive reading is slow, and the machine may be busy (ms). */
const patience = 300 * runs;

function expectSameView(records: unknown[]): void {
  const { log } = append(emptyLog, records as LogRecord[]);
  expect(convertViewToJson(projectCartView(log))).toEqual(computeNaiveView(records));
}

/** Reads in batches, each view from the one before. All are compared at the end, so that an earlier view must not change. */
function expectSameInBatches(records: unknown[], sizes: readonly number[]): void {
  let log = emptyLog;
  let state = mergeAll(log);
  const shown = [];
  for (let n = 0; n < records.length;) {
    const size = sizes[shown.length % sizes.length] ?? 1;
    const after = append(log, records.slice(n, n + size) as LogRecord[]);
    n += size;
    log = after.log;
    state = mergeNews(state, log, after.news);
    shown.push({ view: state.view, n });
  }
  const naive = shown.map(({ n }) => computeNaiveView(records.slice(0, n)));
  expect(shown.map(({ view }) => convertViewToJson(view))).toEqual(naive);
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const largeSizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });

describe('G1: the view of the engine equals that of the naive implementation', () => {
  test('all records at once', { timeout: patience }, () => {
    forAll(histories, expectSameView);
  });

  test('one record after another', { timeout: patience }, () => {
    const expectSameOneByOne = (records: unknown[]) => expectSameInBatches(records, [1]);
    forAll(histories, expectSameOneByOne);
  });

  test('in batches of any records', { timeout: patience }, () => {
    forAll(disturbedHistories, sizes, expectSameInBatches);
  });

  test('after long evenings', { timeout: patience }, () => {
    fc.assert(fc.property(longHistories, largeSizes, expectSameInBatches), { numRuns: Math.ceil(runs / 25) });
  });
});
