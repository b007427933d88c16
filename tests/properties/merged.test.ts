// @module-tag long
/** All records at once, one by one, or in batches of any size lead to the same view, and each view is a value. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { projectCartView, mergeAll, type CartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readRecords, readMore, type Reading } from '#projections/merge/reading.ts';
import { add, createGuests, tea } from '#tests/projections/given.ts';
import { crowded, records } from './adversarial-records.ts';
import { toFullJson } from './everything-of.ts';
import { phoneLog } from './phone-logs.ts';
import { forAll, manyRunsTime, runs } from './for-all.ts';

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
const whatever = fc.oneof(records, phoneLog);

/** The records in batches of these sizes, repeated. */
function splitIntoBatches(all: readonly LogRecord[], lengths: readonly number[]): LogRecord[][] {
  const batches: LogRecord[][] = [];
  for (let at = 0; at < all.length; at += lengths[(batches.length - 1) % lengths.length]!)
    batches.push(all.slice(at, at + lengths[batches.length % lengths.length]!));
  return batches;
}

/** The state after each batch. */
function readInBatches(batches: readonly (readonly LogRecord[])[]): Reading[] {
  const readings: Reading[] = [];
  for (const batch of batches) readings.push(readMore(readings.at(-1) ?? emptyReading, batch));
  return readings;
}

test('G1: the three ways show the same view at every step, for any records', manyRunsTime, () => {
  forAll(whatever, sizes, (all, lengths) => {
    for (const batches of [all.map((record) => [record]), splitIntoBatches(all, lengths)])
      for (const { log, merged: shown } of readInBatches(batches))
        expect(toFullJson(shown.view)).toEqual(toFullJson(projectCartView(log)));
  });
});

test('G1: and also for many events of one dish', manyRunsTime, () => {
  fc.assert(
    fc.property(crowded, sizes, (all, lengths) => {
      const steps = readInBatches(splitIntoBatches(all, lengths));
      for (const { log, merged: shown } of steps)
        expect(toFullJson(shown.view)).toEqual(toFullJson(projectCartView(log)));
    }),
    { numRuns: Math.ceil(runs.numRuns / 2) },
  );
});

test('a view is immutable: it does not change when another branch continues from it', manyRunsTime, () => {
  forAll(fc.oneof(whatever, crowded), fc.nat(), (all, at) => {
    const readings = [emptyReading];
    const said = [JSON.stringify(toFullJson(emptyReading.merged.view))];
    for (const record of all) {
      const next = readMore(readings.at(-1)!, [record]);
      readings.push(next);
      said.push(JSON.stringify(toFullJson(next.merged.view)));
    }
    const old = at % readings.length;
    const branch = all.toReversed();
    const other = readMore(readings[old]!, branch).merged.view;
    expect(toFullJson(other)).toEqual(toFullJson(projectCartView(logOf([...all.slice(0, old), ...branch]))));
    expect(readings.map((reading) => JSON.stringify(toFullJson(reading.merged.view)))).toEqual(said);
    const { log, merged: shown } = readings[old]!;
    expect(toFullJson(mergeAll(log).view)).toEqual(toFullJson(shown.view));
  });
});

test('G1: equal parts are the same object: lines, carts, the whole view', manyRunsTime, () => {
  let shared = 0;
  const expectShared = (before: CartView, after: CartView) => {
    if (JSON.stringify(before) === JSON.stringify(after)) expect(after).toBe(before);
    if (JSON.stringify(before.carts) === JSON.stringify(after.carts)) expect(after.carts).toBe(before.carts);
    for (const cart of after.carts) {
      const old = before.carts.find(({ userId }) => userId === cart.userId);
      if (!old) continue;
      if (JSON.stringify(old) === JSON.stringify(cart)) expect(cart).toBe(old);
      const objects = new Set(old.lines);
      const texts = new Set(old.lines.map((line) => JSON.stringify(line)));
      for (const line of cart.lines) {
        expect(objects.has(line)).toBe(texts.has(JSON.stringify(line)));
        if (objects.has(line)) shared += 1;
      }
    }
  };
  forAll(fc.oneof(whatever, crowded), sizes, (all, lengths) => {
    let before = emptyReading.merged.view;
    for (const { merged: shown } of readInBatches(splitIntoBatches(all, lengths))) {
      expectShared(before, shown.view);
      before = shown.view;
    }
  });
  expect(shared).toBeGreaterThan(runs.numRuns);
});

test('V1: 2 000 events in reverse order do not get slower and slower', () => {
  const all = Array.from({ length: 2_000 }, (_, index): LogRecord => {
    const event = index % 50 === 0 ? createGuests(`ra:${index + 1}`, 2) : add(`ra:${index + 1}`, tea, 1);
    return { t: 0, from: 'peer', event };
  });
  const start = performance.now();
  const last = readInBatches(all.toReversed().map((record) => [record])).at(-1)!;
  expect(toFullJson(last.merged.view)).toEqual(toFullJson(projectCartView(logOf(all))));
  // An idle machine needs a tenth of that. Quadratic time would take several seconds.
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('V5a: one of 5 000 ids of a line is found without a linear search', () => {
  const all = Array.from({ length: 5_000 }, (_, index): LogRecord => {
    return { t: 0, from: 'peer', event: add(`r${index}:1`, tea, 1, { at: index + 1 }) };
  });
  const before = readRecords(all);
  const start = performance.now();
  const late = readMore(before, [{ t: 0, from: 'peer', event: add('rz:1', tea, 1, { at: 0 }) }]);
  expect(late.merged.view.carts[0]!.lines).toMatchObject([{ lineId: 'rz:1', quantity: 5_001 }]);
  expect(performance.now() - start).toBeLessThan(1_000);
});
