/** Rows of a replica that may still have a living tab stay on the disk, also after its events were created again. */
import { expect, test } from 'vitest';
import { createItemAdded } from '#events/cart/item-added.ts';
import type { LogRecord } from '#events/records/records.ts';
import { blankState, type StoredReplica } from '#sync/ports/storage.ts';
import { createDish, emptyClaim, Phone } from '#testing/phones/stepped-phone.ts';

function createRow(id: string): LogRecord {
  const event = createItemAdded(
    { id, at: [5, 0], seen: {}, userId: 'u1' },
    { lineId: id, item: createDish('p0'), quantity: 1 },
  );
  return { t: 1, from: 'local', event };
}

function createReplica(
  replicaId: string,
  records: LogRecord[],
  renamed: Record<string, string> = {},
): StoredReplica {
  const state = { ...blankState, lastSeq: records.length, renamed };
  return { replicaId, state, records, summary: 0, nextIndex: 1, isDamaged: false };
}

function listPending(...orphans: StoredReplica[]): string[] {
  return new Phone({ claim: { ...emptyClaim, replicaId: 'new', orphans, orphansAreDead: false } }).pending;
}

test('T1: an event that was created again is read once, as the newer event', () => {
  const old = createReplica('old', [createRow('old:1')]);
  const again = createReplica('again', [createRow('again:1')], { 'old:1': 'again:1' });
  const third = createReplica('third', [createRow('third:1')], { 'again:1': 'third:1' });
  expect(listPending(old, again)).toEqual(['again:1']);
  expect(listPending(again, old, third)).toEqual(['third:1']);
});

test('T1: an event whose newer copy was lost with its rows is read as it is', () => {
  const old = createReplica('old', [createRow('old:1')]);
  expect(listPending(old, createReplica('again', [], { 'old:1': 'again:1' }))).toEqual(['old:1']);
});
