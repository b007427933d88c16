import type { LogRecord } from '#events/records.ts';
import type { CartStorage, LogKey, ReplicaState, Replacement } from './storage/cart-storage.ts';

export interface LogWriterOptions {
  readonly storage: CartStorage;
  readonly log: LogKey;
  /** Whose rows are written. */
  readonly rowsOf: string;
  /** How many records these rows hold already. */
  readonly stored: number;
  /** G2: from so many settled events on it pays to write the rows anew. */
  readonly summaryAfter: number;
  readonly now: () => number;
  /** The state after everything that was put. */
  readonly state: () => ReplicaState;
  /** G2: the log in short, without what is settled. */
  readonly summary: () => LogRecord[];
  /** Something has reached the disk. */
  readonly written: () => void;
  /** The disk failed: from here on the log has to go on elsewhere. */
  readonly failed: () => void;
}

/** Brings records to the disk: in order, one transaction at a time. */
export interface LogWriter {
  put(records: readonly LogRecord[]): void;
  /** These own events stand in rows already, whoever wrote them. */
  note(records: readonly LogRecord[]): void;
  /** Of an own event. */
  isOnDisk(id: string): boolean;
  /** Forgets what is not written yet; the next batch takes the place of all rows before. */
  replaceAll(reason: Replacement): void;
  /** The same with rows of another replica, in another storage, of which nothing is written yet. */
  moveTo(storage: CartStorage, rowsOf: string): void;
  /** G2: so many events more have left the memory; when they are many, the rows are summed up as well. */
  settled(events: number): void;
  /** Writes what is there, and the state. */
  save(): Promise<void>;
  /** Everything so far is written. */
  flushed(): Promise<void>;
}

export function createLogWriter(options: LogWriterOptions): LogWriter {
  const { log, summaryAfter, now, state, summary, written, failed } = options;
  let { storage, rowsOf, stored } = options;
  let queue: LogRecord[] = [];
  let isStateNew = false;
  let replaces: Replacement | undefined;
  let settledEvents = 0;
  let writing: Promise<void> | undefined;
  const onDisk = new Set<string>();

  const note = (records: readonly LogRecord[]) => {
    for (const record of records)
      if ('event' in record && record.from === 'local') onDisk.add(record.event.id);
  };

  const isWaiting = () => queue.length > 0 || isStateNew || settledEvents >= summaryAfter;

  const writeQueue = async () => {
    const batch = { index: stored, at: now(), records: queue, state: state(), replaces };
    stored += queue.length;
    queue = [];
    replaces = undefined;
    isStateNew = false;
    try {
      await storage.append(log, rowsOf, batch);
    } catch (error) {
      console.warn('cart storage failed, the cart goes on in memory', error);
      failed();
    }
    note(batch.records);
    written();
  };

  // Crash or failure: the old rows stand, and say the same.
  const sumUp = async () => {
    settledEvents = 0;
    const records = summary();
    const before = stored;
    try {
      await storage.append(log, rowsOf, {
        index: 0,
        at: now(),
        records,
        state: state(),
        replaces: { why: 'settled' },
      });
      if (stored === before) stored = records.length;
      onDisk.clear();
      note(records);
    } catch (error) {
      console.warn('cart storage: settled events could not be archived', error);
    }
  };

  const run = async () => {
    while (isWaiting()) {
      if (queue.length > 0 || isStateNew) await writeQueue();
      else await sumUp();
    }
  };

  const start = (): Promise<void> => {
    writing ??= run().finally(() => {
      writing = undefined;
      if (isWaiting()) void start();
    });
    return writing;
  };

  return {
    put(records) {
      queue.push(...records);
    },
    note,
    isOnDisk: (id) => onDisk.has(id),
    replaceAll(reason) {
      queue = [];
      stored = 0;
      replaces = reason;
    },
    moveTo(to, replicaId) {
      storage = to;
      rowsOf = replicaId;
      queue = [];
      stored = 0;
    },
    settled(events) {
      settledEvents += events;
    },
    save() {
      isStateNew = true;
      return start();
    },
    async flushed() {
      while (writing || isWaiting()) await start();
    },
  };
}
