import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { append, emptyLog, forgetCovered, logOf, type Log } from '#events/records/log.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { add, createFields, createLog, createGuests, tea } from '#tests/projections/given.ts';
import { logRecords } from '#tests/properties/log-records.ts';
import { forAll } from '#tests/properties/for-all.ts';

/** Everything that a log contains, as plain data. */
function toPlainLog({ entries, rejected, accepted, local, pending, ...rest }: Log) {
  const maps = [entries, rejected, accepted].map((map) => [...map].map(([id]) => [id, map.get(id)]));
  return { ...rest, maps, local: [...local], pending: [...pending], sizes: [entries.size, pending.size] };
}

test('a log is immutable: appending to it or to a later one does not change it', () => {
  forAll(logRecords, fc.nat(), (records, at) => {
    const versions = [emptyLog];
    for (const record of records) versions.push(append(versions.at(-1)!, [record]).log);
    const old = versions[at % versions.length]!;
    // Two branches grow from the same old log, and one forgets what is covered.
    const [left, right] = [records.slice(0, 3), records.toReversed()];
    const branches = [append(old, left).log, append(old, right).log];
    forgetCovered(old);
    versions.forEach((log, count) =>
      expect(toPlainLog(log)).toEqual(toPlainLog(logOf(records.slice(0, count)))),
    );
    const before = records.slice(0, at % versions.length);
    expect(toPlainLog(branches[0]!)).toEqual(toPlainLog(logOf([...before, ...left])));
    expect(toPlainLog(branches[1]!)).toEqual(toPlainLog(logOf([...before, ...right])));
  });
});

test('several records at once have the same effect as one by one', () => {
  forAll(logRecords, fc.nat(), (records, at) => {
    const before = logOf(records.slice(0, at % records.length));
    const news = records.slice(at % records.length);
    const whole = append(before, news);
    let log = before;
    const singles = news.map((record) => {
      const each = append(log, [record]);
      ({ log } = each);
      return each.news;
    });
    expect(toPlainLog(whole.log)).toEqual(toPlainLog(log));
    for (const kind of ['entries', 'rejected', 'accepted'] as const)
      expect(whole.news[kind]).toEqual(singles.flatMap((each) => each[kind] as readonly unknown[]));
    expect(whole.news.snapshot).toBe(singles.some(({ snapshot }) => snapshot));
  });
});

test('appending 10 000 records one by one costs about as much as all at once: the log is not copied', () => {
  const records = Array.from({ length: 10_000 }, (_, index): LogRecord => {
    return { t: 0, from: 'local', event: createGuests(`ra:${index + 1}`, 1) };
  });
  const start = performance.now();
  let log = emptyLog;
  for (const record of records) log = append(log, [record]).log;
  expect(log.pending.size).toBe(10_000);
  // Copying would take more than ten seconds.
  expect(performance.now() - start).toBeLessThan(1_000);
});

test('F1: a snapshot that covers more is news, even if it does not count', () => {
  const snapshot = (version: number, more: Partial<Snapshot> = {}): LogRecord => {
    return { t: 0, from: 'server', snapshot: { version, covers: {}, userCarts: [], ...more } };
  };
  const { log } = append(emptyLog, [snapshot(5, { covers: { ra: 2 } })]);
  expect(append(log, [snapshot(3, { covers: { ra: 1 } })]).news.snapshot).toBe(false);
  const older = append(log, [snapshot(3, { covers: { rb: 1 } })]);
  expect(older.news.snapshot).toBe(true);
  expect(older.log).toMatchObject({ snapshot: { version: 5 }, covers: { ra: 2, rb: 1 } });
});

test('F3: an own event that is read after its answer is not pending', () => {
  const accepted: LogRecord = { t: 0, from: 'server', accepted: { ids: ['ra:1'], version: 1 } };
  const rejected: LogRecord = { t: 0, from: 'server', rejected: { ids: ['ra:2'], code: 4000 } };
  const own = [1, 2, 3].map((seq): LogRecord => ({
    t: 0,
    from: 'local',
    event: createGuests(`ra:${seq}`, seq),
  }));
  expect([...logOf([accepted, rejected, ...own]).pending]).toEqual(['ra:3']);
});

test('G2, G3: an own event without an answer stays, whatever covers it', () => {
  const own = [1, 2, 3].map((seq): LogRecord => ({
    t: 0,
    from: 'local',
    event: createGuests(`ra:${seq}`, seq),
  }));
  const accepted: LogRecord = { t: 0, from: 'server', accepted: { ids: ['ra:2', 'ra:3'], version: 1 } };
  const snapshot: LogRecord = {
    t: 0,
    from: 'server',
    snapshot: { version: 1, covers: { ra: 3 }, userCarts: [] },
  };
  const { log, forgotten } = forgetCovered(logOf([...own, accepted, snapshot]));
  expect(forgotten).toBe(1);
  expect([...log.entries.keys()]).toEqual(['ra:1', 'ra:3']);
  expect([...log.pending]).toEqual(['ra:1']);
});

test('V4, G2: with snapshot carts the log keeps each diner’s last item, so that compaction does not change the view', () => {
  const userCarts = [{ userId: 'u2', lines: [{ lineId: '501', item: tea, quantity: 2 }] }];
  const events = [
    add('ra:1', tea, 1, { userId: 'u2' }),
    add('ra:2', tea, 1, { userId: 'u2' }),
    createGuests('ra:3', 4, { userId: 'u2' }),
  ];
  const log = createLog(...events, { snapshot: { version: 1, plain: true, covers: { ra: 3 }, userCarts } });
  const { log: left, forgotten } = forgetCovered(log);
  expect(forgotten).toBe(1);
  const removal = { ...createFields('rb:1', { seen: { ra: 1 } }), type: 'orderPlaced', orderId: 'o1' };
  const after = [log, left].map((each) => append(each, [{ t: 0, from: 'peer', event: removal }]).log);
  const [whole, short] = after.map((each) => convertViewToJson(projectCartView(each)));
  expect(short).toEqual(whole);
  expect(short!.carts).toHaveLength(1);
});
