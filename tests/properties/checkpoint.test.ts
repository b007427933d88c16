/** F4: a table that is folded on checkpoints, made anywhere and dropped where they do not count, is the table itself. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEventId } from '#events/event-id.ts';
import { append, emptyLog, entryOf, type Knowledge } from '#events/log.ts';
import { includes, reach } from '#events/version-vector.ts';
import { cartView } from '#projections/cart-view.ts';
import { checkpointIn, standsBefore, standsBeforeAll } from '#projections/checkpoint.ts';
import { checkpointOf, settledSince, unsettledCount } from '#projections/make-checkpoint.ts';
import { settledPrefix } from '#projections/settled.ts';
import { stampOfLast } from '#projections/value-stamps.ts';
import { runs } from './histories.ts';
import { serverLog, table, type Table } from './served-tables.ts';

/** Everything that the server's answers and decisions take from its knowledge. */
function expectSame(folded: Knowledge, whole: Knowledge): void {
  expect(cartView(folded)).toEqual(cartView(whole));
  for (const type of ['guestsSet', 'orderTypeSet', 'orderPlaced'] as const)
    expect(stampOfLast(folded, type)).toEqual(stampOfLast(whole, type));
  const [settled, most] = [settledSince(folded), settledPrefix(whole)];
  expect(includes(most, settled)).toBe(true);
  expect(unsettledCount(folded, settled)).toBeGreaterThanOrEqual(unsettledCount(whole, most));
}

/** The same knowledge on a checkpoint of its first `length` events; the whole where that does not count. */
function foldedAt(all: Table, length: number, before: Knowledge): Knowledge | undefined {
  const first = { ...all, events: all.events.slice(0, length) };
  const begun = beyondCheckpoint(serverLog(first), before);
  const checkpoint = begun && checkpointOf(begun, length);
  const whole = serverLog(all);
  if (!checkpoint || !standsBeforeAll(checkpoint, whole.entries.values())) return undefined;
  return beyondCheckpoint(whole, { ...emptyLog, snapshot: checkpoint, covers: checkpoint.covers });
}

/** What `knowledge` adds to a checkpoint; undefined where the checkpoint does not count. */
function beyondCheckpoint(knowledge: Knowledge, base: Knowledge): Knowledge | undefined {
  const checkpoint = checkpointIn(base);
  if (!checkpoint) return knowledge;
  if (!standsBeforeAll(checkpoint, knowledge.entries.values())) return undefined;
  const isBeyond = ([id]: readonly [string, unknown]) => {
    const { replicaId, seq } = parseEventId(id)!;
    return seq > reach(checkpoint.covers, replicaId);
  };
  return {
    ...knowledge,
    snapshot: checkpoint,
    covers: checkpoint.covers,
    entries: new Map([...knowledge.entries].filter(isBeyond)),
    rejected: new Map([...knowledge.rejected].filter(isBeyond)),
  };
}

test('F4: late events, clears, orders and rejections: with checkpoints on checkpoints the table is the same', () => {
  let counted = 0;
  let dropped = 0;
  fc.assert(
    fc.property(table, fc.nat(40), fc.nat(40), (all, one, other) => {
      const [early, late] = [Math.min(one, other), Math.max(one, other)];
      const none = emptyLog;
      const first = foldedAt(all, early, none);
      const second = foldedAt(
        all,
        late,
        first ? { ...none, snapshot: first.snapshot, covers: first.covers } : none,
      );
      for (const folded of [first, second]) {
        if (folded) counted += 1;
        else dropped += 1;
        if (folded) expectSame(folded, serverLog(all));
      }
    }),
    runs,
  );
  // Otherwise nothing was shown.
  expect(counted).toBeGreaterThan(runs.numRuns / 4);
  expect(dropped).toBeGreaterThan(runs.numRuns / 20);
});

test('F4: of every event that comes next a checkpoint says whether it counts before it', () => {
  fc.assert(
    fc.property(table, fc.nat(40), (all, length) => {
      const taken = all.events.slice(0, length);
      const whole = serverLog({ ...all, events: taken });
      const checkpoint = checkpointOf(whole, length);
      const next = all.events[length];
      if (!checkpoint || !next || all.rejected.has(next.id)) return;
      const entry = entryOf(next)!;
      const isCounted = standsBefore(checkpoint, entry);
      const { covers } = checkpoint;
      const folded = { ...emptyLog, snapshot: checkpoint, covers, entries: new Map([[next.id, entry]]) };
      if (isCounted) expectSame(folded, serverLog({ ...all, events: [...taken, next] }));
    }),
    runs,
  );
});

test('E7: there is no checkpoint of an event that this program does not know', () => {
  let log = emptyLog;
  const event = { id: 'ra:1', at: [1, 0], seen: {}, userId: 'u1', type: 'tipped' } as never;
  log = append(log, [{ t: 0, from: 'server', event }]).log;
  expect(checkpointOf(log, 1)).toBeUndefined();
  expect(checkpointOf(emptyLog, 0)).toBeUndefined();
});
