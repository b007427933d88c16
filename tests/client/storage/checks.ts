/** What every cart storage must do; runs in Node over memory and fake IndexedDB, and in a real browser's page. */
import type { LogRecord } from '#events/records/records.ts';
import type { CartStorage, LogKey, ReplicaState } from '#sync/ports/storage.ts';

export interface StorageCheck {
  readonly title: string;
  readonly run: (storage: CartStorage, equal: (actual: unknown, expected: unknown) => void) => Promise<void>;
}

export const log: LogKey = { merchantId: '1001', tableId: '7', sessionId: 's1', userId: 'u1' };
export const other: LogKey = { ...log, userId: 'u2' };

export const state = (lastSeq: number): ReplicaState => ({
  lastSeq,
  clock: [lastSeq, 0],
  placement: null,
  successor: '',
  renamed: {},
  unanswered: [],
});

export const record = (t: number): LogRecord => ({
  t,
  from: 'server',
  accepted: { ids: [`r:${t}`], version: t },
});

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => record(from + index));
const byReplica = (a: { replicaId: string }, b: { replicaId: string }) =>
  a.replicaId < b.replicaId ? -1 : 1;
const settled = { why: 'settled' } as const;
const view = { known: {}, waiting: [], guests: null, orderType: null, lastOrderId: null, carts: [] };
const dayMs = 24 * 3_600_000;

