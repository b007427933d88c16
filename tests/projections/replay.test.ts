import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogRecord } from '#events/records/records.ts';
import { logOf } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { explain } from '#projections/merge/explain.ts';
import { findDifferentField, findDivergences, mergeTimes } from '#projections/replay/axis.ts';
import { createFateLookup } from '#projections/replay/fates.ts';
import { replayAll } from '#projections/replay/replay.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { history } from '#tests/properties/histories.ts';
import { add, clear, createDecrease, noodles, tea } from './given.ts';
import { forAll } from '#tests/properties/for-all.ts';
import { parseHeader } from '#tests/log-files.ts';

const createPeerRecord = (t: number, event: Extract<LogRecord, { event: unknown }>['event']): LogRecord => ({
  t,
  from: 'peer',
  event,
});
const createRejection = (t: number, ...ids: string[]): LogRecord => ({
  t,
  from: 'server',
  rejected: { ids, code: 2025 },
});

describe('L3: a replay keeps the result of every record', () => {
  const records = history.map((events): LogRecord[] =>
    events.flatMap((event, t) => {
      const applied: LogRecord = { t, from: t % 3 === 0 ? 'local' : 'peer', event };
      return t % 7 === 6 ? [applied, createRejection(t, event.id, event.id)] : [applied];
    }),
  );

  test('the state after record n equals that of a log of n records', () => {
    forAll(records, fc.nat(), (all, at) => {
      const count = at % (all.length + 1);
      const log = logOf(all.slice(0, count));
      const replay = replayAll(all);
      const knowledge = replay.knowledgeAt(count);
      for (const part of ['entries', 'rejected', 'accepted', 'local'] as const)
        expect([...knowledge[part].keys()]).toEqual([...log[part].keys()]);
      expect(knowledge.snapshot).toEqual(log.snapshot);
      expect(convertViewToJson(replay.viewAt(count))).toEqual(convertViewToJson(projectCartView(log)));
    });
  });

  test('the fate of an event matches its explanation', () => {
    forAll(records, (all) => {
      const { log, reading } = replayAll(all);
      const fateOf = createFateLookup(reading);
      for (const id of log.entries.keys()) {
        const { kind } = explain(log, id);
        const fate = fateOf(id)!.kind;
        if (kind === 'rejected' || kind === 'removed' || kind === 'blocked') expect(fate).toBe(kind);
        else expect(['counts', 'pending']).toContain(fate);
      }
    });
  });
});

test('G3, F1: an own event is pending until an answer or a snapshot has it', () => {
  const own = (id: string): LogRecord => ({ t: 1, from: 'local', event: add(id, tea, 2) });
  const listFates = (...records: LogRecord[]) => {
    const fateOf = createFateLookup(replayAll(records).reading);
    return [fateOf('ra:1')?.kind, fateOf('ra:2')?.kind];
  };
  const snapshot = { version: 1, covers: { ra: 1 }, userCarts: [] };
  expect(listFates(own('ra:1'), own('ra:2'))).toEqual(['pending', 'pending']);
  expect(listFates(own('ra:1'), own('ra:2'), { t: 2, from: 'server', snapshot })).toEqual([
    'counts',
    'pending',
  ]);
});

describe('several phones on one axis', () => {
  const comparePhones = (...logs: LogRecord[][]) => findDivergences(mergeTimes(logs), logs.map(replayAll));

  test('each divergence: from which moment, and which event ended it', () => {
    const first = add('ra:1', tea, 2);
    const second = add('rb:1', noodles, 1, { userId: 'u2' });
    const a = [createPeerRecord(10, first), createPeerRecord(40, second)];
    const b = [createPeerRecord(20, first), createPeerRecord(30, second)];
    expect(comparePhones(a, b)).toEqual([
      { from: 0, settledAt: 0, to: 1, contradictsAt: undefined },
      { from: 2, settledAt: 2, to: 3, contradictsAt: undefined },
    ]);
    expect(comparePhones(a, a)).toEqual([]);
  });

  test('a lasting divergence has no end', () => {
    expect(comparePhones([createPeerRecord(10, add('ra:1', tea, 2))], [])).toMatchObject([
      { from: 0, to: undefined },
    ]);
  });

  test('E6, G5: the same known events with different views are a contradiction', () => {
    const [mine, theirs] = [add('ra:1', tea, 2), add('ra:1', tea, 3)];
    expect(comparePhones([createPeerRecord(10, mine)], [createPeerRecord(20, theirs)])).toMatchObject([
      { from: 0, contradictsAt: 1 },
    ]);
  });

  test('S1: the field that tells two sessions apart', () => {
    const header = parseHeader({ merchantId: '1', sessionId: 's', replicaId: 'r' });
    expect(findDifferentField(header, { ...header, replicaId: 'x' })).toBeUndefined();
    expect(findDifferentField(header, { ...header, sessionId: 'x' })).toBe('sessionId');
  });
});

test('the fate of a tea: removed by the clear that had seen it; a late event has no effect', () => {
  const { steps, reading } = replayAll([
    createPeerRecord(1, add('ra:1', tea, 2)),
    createPeerRecord(2, clear('rb:1', 'table', { ra: 1 })),
    createPeerRecord(3, createDecrease('ra:2', 'ra:1', tea, 1, { seen: { ra: 1 } })),
  ]);
  expect(
    steps.map(({ effect }) => [effect.changes.length, effect.cleared?.lines, effect.nothing?.rule]),
  ).toEqual([
    [1, undefined, undefined],
    [1, 1, undefined],
    [0, undefined, 'V5b'],
  ]);
  expect(createFateLookup(reading)('ra:1')).toEqual({ kind: 'removed', rule: 'V3' });
});
