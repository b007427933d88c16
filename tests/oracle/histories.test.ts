// @module-tag long
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { histories, createHistory, longHistories } from './histories.ts';
import type { LogRecord } from './log-records.ts';
import type { Occurrence } from './naive-lines.ts';
import { computeNaiveView, hasNamed } from './naive-view.ts';
import { computeStable, collectStamps } from './server-answers.ts';
import { forAll } from '#tests/properties/for-all.ts';

/** Each test makes a thousand logs on a machine that may be busy (ms). */
const patience = 120_000;

/** The least number of 1 000 logs in which each of these must occur. */
const atLeast = 20;

test(
  'the generated logs contain every kind of event they are meant for',
  () => {
    const counts: Record<Occurrence, number> = {
      void: 0,
      waiting: 0,
      'joined by notes': 0,
      'found by alias': 0,
      'base line found by key': 0,
      late: 0,
      'newer base spared': 0,
      kept: 0,
      covered: 0,
      'rejected cut': 0,
      'stamp of the snapshot wins': 0,
    };
    for (const log of fc.sample(histories, { numRuns: 1000, seed: 1 })) {
      const occurred = new Set<Occurrence>();
      computeNaiveView(log, (what) => occurred.add(what));
      for (const what of occurred) counts[what] += 1;
    }
    expect(Object.entries(counts).filter(([, n]) => n < atLeast)).toEqual([]);
  },
  patience,
);

test(
  'F4: leaving out stable events does not change the view',
  () => {
    let withCovers = 0;
    const expectSameWithoutStable = (log: LogRecord[]) => {
      // The same events and rejections without any snapshot.
      const records = log.map(({ t, from, event, rejected }) => ({ t, from, event, rejected }));
      const { known, ...plainly } = computeNaiveView(records);
      const rejected = records
        .flatMap((record) => record.rejected?.ids ?? [])
        .filter((id) => hasNamed(known, id));
      const events = records.flatMap(({ event }) => event ?? []);
      const first = events.filter(({ id }, n) => events.findIndex((event) => event.id === id) === n);
      const accepted = first.filter(({ id }) => hasNamed(known, id) && !rejected.includes(id));
      const covers = computeStable(accepted, rejected, () => false);
      if (Object.keys(covers).length > 0) withCovers += 1;
      const snapshot = { version: 1, covers, userCarts: [], ...collectStamps(accepted) };
      const left = records.filter(({ event }) => event === undefined || !hasNamed(covers, event.id));
      expect(computeNaiveView([...left, { t: 0, from: 'server', snapshot }])).toEqual({ known, ...plainly });
    };
    forAll(histories, expectSameWithoutStable);
    expect(withCovers).toBeGreaterThan(200);
  },
  patience,
);

test('a long evening fills the cart of one diner with many events', () => {
  const ofOneDiner = fc.sample(longHistories, { numRuns: 20, seed: 1 }).map((log) => {
    const { known } = computeNaiveView(log);
    const events = log.flatMap(({ event }) => (event && hasNamed(known, event.id) ? [event.userId] : []));
    return Math.max(...events.map((userId) => events.filter((each) => each === userId).length));
  });
  expect(ofOneDiner.filter((count) => count > 64).length).toBeGreaterThan(10);
});

test('a seed makes the same log every time', () => {
  expect(createHistory(17)).toEqual(createHistory(17));
  expect(createHistory(17)).not.toEqual(createHistory(18));
});