export const storageChecks: readonly StorageCheck[] = [
  {
    title: 'G3: is empty at first',
    run: async (storage, equal) => {
      equal(await storage.load(log), []);
      equal(await storage.history(), []);
    },
  },
  {
    title: 'G3: gives back records in order, with the newest state, for that log alone',
    run: async (storage, equal) => {
      await storage.append(log, 'r1', { index: 0, at: 1, records: range(1, 3), state: state(1) });
      await storage.append(log, 'r1', { index: 2, at: 2, records: range(3, 4), state: state(2) });
      await storage.append(log, 'r2', { index: 0, at: 3, records: [], state: state(0) });
      await storage.append(other, 'r3', { index: 0, at: 4, records: range(9, 10), state: state(1) });
      equal([...(await storage.load(log))].sort(byReplica), [
        {
          replicaId: 'r1',
          state: state(2),
          records: range(1, 4),
          summary: 0,
          nextIndex: 3,
          isDamaged: false,
        },
        { replicaId: 'r2', state: state(0), records: [], summary: 0, nextIndex: 0, isDamaged: false },
      ]);
    },
  },
  {
    title: 'G3: keeps ten batches and more in their order',
    run: async (storage, equal) => {
      for (let index = 0; index < 12; index += 1)
        await storage.append(log, 'r1', {
          index,
          at: 1,
          records: range(index, index + 1),
          state: state(index),
        });
      equal((await storage.load(log))[0]?.records, range(0, 12));
    },
  },
  {
    title: 'G2: what is settled gives way to its summary, and stands in the archive in its order',
    run: async (storage, equal) => {
      await storage.append(log, 'r1', { index: 0, at: 1, records: range(0, 5), state: state(1) });
      await storage.append(log, 'r1', {
        index: 0,
        at: 2,
        records: range(4, 5),
        state: state(1),
        replaces: settled,
      });
      await storage.append(log, 'r1', { index: 1, at: 3, records: range(5, 8), state: state(2) });
      equal(await storage.load(log), [
        {
          replicaId: 'r1',
          state: state(2),
          records: range(4, 8),
          summary: 1,
          nextIndex: 2,
          isDamaged: false,
        },
      ]);
      await storage.append(log, 'r1', { index: 0, at: 4, records: [], state: state(2), replaces: settled });
      equal((await storage.load(log))[0]?.records, []);
      const part = { log, replicaId: 'r1', reason: settled };
      equal(await storage.history(), [
        { ...part, at: 2, summary: 0, records: range(0, 5) },
        { ...part, at: 4, summary: 1, records: range(4, 8) },
      ]);
    },
  },
  {
    title: 'G5: a batch that replaces everything before is all that is left; what both sides showed is kept',
    run: async (storage, equal) => {
      const replaces = { why: 'diverged', mine: view, theirs: { ...view, guests: 2 } } as const;
      await storage.append(log, 'r1', { index: 0, at: 1, records: range(1, 2), state: state(1) });
      await storage.append(log, 'r1', { index: 1, at: 2, records: range(2, 3), state: state(2) });
      await storage.append(log, 'r1', { index: 0, at: 3, records: range(3, 4), state: state(2), replaces });
      await storage.append(log, 'r1', { index: 1, at: 4, records: range(4, 5), state: state(3) });
      equal(await storage.load(log), [
        {
          replicaId: 'r1',
          state: state(3),
          records: range(3, 5),
          summary: 0,
          nextIndex: 2,
          isDamaged: false,
        },
      ]);
      equal(await storage.history(), [
        { log, replicaId: 'r1', at: 3, reason: replaces, summary: 0, records: range(1, 3) },
      ]);
    },
  },
  {
    title: 'T1: a replica that was taken over is put away, the others stay',
    run: async (storage, equal) => {
      await storage.append(log, 'r1', { index: 0, at: 1, records: range(1, 2), state: state(1) });
      await storage.append(log, 'r12', { index: 0, at: 1, records: range(2, 3), state: state(1) });
      await storage.archive(log, 5, 'r1');
      await storage.archive(log, 6, 'nobody');
      equal((await storage.load(log)).map(({ replicaId }) => replicaId), ['r12']); // prettier-ignore
      equal(await storage.history(), [
        { log, replicaId: 'r1', at: 5, reason: { why: 'takenOver' }, summary: 0, records: range(1, 2) },
      ]);
    },
  },
  {
    title: 'S1: a closed log is not taken up again, and stands in the archive',
    run: async (storage, equal) => {
      await storage.append(log, 'r1', { index: 0, at: 1, records: range(1, 2), state: state(1) });
      await storage.append(other, 'r2', { index: 0, at: 1, records: range(2, 3), state: state(1) });
      await storage.archive(log, 5);
      equal(await storage.load(log), []);
      equal((await storage.load(other)).length, 1);
      equal(await storage.history(), [
        { log, replicaId: 'r1', at: 5, reason: { why: 'closed' }, summary: 0, records: range(1, 2) },
      ]);
    },
  },
  {
    title: 'G2: the archive holds 5 000 records at most, the newest ones',
    run: async (storage, equal) => {
      for (let round = 0; round < 6; round += 1) {
        await storage.append(log, `r${round}`, {
          index: 0,
          at: round,
          records: range(round * 1_000, round * 1_000 + 1_000),
          state: state(1),
        });
        await storage.archive(log, round, `r${round}`);
      }
      equal((await storage.history()).map(({ at }) => at), [1, 2, 3, 4, 5]); // prettier-ignore
    },
  },
  {
    title: 'G2: a log that is longer than the archive keeps its end, and a summary of what went',
    run: async (storage, equal) => {
      await storage.append(log, 'r1', { index: 0, at: 1, records: range(0, 5_003), state: state(1) });
      await storage.archive(log, 2);
      const [part] = await storage.history();
      equal(part?.records.slice(part.summary), range(3, 5_003));
      equal(part?.records.slice(0, part.summary), range(0, 3).map((each) => ({ ...each, t: 2 }))); // prettier-ignore
    },
  },
  {
    title: 'G2: what was put away more than seven days ago goes',
    run: async (storage, equal) => {
      for (const [replicaId, at] of [
        ['r1', 0],
        ['r2', 2 * dayMs],
        ['r3', 8 * dayMs],
      ] as const) {
        // prettier-ignore
        await storage.append(log, replicaId, { index: 0, at, records: range(1, 2), state: state(1) });
        await storage.archive(log, at, replicaId);
      }
      await storage.append(log, 'r4', { index: 0, at: 8 * dayMs, records: range(1, 2), state: state(1) });
      await storage.append(log, 'r4', {
        index: 0,
        at: 8 * dayMs,
        records: [],
        state: state(1),
        replaces: settled,
      });
      equal((await storage.history()).map(({ replicaId }) => replicaId), ['r2', 'r3', 'r4']); // prettier-ignore
    },
  },
];
