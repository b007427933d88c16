import { describe, expect, test } from 'vitest';
import type { EventFields } from '#events/log/event-fields.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { findStablePrefix } from '#projections/merge/stable-prefix.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { claimReplica } from '#client/storage/replica-claim.ts';
import { StorageError, type CartStorage } from '#sync/ports/storage.ts';
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import { joinLog } from '#client/logs/join-log.ts';
import { batch, createState } from '#tests/client/storage/checks.ts';
import { createTestLocks } from '#testing/browser.ts';
import { createDish, Phone, usualFacts } from '#testing/phones/stepped-phone.ts';

const log = { merchantId: '1001', tableId: '7', sessionId: 's1', userId: 'u1' };
const summaryAfter = 4;

/** Each `load` opens the page again on the same disk. */
function createJournalPhone(storage: CartStorage = createMemoryStorage()) {
  let ids = 0;
  const createId = () => `r${(ids += 1)}`;
  const load = async () => {
    const claim = await claimReplica(storage, log, { newId: createId }, createTestLocks());
    const facts = { ...usualFacts, log, summaryAfter };
    const journal = new Phone({ facts, claim, storage });
    await journal.flushed();
    return { journal, replicaId: claim.replicaId };
  };
  const readJournal = async (replicaId: string) => {
    const stored = (await storage.load(log)).find((each) => each.replicaId === replicaId);
    return joinLog(log, replicaId, await storage.loadArchive(), stored);
  };
  return { storage, load, readJournal };
}

const createAddition = (fields: EventFields, productId: string, quantity = 1) =>
  createItemAdded(fields, { lineId: fields.id, item: createDish(productId), quantity });
const clear = (journal: Phone) => journal.wish({ kind: 'clear', scope: 'table' });
const viewIn = (journal: Phone) => journal.state.knowledge.merged.view;
const getKnowledge = (journal: Phone) => journal.state.knowledge.log;

/** The server accepts all pending events. Its snapshot covers the stable ones. */
function accept(journal: Phone, version: number): void {
  const ids = journal.pending;
  const from = { t: version, from: 'server' as const };
  const covers = findStablePrefix(getKnowledge(journal));
  journal.learn([
    { ...from, accepted: { ids, version } },
    { ...from, snapshot: { version, covers, userCarts: [] } },
  ]);
}

const viewOf = (records: readonly LogRecord[]) => {
  const replayed = logOf(records);
  return convertViewToJson(projectCartView(replayed));
};

