import { describe, expect, test } from 'vitest';
import { createItemAdded } from '#events/cart/item-added.ts';
import { blankState } from '#sync/ports/storage.ts';
import { isSaved } from '#sync/log/disk.ts';
import {
  add,
  ann,
  createDish,
  emptyClaim,
  createLoadedPhone,
  noon,
  Phone,
  createStoredReplica,
} from '#testing/phones/stepped-phone.ts';

const countRecords = (phone: Phone) => phone.batches.map(({ batch }) => batch.records.length);
const createRow = (id: string, at: readonly [number, number] = [5, 0]) => ({
  t: 1,
  from: 'local' as const,
  event: createItemAdded(
    { id, at, seen: {}, userId: 'u1' },
    { lineId: id, item: createDish('p0'), quantity: 1 },
  ),
});

describe('G3: the phone writes before it sends', () => {
  const createHeldPhone = () => {
    const phone = createLoadedPhone();
    // The server's cart waits for an own event, at most a second.
    phone.pass(1_000);
    phone.holdsDisk = true;
    return phone;
  };

  test('no event is sent before it is on disk', () => {
    const phone = createHeldPhone();
    const [id] = phone.add('p0');
    phone.pass(30_000);
    expect(phone.sent('post')).toEqual([]);
    expect(isSaved(phone.state, id!)).toBe(false);
    phone.written();
    expect(isSaved(phone.state, id!)).toBe(true);
    expect(phone.sent('post')).toHaveLength(1);
  });

  test('one transaction runs at a time; later writes share the next one', () => {
    const phone = createHeldPhone();
    phone.add('p0', 'p1', 'p2');
    expect(countRecords(phone)).toEqual([1]);
    phone.written();
    expect(countRecords(phone)).toEqual([2]);
  });

  test('a transaction does not save inputs that come after it began', () => {
    const phone = createHeldPhone();
    const [first, second] = phone.add('p0', 'p1');
    phone.written();
    expect([isSaved(phone.state, first!), isSaved(phone.state, second!)]).toEqual([true, false]);
    expect(phone.sent('post').flatMap(({ events }) => events.map(({ id }) => id))).toEqual([first]);
  });

  test.each(['flush', 'close'] as const)('"%s" writes waiting events at once', (kind) => {
    const phone = createHeldPhone();
    phone.add('p0', 'p1');
    phone.take({ kind });
    expect(countRecords(phone)).toEqual([1, 1]);
    expect(phone.batches.map(({ batch }) => batch.index)).toEqual([
      phone.batches[0]!.batch.index,
      phone.batches[0]!.batch.index + 1,
    ]);
  });

  describe('records from outside', () => {
    const createAnsweredPhone = () => {
      const phone = createHeldPhone();
      phone.add('p0');
      phone.written();
      phone.serve('post');
      return phone;
    };

    test('wait for the next own event, and share its batch in their order', () => {
      const phone = createAnsweredPhone();
      phone.pass(900);
      expect(countRecords(phone)).toEqual([]);
      phone.add('p1');
      const [{ batch }] = phone.batches as [(typeof phone.batches)[0]];
      expect(batch.records.at(-1)).toMatchObject({ from: 'local' });
      expect(batch.records.slice(0, -1).map(({ from }) => from)).toContain('server');
    });

    test('are written after a second without an own event', () => {
      const phone = createAnsweredPhone();
      phone.pass(1_000);
      expect(phone.batches[0]?.batch.records.map(({ from }) => from)).toContain('server');
    });

    test.each(['flush', 'close'] as const)('are written at once by "%s"', (kind) => {
      const phone = createAnsweredPhone();
      phone.take({ kind });
      expect(countRecords(phone)).toHaveLength(1);
    });
  });

  test('an unexpected outcome of a batch marks nothing as saved', () => {
    const phone = createHeldPhone();
    const [id] = phone.add('p0');
    phone.take({ kind: 'stored', batch: 99, ok: true });
    expect(isSaved(phone.state, id!)).toBe(false);
    phone.take({ kind: 'stored', batch: 99, ok: false });
    expect(phone.state.disk.inMemory).toBe(false);
  });

  test('T2: when the disk fails, unsaved events are created again under another id and sent', () => {
    const phone = createHeldPhone();
    const [id] = phone.add('p0');
    phone.written(false);
    expect(phone.state.disk.inMemory).toBe(true);
    expect(phone.shown()).toEqual(['1×p0']);
    const created = phone.state.knowledge.renamed.get(id!)!;
    expect(phone.pending).toEqual([created]);
    expect(phone.batches.at(-1)).toMatchObject({ inMemory: true, replicaId: created.split(':')[0] });
    phone.written();
    expect(phone.sent('post')[0]!.events.map((event) => event.id)).toEqual([created]);
  });
});

