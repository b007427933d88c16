import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Input, Moment } from '#sync/ports/input.ts';
import { createRecorder } from '#client/recording/recorder.ts';
import { createIdbRunStorage, type RunKey, type RunStorage } from '#client/storage/indexeddb-runs.ts';
import { createIdbStorage } from '#client/storage/indexeddb-storage.ts';
import { emptyClaim, usualFacts } from '#testing/phones/stepped-phone.ts';
import { batch, record } from '#tests/client/storage/checks.ts';

vi.stubGlobal('IDBKeyRange', IDBKeyRange);
afterEach(() => void vi.restoreAllMocks());

const { log } = usualFacts;
const moment: Moment = { now: 1, uptime: 1, chance: 0.5, id: 'm1', looking: true };
const opened = { opened: { facts: usualFacts, claim: emptyClaim, moment } };
const createInput = (kind: 'wake' | 'flush' | 'close'): { input: Input; moment: Moment } => ({
  input: { kind },
  moment,
});
const createKey = (at: number, replicaId = 'r1'): RunKey => ({ at, log, replicaId });

/** Timers that fire when the test says so. */
function createTimers() {
  const waiting: { ms: number; work: () => void }[] = [];
  return {
    timer: (ms: number, work: () => void) => {
      const planned = { ms, work };
      waiting.push(planned);
      return () => void (waiting.includes(planned) && waiting.splice(waiting.indexOf(planned), 1));
    },
    waits: () => waiting.map(({ ms }) => ms),
    runOut: () => waiting.splice(0).forEach(({ work }) => work()),
  };
}

/** A storage that keeps the kinds of the lines of each batch. */
function createWatchedStorage(fails: (batch: number) => boolean = () => false) {
  const batches: [index: number, kinds: string[]][] = [];
  const storage: RunStorage = {
    append: async (_, index, lines) => {
      if (fails(index)) throw new DOMException('full', 'QuotaExceededError');
      const kinds = lines.map((line) => {
        const { input } = JSON.parse(line) as { input?: Input };
        return input?.kind ?? 'opened';
      });
      batches.push([index, kinds]);
    },
    loadRuns: async () => [],
    close: () => {},
  };
  return { batches, storage };
}

/** A createRecorder that has written its opening. */
function startRecording(fails?: (batch: number) => boolean) {
  const { batches, storage } = createWatchedStorage(fails);
  const time = createTimers();
  const row = createRecorder(createKey(1), time, storage);
  row(opened);
  return { batches, time, row };
}

const waitForWrite = () => new Promise((resolve) => setImmediate(resolve));

describe('the recorder', () => {
  test('writes the opening at once, and the rest once a second', async () => {
    const { batches, time, row } = startRecording();
    await waitForWrite();
    expect(batches).toEqual([[0, ['opened']]]);
    row(createInput('wake'));
    row(createInput('wake'));
    expect(time.waits()).toEqual([1_000]);
    time.runOut();
    row(createInput('wake'));
    expect(time.waits()).toEqual([1_000]);
    await waitForWrite();
    expect(batches.slice(1)).toEqual([[1, ['wake', 'wake']]]);
  });

  test.each(['flush', 'close'] as const)('G3: writes everything at once on %s', async (kind) => {
    const { batches, time, row } = startRecording();
    row(createInput('wake'));
    row(createInput(kind));
    expect(time.waits()).toEqual([]);
    await waitForWrite();
    expect(batches).toEqual([[0, ['opened']], [1, ['wake', kind]]]);
  }); // prettier-ignore

  test('stops recording with one warning after a failed write', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { batches, time, row } = startRecording((index) => index === 1);
    row(createInput('flush'));
    row(createInput('flush'));
    await waitForWrite();
    row(createInput('flush'));
    time.runOut();
    await waitForWrite();
    expect(batches).toEqual([[0, ['opened']]]);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test('stops at a value that is not JSON, and never stops the cart', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { row } = startRecording();
    const odd = { kind: 'stored', batch: 1n, ok: true } as unknown as Input;
    expect(() => row({ input: odd, moment })).not.toThrow();
    row(createInput('wake'));
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('runs in the browser’s database', () => {
  test('are read line by line, oldest first, and the last three stay', async () => {
    const runs = createIdbRunStorage(() => factory);
    const factory = new IDBFactory();
    for (const at of [10, 30, 20, 40]) {
      await runs.append(createKey(at), 0, [`open ${at}`]);
      await runs.append(createKey(at), 1, ['a', 'b']);
    }
    expect(await runs.loadRuns()).toEqual(
      [20, 30, 40].map((at) => ({ ...createKey(at), lines: [`open ${at}`, 'a', 'b'] })),
    );
  });

  test('are separate for two tabs of one moment; eleven batches keep their order', async () => {
    const factory = new IDBFactory();
    const runs = createIdbRunStorage(() => factory);
    for (let index = 0; index < 11; index += 1) await runs.append(createKey(1, 'r2'), index, [`${index}`]);
    await runs.append(createKey(1, 'r1'), 0, ['x']);
    expect(
      (await runs.loadRuns()).map(({ replicaId, lines }) => [replicaId, lines.length, lines.at(-1)]),
    ).toEqual([
      ['r1', 1, 'x'],
      ['r2', 11, '10'],
    ]);
  });

  test('omit parts after a gap, or without a beginning', async () => {
    const factory = new IDBFactory();
    const runs = createIdbRunStorage(() => factory);
    await runs.append(createKey(1), 0, ['a']);
    await runs.append(createKey(1), 2, ['c']);
    await runs.append(createKey(2), 1, ['b']);
    expect(await runs.loadRuns()).toEqual([{ ...createKey(1), lines: ['a'] }]);
  });

  test('G2: are deleted first on a full disk, and after seven days', async () => {
    const factory = new IDBFactory();
    const runs = createIdbRunStorage(() => factory);
    vi.spyOn(console, 'warn').mockReturnValue();
    await runs.append(createKey(1), 0, ['a']);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await createIdbStorage(() => factory).append(log, 'r1', batch({ records: [record(1)] }));
    expect(await runs.loadRuns()).toEqual([]);

    const dayMs = 24 * 3_600_000;
    await runs.append(createKey(1), 0, ['a']);
    await runs.append(createKey(2 * dayMs), 0, ['b']);
    await createIdbStorage(() => factory).append(log, 'r1', batch({ at: 8 * dayMs, records: [record(1)] }));
    // The storage removes old runs in a later transaction.
    await vi.waitFor(async () => expect(await runs.loadRuns()).toHaveLength(1));
    expect((await runs.loadRuns())[0]?.lines).toEqual(['b']);
  });
});
