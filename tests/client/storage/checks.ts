/** Checks for every cart storage. They run in Node (memory, fake IndexedDB) and in a page of a real browser. */
import type { LogRecord } from '#events/records/records.ts';
import type { Batch, CartStorage, LogKey, ReplicaState, StoredReplica } from '#sync/ports/storage.ts';

export interface StorageCheck {
  readonly title: string;
  readonly run: (storage: CartStorage, equal: (actual: unknown, expected: unknown) => void) => Promise<void>;
}

export const log: LogKey = { merchantId: '1001', tableId: '7', sessionId: 's1', userId: 'u1' };
export const other: LogKey = { ...log, userId: 'u2' };

export const createState = (lastSeq: number): ReplicaState => ({
  lastSeq,
  clock: [lastSeq, 0],
  placement: null,
  successor: '',
  renamed: {},
  unanswered: [],
});

/** A batch of rows, by default the first one, without records. */
export const batch = (fields: Partial<Batch> = {}): Batch => ({
  index: 0,
  at: 1,
  records: [],
  state: createState(1),
  ...fields,
});

export const record = (t: number): LogRecord => ({
  t,
  from: 'server',
  accepted: { ids: [`r:${t}`], version: t },
});

const createRange = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => record(from + index));
const createStored = (
  fields: Pick<StoredReplica, 'state' | 'records' | 'nextIndex'>,
  summary = 0,
): StoredReplica => ({
  replicaId: 'r1',
  summary,
  isDamaged: false,
  ...fields,
});
const compareByReplica = (a: { replicaId: string }, b: { replicaId: string }) =>
  a.replicaId < b.replicaId ? -1 : 1;
const stable = { why: 'settled' } as const;
const view = { known: {}, waiting: [], guests: null, orderType: null, lastOrderId: null, carts: [] };
const dayMs = 24 * 3_600_000;