describe('G2: compacting rows', () => {
  /** In each round the phone adds and clears, and the server accepts. */
  const playRounds = (phone: Phone, count: number) => {
    for (let round = 0; round < count; round += 1) {
      phone.add('p0', 'p1');
      phone.wish({ kind: 'clear', scope: 'user' });
      for (let tries = 0; tries < 5 && phone.has('post'); tries += 1) phone.serve('post');
    }
    phone.take({ kind: 'refresh' });
    phone.serve('snapshot');
  };
  const countSummaries = (phone: Phone) =>
    phone.of('store').filter(({ batch }) => batch.replaces?.why === 'settled').length;
  const facts = { summaryAfter: 4 };
  /** A phone that is writing the summary of its rows. */
  const createSummingPhone = () => {
    const phone = new Phone({ facts }).loaded();
    playRounds(phone, 1);
    phone.holdsDisk = true;
    phone.add('p0', 'p1');
    phone.wish({ kind: 'clear', scope: 'user' });
    for (let count = 0; count < 20 && !phone.batches[0]?.batch.replaces; count += 1)
      if (phone.batches.length > 0) phone.written();
      else phone.serve('post');
    expect(phone.batches.map(({ batch }) => batch.replaces?.why)).toEqual(['settled']);
    return phone;
  };

  test('the phone compacts its rows once enough events are stable, and not before', () => {
    const phone = new Phone({ facts }).loaded();
    playRounds(phone, 1);
    expect(countSummaries(phone)).toBe(0);
    playRounds(phone, 1);
    expect(countSummaries(phone)).toBe(1);
    expect(phone.state.knowledge.log.entries.size).toBeLessThan(6);
    playRounds(phone, 2);
    expect(countSummaries(phone)).toBeGreaterThan(1);
  });

  test('an event written during compaction is saved by its own transaction', () => {
    const phone = createSummingPhone();
    const [id] = phone.add('p2');
    phone.written();
    expect(isSaved(phone.state, id!)).toBe(false);
    expect(phone.has('post')).toBe(false);
    phone.written();
    expect(phone.has('post')).toBe(true);
  });

  test('a failing compaction loses nothing', () => {
    const phone = createSummingPhone();
    phone.written(false);
    expect(phone.state.disk.inMemory).toBe(false);
  });
});

describe('T1: rows that another tab has left', () => {
  const state = { ...blankState, lastSeq: 1, clock: [noon + 9_000_000, 3] as const };
  const orphan = createStoredReplica({
    replicaId: 'r2',
    state,
    records: [createRow('r2:1', [noon + 9_000_000, 3])],
  });

  test('T3: the phone continues from that tab’s clock, whatever the current time is', () => {
    const phone = new Phone({ claim: { ...emptyClaim, orphans: [orphan] } });
    expect(phone.state.knowledge.writer.clock).toEqual([noon + 9_000_000, 3]);
    const [id] = phone.add('p1');
    expect(phone.state.knowledge.log.entries.get(id!)!.event.at).toEqual([noon + 9_000_000, 4]);
  });

  test('T3: an older clock does not set the phone’s clock back', () => {
    const own = createStoredReplica({ state, records: [createRow('r1:1', [noon + 9_000_000, 3])] });
    const older = { ...orphan, state: blankState };
    const phone = new Phone({ claim: { ...emptyClaim, own, orphans: [older] } });
    expect(phone.state.knowledge.writer).toEqual({
      replicaId: 'r1',
      lastSeq: 1,
      clock: [noon + 9_000_000, 3],
    });
  });

  test('G3: that tab’s events are on disk already, and are sent without waiting', () => {
    const phone = new Phone({ claim: { ...emptyClaim, orphans: [orphan] }, holdsDisk: true });
    expect(phone.pending).toEqual(['r2:1']);
    phone.loaded();
    expect(phone.sent('post')[0]!.events.map(({ id }) => id)).toEqual(['r2:1']);
  });

  test('the rows go once their contents are written again; rows of a tab that may be open stay', () => {
    const phone = new Phone({ claim: { ...emptyClaim, orphans: [orphan] }, holdsDisk: true });
    expect(phone.of('archive')).toEqual([]);
    phone.written();
    expect(phone.of('archive')).toEqual([{ kind: 'archive', replicaId: 'r2' }]);
    const alive = new Phone({ claim: { ...emptyClaim, orphans: [orphan], orphansAreDead: false } });
    expect(alive.of('archive')).toEqual([]);
  });

  test('O2: the phone asks for the outcome of that tab’s placement', () => {
    const placement = { placementId: 'p1', seen: {}, at: 1 };
    const left = { ...orphan, state: { ...state, placement } };
    const phone = new Phone({ claim: { ...emptyClaim, orphans: [left] } });
    expect(phone.sent('placement')).toEqual([{ call: 'placement', placementId: 'p1' }]);
  });

  test('T2: that tab’s events keep their ids when the disk fails, because they are stored already', () => {
    const phone = new Phone({ claim: { ...emptyClaim, orphans: [orphan] }, holdsDisk: true });
    phone.written(false);
    expect(phone.state.disk.inMemory).toBe(true);
    expect(phone.pending).toEqual(['r2:1']);
  });

  test('F2: the diner is notified now of a rejection that the closed tab did not receive', () => {
    const rejected = { t: 2, from: 'server' as const, rejected: { ids: ['r2:1'], code: 2025 } };
    const own = createStoredReplica({ records: [rejected] });
    const phone = new Phone({ claim: { ...emptyClaim, own, orphans: [orphan] } });
    expect(phone.notices).toEqual([{ kind: 'changeRejected', code: 2025, product: 'p0' }]);
  });
});

