import { describe, expect, test } from 'vitest';
import type { CartEvent } from '#events/cart/registry.ts';
import type { LogRecord } from '#events/records/records.ts';
import { add, createGuests, noodles, tea } from '#tests/projections/given.ts';
import { mergeLogs, findDifferentPlace, type NamedLog } from '#tools/replay/merge/merge-logs.ts';
import { parseHeader } from '#tests/log-files.ts';

function logFile(path: string, records: readonly LogRecord[]): NamedLog {
  const header = parseHeader({ merchantId: '1', sessionId: 's' });
  return { path, file: { header, records, skipped: [] } };
}

const createRecord = (t: number, event: CartEvent): LogRecord => ({
  t,
  from: 'peer',
  event,
});

const teaOfAnn = add('ra:1', tea, 2);
const noodlesOfBen = add('rb:1', noodles, 1, { userId: 'u2' });

describe('the logs of several phones', () => {
  test.each([
    ['merchants', { merchantId: '2' }, '1 and 2'],
    ['tables', { tableId: '' }, '7 and (none)'],
    ['sessions', { sessionId: 's2' }, 's and s2'],
  ])('S1: of different %s are not joined', (what, more, names) => {
    const [a, b] = [logFile('a', []), logFile('b', [])];
    expect(findDifferentPlace([a, b])).toBeUndefined();
    const foreign = { ...b, file: { ...b.file, header: { ...b.file.header, ...more } } };
    expect(findDifferentPlace([a, foreign])).toBe(`a and b are of different ${what}, ${names}: not joined`);
  });

  test('share one time axis; within one log the order stays, whatever its clock did', () => {
    const a = logFile('a', [
      createRecord(10, teaOfAnn),
      createRecord(5, noodlesOfBen),
      createRecord(30, teaOfAnn),
    ]);
    const b = logFile('b', [createRecord(7, noodlesOfBen), createRecord(20, teaOfAnn)]);
    const { axis } = mergeLogs([a, b]);
    expect(axis.map(({ phone, step }) => `${phone.path}${step.number}`)).toEqual([
      'b1',
      'a1',
      'a2',
      'b2',
      'a3',
    ]);
  });

  test('the first difference: where, by which record, and what each log showed', () => {
    const a = logFile('a', [createRecord(10, teaOfAnn), createRecord(20, noodlesOfBen)]);
    const b = logFile('b', [createRecord(10, teaOfAnn), createRecord(40, noodlesOfBen)]);
    const { firstDifference, converged } = mergeLogs([a, b]);
    expect(firstDifference).toMatchObject({
      t: 20,
      file: 'a',
      record: 2,
      event: 'rb:1',
      sameKnowledge: false,
      difference: ['u2: +1 × Beef noodles, now 1'],
    });
    expect(firstDifference!.views.map(({ file, view }) => [file, view.carts.length])).toEqual([['a', 2], ['b', 1]]); // prettier-ignore
    expect(converged).toBe(true);
  });

  test('differences within one millisecond do not count', () => {
    const same = [createRecord(10, teaOfAnn), createRecord(10, noodlesOfBen)];
    const { firstDifference } = mergeLogs([logFile('a', same), logFile('b', same.toReversed())]);
    expect(firstDifference).toBeNull();
  });

  test('E6: different contents under one id are named, and never converge', () => {
    const a = logFile('a', [createRecord(10, teaOfAnn)]);
    const b = logFile('b', [createRecord(10, add('ra:1', tea, 3))]);
    expect(mergeLogs([a, b])).toMatchObject({
      converged: false,
      contradictions: ['ra:1'],
      firstDifference: { sameKnowledge: true },
    });
  });

  test('F1: of several snapshots the newest counts for all', () => {
    const snapshot = (t: number, version: number, events: CartEvent[], covers = {}): LogRecord => {
      return { t, from: 'server', snapshot: { version, covers, userCarts: [], events } };
    };
    const merged = mergeLogs([
      logFile('a', [snapshot(1, 3, [teaOfAnn], { ra: 1, rb: 1 })]),
      logFile('b', [snapshot(2, 2, [noodlesOfBen], { rb: 1 })]),
    ]);
    expect(merged.converged).toBe(true);
    expect(merged.view.known).toEqual({ ra: 1, rb: 1 });
  });

  describe('P2: at a snapshot server', () => {
    const createCartRecord = (t: number, version: number, quantity: number): LogRecord => {
      const lines = [{ lineId: '501', item: tea, quantity }];
      return {
        t,
        from: 'server',
        snapshot: { version, plain: true, covers: {}, userCarts: [{ userId: 'u1', lines }] },
      };
    };
    const mergeQuantities = (logs: NamedLog[]) => {
      const { view, converged } = mergeLogs(logs);
      expect(converged).toBe(true);
      return view.carts.map(({ userId, lines }) => [userId, lines.map((line) => line.quantity)]);
    };

    test('the latest cart counts, whatever number its phone gave it', () => {
      const logs = [logFile('a', [createCartRecord(1, 9, 2)]), logFile('b', [createCartRecord(2, 2, 5)])];
      expect(mergeQuantities(logs)).toEqual([['u1', [5]]]);
      expect(mergeQuantities(logs.toReversed())).toEqual([['u1', [5]]]);
    });

    test('it contains what another phone’s answers said before, with new changes on top', () => {
      const ben: LogRecord[] = [
        { t: 10, from: 'local', event: noodlesOfBen },
        { t: 20, from: 'server', accepted: { ids: ['rb:1'], version: 4 } },
      ];
      expect(mergeQuantities([logFile('a', [createCartRecord(30, 2, 5)]), logFile('b', ben)])).toEqual([
        ['u1', [5]],
      ]);
      expect(mergeQuantities([logFile('a', [createCartRecord(15, 2, 5)]), logFile('b', ben)])).toEqual([
        ['u1', [5]],
        ['u2', [1]],
      ]);
    });
  });

  test('guests are no line, but still a difference', () => {
    const { firstDifference } = mergeLogs([
      logFile('a', [{ t: 1, from: 'peer', event: createGuests('ra:1', 4) }]),
      logFile('b', []),
    ]);
    expect(firstDifference!.difference).toEqual(['Guests not set → 4 guests']);
  });
});