export const storageChecks: readonly StorageCheck[] = [
  {
    title: 'G3: is empty at first',
    run: async (storage, equal) => {
      equal(await storage.load(log), []);
      equal(await storage.loadArchive(), []);
    },
  },
  {
    title: 'G3: gives back records in order, with the newest state, for that log alone',
    run: async (storage, equal) => {
      await storage.append(log, 'r1', batch({ records: createRange(1, 3) }));
      await storage.append(
        log,
        'r1',
        batch({ index: 2, at: 2, records: createRange(3, 4), state: createState(2) }),
      );
      await storage.append(log, 'r2', batch({ at: 3, state: createState(0) }));
      await storage.append(other, 'r3', batch({ at: 4, records: createRange(9, 10) }));
      equal([...(await storage.load(log))].sort(compareByReplica), [
        createStored({ state: createState(2), records: createRange(1, 4), nextIndex: 3 }),
        { ...createStored({ state: createState(0), records: [], nextIndex: 0 }), replicaId: 'r2' },
      ]);
    },
  },
  {
    title: 'G3: keeps ten batches and more in their order',
    run: async (storage, equal) => {
      for (let index = 0; index < 12; index += 1)
        await storage.append(
          log,
          'r1',
          batch({ index, records: createRange(index, index + 1), state: createState(index) }),
        );
      equal((await storage.load(log))[0]?.records, createRange(0, 12));
    },
  },
  {
    title: 'G2: stable records are replaced by their snapshot, and archived in order',
    run: async (storage, equal) => {
      await storage.append(log, 'r1', batch({ records: createRange(0, 5) }));
      await storage.append(log, 'r1', batch({ at: 2, records: createRange(4, 5), replaces: stable }));
      await storage.append(
        log,
        'r1',
        batch({ index: 1, at: 3, records: createRange(5, 8), state: createState(2) }),
      );
      equal(await storage.load(log), [
        createStored({ state: createState(2), records: createRange(4, 8), nextIndex: 2 }, 1),
      ]);
      await storage.append(log, 'r1', batch({ at: 4, state: createState(2), replaces: stable }));
      equal((await storage.load(log))[0]?.records, []);
      const part = { log, replicaId: 'r1', reason: stable };
      equal(await storage.loadArchive(), [
        { ...part, at: 2, summary: 0, records: createRange(0, 5) },
        { ...part, at: 4, summary: 1, records: createRange(4, 8) },
      ]);
    },
  },
  {
    title: 'G5: a batch that replaces all earlier records is all that is left; both views are kept',
    run: async (storage, equal) => {
      const replaces = { why: 'diverged', mine: view, theirs: { ...view, guests: 2 } } as const;
      await storage.append(log, 'r1', batch({ records: createRange(1, 2) }));
      await storage.append(
        log,
        'r1',
        batch({ index: 1, at: 2, records: createRange(2, 3), state: createState(2) }),
      );
      await storage.append(
        log,
        'r1',
        batch({ at: 3, records: createRange(3, 4), state: createState(2), replaces }),
      );
      await storage.append(
        log,
        'r1',
        batch({ index: 1, at: 4, records: createRange(4, 5), state: createState(3) }),
      );
      equal(await storage.load(log), [
        createStored({ state: createState(3), records: createRange(3, 5), nextIndex: 2 }),
      ]);
      equal(await storage.loadArchive(), [
        { log, replicaId: 'r1', at: 3, reason: replaces, summary: 0, records: createRange(1, 3) },
      ]);
    },
  },
  {
    title: 'T1: a replica that was merged is archived, the others stay',
    run: async (storage, equal) => {
      await storage.append(log, 'r1', batch({ records: createRange(1, 2) }));
      await storage.append(log, 'r12', batch({ records: createRange(2, 3) }));
      await storage.archive(log, 5, 'r1');
      await storage.archive(log, 6, 'nobody');
      equal((await storage.load(log)).map(({ replicaId }) => replicaId), ['r12']); // prettier-ignore
      equal(await storage.loadArchive(), [
        { log, replicaId: 'r1', at: 5, reason: { why: 'takenOver' }, summary: 0, records: createRange(1, 2) },
      ]);
    },
  },
  {
    title: 'S1: a closed log is archived and not continued',
    run: async (storage, equal) => {
      await storage.append(log, 'r1', batch({ records: createRange(1, 2) }));
      await storage.append(other, 'r2', batch({ records: createRange(2, 3) }));
      await storage.archive(log, 5);
      equal(await storage.load(log), []);
      equal((await storage.load(other)).length, 1);
      equal(await storage.loadArchive(), [
        { log, replicaId: 'r1', at: 5, reason: { why: 'closed' }, summary: 0, records: createRange(1, 2) },
      ]);
    },
  },
  {
    title: 'G2: the archive holds 5 000 records at most, the newest ones',
    run: async (storage, equal) => {
      for (let round = 0; round < 6; round += 1) {
        await storage.append(
          log,
          `r${round}`,
          batch({ at: round, records: createRange(round * 1_000, round * 1_000 + 1_000) }),
        );
        await storage.archive(log, round, `r${round}`);
      }
      equal((await storage.loadArchive()).map(({ at }) => at), [1, 2, 3, 4, 5]); // prettier-ignore
    },
  },
  {
    title: 'G2: a log that is longer than the archive keeps its end, and a snapshot of the rest',
    run: async (storage, equal) => {
      await storage.append(log, 'r1', batch({ records: createRange(0, 5_003) }));
      await storage.archive(log, 2);
      const [part] = await storage.loadArchive();
      equal(part?.records.slice(part.summary), createRange(3, 5_003));
      equal(part?.records.slice(0, part.summary), createRange(0, 3).map((each) => ({ ...each, t: 2 }))); // prettier-ignore
    },
  },
  {
    title: 'G2: records archived more than seven days ago are deleted',
    run: async (storage, equal) => {
      for (const [replicaId, at] of [
        ['r1', 0],
        ['r2', 2 * dayMs],
        ['r3', 8 * dayMs],
      ] as const) {
        // prettier-ignore
        await storage.append(log, replicaId, batch({ at, records: createRange(1, 2) }));
        await storage.archive(log, at, replicaId);
      }
      await storage.append(log, 'r4', batch({ at: 8 * dayMs, records: createRange(1, 2) }));
      await storage.append(log, 'r4', batch({ at: 8 * dayMs, replaces: stable }));
      equal((await storage.loadArchive()).map(({ replicaId }) => replicaId), ['r2', 'r3', 'r4']); // prettier-ignore
    },
  },
];