describe('compacting stable events', () => {
  test('G2: stable events move from memory and rows to the archive, and the export shows the same as before', async () => {
    const { storage, load, readJournal } = createJournalPhone();
    const { journal, replicaId } = await load();
    for (let round = 1; round <= 3; round += 1) {
      journal.add('a', 'b', 'c', 'd', 'e');
      clear(journal);
      accept(journal, round);
      await journal.flushed();
    }
    journal.add('f');
    accept(journal, 4);
    await journal.flushed();
    // The last stable event stays because it names the author of this replica.
    expect(getKnowledge(journal).entries.size).toBe(2);
    expect((await storage.load(log))[0]!.records.length).toBeLessThan(8);
    const parts = await storage.loadArchive();
    expect(parts.map(({ reason }) => reason.why)).toEqual(['settled', 'settled', 'settled']);
    const whole = await readJournal(replicaId);
    expect(whole.filter((record) => 'event' in record)).toHaveLength(19);
    expect(viewOf(whole)).toEqual(convertViewToJson(viewIn(journal)));
  });

  test('G2: after a reload the cart is the same, and pending events are still pending', async () => {
    const { load } = createJournalPhone();
    const { journal } = await load();
    journal.add('a', 'b', 'c', 'd', 'e');
    clear(journal);
    accept(journal, 1);
    const [pending] = journal.add('f');
    await journal.flushed();
    const { journal: again } = await load();
    expect(convertViewToJson(viewIn(again))).toEqual(convertViewToJson(viewIn(journal)));
    expect(again.pending).toEqual([pending]);
    // Sequence numbers continue after the last stored one.
    expect(again.add('g')).toEqual([`${pending!.split(':')[0]}:8`]);
  });

  test('G2: a failing archive loses nothing', async () => {
    const disk = createMemoryStorage();
    const { load, readJournal } = createJournalPhone({
      ...disk,
      append: async (key, replicaId, batch) => {
        if (batch.replaces) throw new StorageError({ kind: 'quota', reason: 'full' });
        await disk.append(key, replicaId, batch);
      },
    });
    const { journal, replicaId } = await load();
    journal.add('a', 'b', 'c', 'd', 'e');
    clear(journal);
    accept(journal, 1);
    journal.add('f');
    await journal.flushed();
    expect(journal.effects).toContainEqual(
      expect.objectContaining({ kind: 'report', text: expect.stringContaining('were not archived') }),
    );
    expect(journal.state.disk.inMemory).toBe(false);
    expect(viewOf(await readJournal(replicaId))).toEqual(convertViewToJson(viewIn(journal)));
  });

  test('E6: a covered event that arrives again is ignored', async () => {
    const { load } = createJournalPhone();
    const { journal } = await load();
    const at: [number, number] = [5, 0];
    const old = createAddition({ id: 'q:1', at, seen: {}, userId: 'u2' }, 'a', 1);
    journal.learn([{ t: 1, from: 'server', snapshot: { version: 1, covers: { q: 1 }, userCarts: [] } }]);
    journal.learn([{ t: 2, from: 'peer', event: old }]);
    expect(getKnowledge(journal).entries.size).toBe(0);
    expect(viewIn(journal).carts).toEqual([]);
  });
});

describe('rows that another tab has left behind', () => {
  test('T1: its log is merged into the opened log, and its rows are archived', async () => {
    const { storage, load } = createJournalPhone();
    const own = (id: string, at: number, seen: VersionVector, quantity: number): LogRecord => {
      const fields = { id, at: [at, 0] as const, seen, userId: 'u1' };
      return { t: at, from: 'local', event: createAddition(fields, id, quantity) };
    };
    const appendRecords = async (replicaId: string, lastSeq: number, ...records: LogRecord[]) =>
      await storage.append(log, replicaId, batch({ records, state: createState(lastSeq) }));
    const accepted: LogRecord = { t: 2, from: 'server', accepted: { ids: ['dead:1'], version: 1 } };
    await appendRecords('dead', 2, own('dead:1', 1, {}, 2), accepted, own('dead:2', 2, { dead: 1 }, 1));
    await appendRecords('other', 1, own('other:1', 3, {}, 1));
    const { journal, replicaId } = await load();
    await journal.flushed();
    expect(replicaId).toBe('dead');
    expect(viewIn(journal).carts[0]!.lines.map(({ quantity }) => quantity)).toEqual([2, 1, 1]);
    expect(journal.pending).toEqual(['dead:2', 'other:1']);
    expect((await storage.load(log)).map((each) => each.replicaId)).toEqual(['dead']);
    expect((await storage.loadArchive()).map((part) => [part.replicaId, part.reason.why])).toEqual([
      ['other', 'takenOver'],
    ]);
  });

  test('T1: the phone does not write under a replica that it could not read completely', async () => {
    const disk = createMemoryStorage();
    const { load } = createJournalPhone({
      ...disk,
      load: async (key) => (await disk.load(key)).map((each) => ({ ...each, isDamaged: true })),
    });
    const { journal } = await load();
    const [event] = journal.add('a');
    await journal.flushed();
    const { journal: again, replicaId } = await load();
    expect(event).toBe('r1:1');
    expect(replicaId).toBe('r2');
    expect(again.pending).toEqual(['r1:1']);
    expect(again.add('b')).toEqual(['r2:1']);
  });
});
