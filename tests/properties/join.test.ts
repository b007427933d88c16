// @module-tag long
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findContradictions, joinKnowledge } from '#events/records/join.ts';
import { append, emptyLog, type Knowledge, type Log, logOf } from '#events/records/log.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { add, tea } from '#tests/projections/given.ts';
import { history } from './histories.ts';
import { forAll } from './for-all.ts';

/** The records of three replicas of one table: each has some of all records, in its own order. */
const replicas = history.chain((events) => {
  const records: LogRecord[] = events.map((event, index) => ({ t: index, from: 'peer', event }));
  const createCoveringSnapshot = (version: number, count: number): Snapshot => {
    let log = emptyLog;
    for (const event of events.slice(0, count)) log = append(log, [{ t: 0, from: 'peer', event }]).log;
    const { known, carts, guests } = projectCartView(log);
    const userCarts = carts.map(({ userId, lines }) => ({
      userId,
      lines: lines.map(({ lineId, aliases, item, quantity }) => ({ lineId, aliases, item, quantity })),
    }));
    return { version, covers: known, userCarts, guests, events: events.slice(count) };
  };
  const half = Math.ceil(events.length / 2);
  for (const [version, count] of [
    [1, 0],
    [2, half],
    [3, events.length],
  ] as const)
    // prettier-ignore
    records.push({ t: 0, from: 'server', snapshot: createCoveringSnapshot(version, count) });
  const ids = events.slice(0, 3).map(({ id }) => id);
  records.push({ t: 0, from: 'server', rejected: { ids: ids.slice(0, 1), code: 2025 } });
  records.push({ t: 0, from: 'peer', rejected: { ids: ids.slice(0, 2), code: 'alreadyOrdered' } });
  records.push({ t: 0, from: 'server', accepted: { ids: ids.slice(1), version: 2 } });
  records.push({ t: 0, from: 'server', accepted: { ids: ids.slice(2), version: 1 } });
  const some = fc.shuffledSubarray(records);
  return fc.tuple(some, some, some);
});

/** Plain data for comparisons. */
function toPlainData({ snapshot, covers, joinedCovers, entries, rejected, accepted, local }: Knowledge) {
  const sortEntries = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    snapshot,
    covers,
    joinedCovers,
    events: sortEntries(entries).map(([, { event }]) => event),
    rejected: sortEntries(rejected),
    accepted: sortEntries(accepted),
    local: [...local].sort(),
  };
}

describe('two replicas merge by taking the newer snapshot and the unions (F1, E6)', () => {
  test('commutative', () => {
    forAll(replicas, ([first, second]) => {
      const [a, b] = [logOf(first), logOf(second)];
      expect(toPlainData(joinKnowledge(a, b))).toEqual(toPlainData(joinKnowledge(b, a)));
    });
  });

  test('associative', () => {
    forAll(replicas, (all) => {
      const [a, b, c] = all.map(logOf) as [Log, Log, Log];
      expect(toPlainData(joinKnowledge(joinKnowledge(a, b), c))).toEqual(
        toPlainData(joinKnowledge(a, joinKnowledge(b, c))),
      );
    });
  });

  test('idempotent: known records change nothing', () => {
    forAll(replicas, ([first, second]) => {
      const [a, b] = [logOf(first), logOf(second)];
      const joined = joinKnowledge(a, b);
      expect(toPlainData(joinKnowledge(a, a))).toEqual(toPlainData(a));
      for (const each of [a, b, joined])
        expect(toPlainData(joinKnowledge(joined, each))).toEqual(toPlainData(joined));
    });
  });

  test('the view equals that of one replica that received everything', () => {
    forAll(replicas, ([first, second]) => {
      const joined = joinKnowledge(logOf(first), logOf(second));
      expect(convertViewToJson(projectCartView(joined))).toEqual(
        convertViewToJson(projectCartView(logOf([...first, ...second]))),
      );
    });
  });
});

describe('invalid records are joined alike by all', () => {
  const createAddRecord = (quantity: number): LogRecord => ({
    t: 0,
    from: 'peer',
    event: add('ra:1', tea, quantity),
  });
  const snapshot = (covers: Snapshot['covers'], guests: number): LogRecord => ({
    t: 0,
    from: 'server',
    snapshot: { version: 3, covers, userCarts: [], guests },
  });

  test('E6: two contents under one id are named, and every replica takes the same one', () => {
    const [a, b] = [logOf([createAddRecord(1)]), logOf([createAddRecord(2)])];
    expect(findContradictions(a, b)).toEqual(['ra:1']);
    expect(findContradictions(a, logOf([createAddRecord(1)]))).toEqual([]);
    expect(toPlainData(joinKnowledge(a, b))).toEqual(toPlainData(joinKnowledge(b, a)));
  });

  test('F1: the covers of event servers are joined, whatever the versions; a snapshot server’s cart stands alone', () => {
    const [a, b] = [logOf([snapshot({ ra: 2 }, 4)]), logOf([snapshot({ rb: 1 }, 4)])];
    expect(joinKnowledge(a, b)).toMatchObject({ covers: { ra: 2, rb: 1 }, snapshot: { guests: 4 } });
    const plainOne = { version: 4, plain: true, covers: { rc: 1 }, userCarts: [] };
    const withPlain = joinKnowledge(a, logOf([{ t: 0, from: 'server', snapshot: plainOne }]));
    expect(withPlain).toMatchObject({ covers: { rc: 1 }, joinedCovers: { ra: 2 } });
    const later = logOf([{ t: 0, from: 'server', snapshot: { version: 5, covers: {}, userCarts: [] } }]);
    expect(joinKnowledge(withPlain, later).covers).toEqual({ ra: 2 });
    const c = logOf([snapshot({ ra: 2 }, 5)]);
    expect(toPlainData(joinKnowledge(a, c))).toEqual(toPlainData(joinKnowledge(c, a)));
  });
});