describe('T4: a clock that was ahead', () => {
  const createPhoneAhead = () => {
    const phone = createLoadedPhone();
    phone.now += 3_600_000;
    const ids = phone.add('p0', 'p1');
    phone.now -= 3_600_000;
    return { phone, ids };
  };

  test('each change is created again under one other id, and the diner is not notified', () => {
    const { phone, ids } = createPhoneAhead();
    phone.serve('post');
    expect(phone.state.knowledge.renamed.has(ids[0]!)).toBe(true);
    expect(phone.state.knowledge.renamed.has(ids[1]!)).toBe(false);
    for (let count = 0; count < 3 && phone.has('post'); count += 1) phone.serve('post');
    expect(phone.pending).toEqual([]);
    expect(phone.shown()).toEqual(['1×p0', '1×p1']);
    expect(phone.notices).toEqual([]);
    const replicas = ids.map((id) => phone.state.knowledge.renamed.get(id)!.split(':')[0]);
    expect(new Set(replicas).size).toBe(1);
    expect(phone.state.knowledge.writer.replicaId).toBe(replicas[0]);
  });

  test('a dish, its decrease and its notes stay one line when they are created again', () => {
    const phone = createLoadedPhone();
    phone.now += 3_600_000;
    phone.wish({ kind: 'add', item: createDish('p0'), quantity: 3 });
    const [lineId] = phone.pending;
    phone.wish({ kind: 'decrease', lineId: lineId!, quantity: 1 });
    phone.wish({ kind: 'editNotes', lineId: lineId!, notes: 'no ice' });
    phone.now -= 3_600_000;
    for (let count = 0; count < 6 && phone.has('post'); count += 1) phone.serve('post');
    expect([phone.shown(), phone.pending, phone.notices]).toEqual([['2×p0 no ice'], [], []]);
  });

  test('until the last old event is answered, new events use the old id', () => {
    const { phone } = createPhoneAhead();
    phone.serve('post');
    const [id] = phone.add('p2');
    expect(id).toBe('r1:3');
  });

  test('rows stay under the replica id that this tab has locked', () => {
    const { phone } = createPhoneAhead();
    for (let count = 0; count < 3 && phone.has('post'); count += 1) phone.serve('post');
    phone.wish(add('p3'));
    const { replicaId, batch } = phone.of('store').at(-1)!;
    expect(replicaId).toBe('r1');
    expect(batch.state.successor).toBe(phone.state.knowledge.writer.replicaId);
  });
});

test('a change of a diner without a name carries no name', () => {
  const phone = createLoadedPhone();
  const author = { userId: ann.userId };
  phone.take({ kind: 'wish', author, command: add('p0') });
  expect(phone.sent('post')[0]!.events[0]).not.toHaveProperty('userName');
});
