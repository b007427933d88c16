/**
 * A phone's database. It survives the phone's tabs, and fails by the plan. A tab may crash during each step of a write:
 *
 *     handed ─► crash | quota | aborted
 *        └────► stored ─► crash | error although stored | answered
 *
 * A read may fail, too, or find rows that have become unreadable.
 */
import {
  StorageError,
  type Batch,
  type CartStorage,
  type LogKey,
  type StoredReplica,
} from '#sync/ports/storage.ts';
import { loadPhoneLogs, type PhoneLog } from '#client/logs/phone-logs.ts';
import { joinLog } from '#client/logs/join-log.ts';
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { Random } from '../world/random.ts';
import { type Life, type World } from '../world/world.ts';

interface DiskWatch {
  /** The tab hands records over. They are not stored yet. */
  handed(batch: Batch): void;
  /** Their transaction is complete. If `isTold` is false, the tab receives an error all the same. */
  stored(records: readonly LogRecord[], isReported: boolean): void;
  /** The tab has its answer, success or error. */
  answered(): void;
  crash(): void;
  /** `gone` is the part of `stored` that has become unreadable. */
  damaged(gone: readonly LogRecord[], stored: readonly LogRecord[]): void;
}

export class Disk {
  private readonly rows = createMemoryStorage();
  /** By replica, the unreadable records. */
  private readonly lost = new Map<string, ReadonlySet<LogRecord>>();
  /** When the last write ends, virtual ms. */
  private busyUntil = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {}

  /** The storage as one tab sees it. */
  openedBy(life: Life, watch: DiskWatch): CartStorage {
    const { rows } = this;
    return {
      load: (log) => this.run(life, 'load', async () => this.damaged(watch, await rows.load(log))),
      append: (log, replicaId, batch) => {
        watch.handed(batch);
        return this.append(life, watch, batch.records, () => rows.append(log, replicaId, batch));
      },
      archive: (log, at, replicaId) => this.run(life, 'archive', () => rows.archive(log, at, replicaId)),
      loadArchive: (logs) => rows.loadArchive(logs),
      close: async () => {},
    };
  }

  /** The log of a replica with its archive, as the diner exports it for support. */
  async exported(log: LogKey, replicaId: string): Promise<LogRecord[]> {
    const stored = (await this.rows.load(log)).find((each) => each.replicaId === replicaId);
    return joinLog(log, replicaId, await this.rows.loadArchive(), stored);
  }

  /** Every log of this table that is still on the disk. */
  async logs(log: LogKey): Promise<PhoneLog[]> {
    return loadPhoneLogs(this.rows, [log]);
  }

  /** Some rows may become unreadable, for good. */
  private damaged(watch: DiskWatch, replicas: readonly StoredReplica[]): readonly StoredReplica[] {
    const { world, random, lost } = this;
    const whole = replicas.filter(({ replicaId, records }) => records.length > 0 && !lost.has(replicaId));
    if (whole.length > 0 && world.strikes('corruptRow', random)) {
      const { replicaId, records } = random.pick(whole);
      const from = random.drawInt(records.length);
      const gone = records.slice(from, from + 3);
      lost.set(replicaId, new Set(gone));
      watch.damaged(gone, records);
    }
    return replicas.map((each) => {
      const gone = lost.get(each.replicaId);
      if (!gone) return each;
      return { ...each, records: each.records.filter((record) => !gone.has(record)), isDamaged: true };
    });
  }

  private run<T>(life: Life, what: 'load' | 'archive', work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.world.clock.after(this.random.between(0, 4), () => {
        if (!life.alive) return;
        if (what === 'load' && this.world.strikes('loadFailed', this.random))
          reject(new StorageError({ kind: 'lost', reason: 'simulated' }));
        else resolve(work());
      });
    });
  }

  private append(
    life: Life,
    watch: DiskWatch,
    records: readonly LogRecord[],
    work: () => Promise<void>,
  ): Promise<void> {
    const { world, random } = this;
    return new Promise((resolve, reject) => {
      const fail = (kind: 'quota' | 'lost') => {
        watch.answered();
        reject(new StorageError({ kind, reason: 'simulated' }));
      };
      const answer = (isReported: boolean) =>
        world.clock.after(random.between(0, 8), () => {
          if (!life.alive) return;
          if (world.strikes('crashAfterWrite', random)) return watch.crash();
          if (!isReported) return fail('lost');
          watch.answered();
          resolve();
        });
      const ms = random.chance(0.1) ? random.drawInt(400) : random.between(1, 8);
      // IndexedDB runs overlapping transactions in the order in which they were created.
      this.busyUntil = Math.max(world.clock.now + ms, this.busyUntil);
      world.clock.after(this.busyUntil - world.clock.now, () => {
        if (!life.alive) return;
        if (world.strikes('crashBeforeWrite', random)) return watch.crash();
        if (world.strikes('writeQuota', random)) return fail('quota');
        if (world.strikes('writeAborted', random)) return fail('lost');
        const isReported = !world.strikes('writeStoredButFailed', random);
        void work();
        watch.stored(records, isReported);
        answer(isReported);
      });
    });
  }
}
