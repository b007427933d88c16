// @module-tag long
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLogFile, writeLogFile } from '#events/records/log-file.ts';
import { logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { Assembly, splitLogs } from '#tools/regression/atoms.ts';
import { chooseBetween, chooseInLog } from '#tools/regression/choose.ts';
import { mergeStepwise, hasDifference, type Difference, type Live } from '#tools/regression/difference.ts';
import { shrink, ddmin } from '#tools/regression/shrink.ts';
import { phoneLog } from './phone-logs.ts';
import { forAll, runs } from './for-all.ts';
import { parseHeader } from '#tests/log-files.ts';

const time = { timeout: Math.max(60_000, 200 * runs.numRuns) };
const header = parseHeader({ replicaId: 'r0' });

/** Shrinks the logs and checks every promise about the result. */
function expectMinimal(logs: readonly (readonly LogRecord[])[], difference: Difference, live: Live = mergeStepwise) {
  const { logs: small, atoms } = shrink(logs, difference, undefined, live);
  expect(hasDifference(difference, small, live)).toBe(true);
  const assembly = new Assembly(logs);
  for (const left of atoms) {
    const without = assembly.of(atoms.filter((atom) => atom !== left))!;
    expect(hasDifference(difference, without, live)).toBe(false);
  }
  for (const records of small)
    expect(readLogFile(writeLogFile(header, records))).toMatchObject({ ok: true, file: { records, skipped: [] } });
  expect(shrink(logs, difference, undefined, live).logs).toEqual(small);
  return small;
} // prettier-ignore

function listBlocked(records: readonly LogRecord[]): readonly string[] {
  const log = logOf(records);
  return projectCartView(log).blocked;
}

describe('a log is shrunk to the records that still show the difference, and no more can be removed', () => {
  test('the last event without effect, or the whole cart', time, () => {
    const seen = new Map<string, number>();
    forAll(phoneLog, (records) => {
      const choice = chooseInLog(records, {});
      if (!choice.ok) throw new Error(choice.complaint);
      const { difference } = choice;
      const small = expectMinimal([records], difference);
      const kind = difference.kind === 'event' ? difference.answer.kind : difference.kind;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      // No event waits that did not wait before.
      const before = new Set(listBlocked(records));
      expect(listBlocked(small[0]!).filter((id) => !before.has(id))).toEqual([]);
    });
    for (const kind of ['removed', 'rejected', 'blocked', 'view'])
      expect(seen.get(kind), kind).toBeGreaterThan(0);
  });

  test('any event, for the reason of its state', time, () => {
    fc.assert(
      fc.property(phoneLog, fc.nat(), (records, place) => {
        const log = logOf(records);
        const ids = [...log.entries.keys()];
        fc.pre(ids.length > 0);
        const choice = chooseInLog(records, { event: ids[place % ids.length]! });
        if (!choice.ok) throw new Error(choice.complaint);
        expectMinimal([records], choice.difference);
      }),
      { numRuns: Math.ceil(runs.numRuns / 5) },
    );
  });

  test('a removed or present line', time, () => {
    let gone = 0;
    fc.assert(
      fc.property(phoneLog, fc.nat(), (records, place) => {
        const ids = records.flatMap((record) =>
          'event' in record && record.event.type === 'itemAdded' ? [record.event.id] : [],
        );
        const choice = chooseInLog(records, { line: ids[place % ids.length] ?? 'none' });
        fc.pre(choice.ok);
        const { difference } = choice as { difference: Extract<Difference, { kind: 'line' }> };
        gone += Number(difference.quantity === 0);
        expectMinimal([records], difference);
      }),
      { numRuns: Math.ceil(runs.numRuns / 5) },
    );
    expect(gone).toBeGreaterThan(0);
  });

  test('a difference between two phones', time, () => {
    let differed = 0;
    fc.assert(
      fc.property(phoneLog, fc.nat(30), (records, count) => {
        const logs = [records, records.slice(0, count)] as const;
        const choice = chooseBetween(logs);
        if (!choice.ok) return;
        differed += 1;
        expectMinimal(logs, choice.difference);
      }),
      { numRuns: Math.ceil(runs.numRuns / 5) },
    );
    expect(differed).toBeGreaterThan(0);
  });

  test('G1: a wrong incremental view: here it misses that a decrease came late', time, () => {
    let wrong = 0;
    const mergeForgetfully: Live = (records) =>
      mergeStepwise(
        records.filter(
          (record, index) =>
            !('event' in record && record.event.type === 'itemDecreased' && index > 0 && records[index - 1]!.t > record.t),
        ),
      );
    forAll(phoneLog, (records) => {
      if (!hasDifference({ kind: 'reading' }, [records], mergeForgetfully)) return;
      wrong += 1;
      expectMinimal([records], { kind: 'reading' }, mergeForgetfully);
    });
    expect(wrong).toBeGreaterThan(0);
  }); // prettier-ignore
});

test('delta debugging finds the needed atoms anywhere among many, with few tries', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(999), { maxLength: 5 }), (needed) => {
      let tries = 0;
      const found = ddmin(
        Array.from({ length: 1_000 }, (_, index) => index),
        (part) => {
          tries += 1;
          const all = new Set(part);
          return needed.every((each) => all.has(each));
        },
      );
      expect(found).toEqual(needed.toSorted((a, b) => a - b));
      expect(tries).toBeLessThan(600);
    }),
    { numRuns: 200 },
  );
});

test('keeping every atom gives the log itself', () => {
  forAll(phoneLog, (records) => {
    const [whole] = new Assembly([records]).of(splitLogs([records]))!;
    const isEmptyAnswer = (record: LogRecord) => 'accepted' in record && record.accepted.ids.length === 0;
    expect(whole).toEqual(records.filter((record) => !isEmptyAnswer(record)));
  });
});
