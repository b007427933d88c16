import { describe, expect, test } from 'vitest';
import type { LogHeader, ServiceLine } from '#events/records/log-file.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { Label } from '#projections/replay/placeholders.ts';
import { replayAll } from '#projections/replay/replay.ts';
import { parseHeader } from '#tests/log-files.ts';
import { add, clear, createDecrease, noodles, tea } from '#tests/projections/given.ts';
import { isFollowed, findNextPosition, type Follow } from '#src/features/support/viewer/logs/follow.ts';
import { playFrom } from '#src/features/support/viewer/time/use-player.ts';
import type { ReadLog } from '#src/features/support/viewer/logs/read-log.ts';
import {
  createFateLookups,
  listPositions,
  listService,
  noFilter,
} from '#src/features/support/viewer/records/record-filter.ts';
import {
  countRecordsAt,
  findMoment,
  findPosition,
  groupLogsByTable,
} from '#src/features/support/viewer/logs/table-of-logs.ts';
import { hashOf, placeIn } from '#src/features/support/viewer/time/use-moment.ts';

const createHeader = (replicaId: string, more: Partial<LogHeader> = {}) =>
  parseHeader({ replicaId, ...more });
const logOf = (name: string, records: LogRecord[], more: Partial<LogHeader> = {}): ReadLog => ({
  name,
  header: createHeader(name, more),
  records,
  service: [],
  replay: replayAll(records),
  mistakes: [],
  skipped: [],
});
const createPeerRecord = (t: number, event: Extract<LogRecord, { event: unknown }>['event']): LogRecord => ({
  t,
  from: 'peer',
  event,
});

const labelWord = ({ kind, number }: Label) => `${kind} ${number}`;

const teas = add('ra:1', tea, 2);
const clearing = clear('rb:1', 'table', { ra: 1 }, { userId: 'u2' });
const late = createDecrease('ra:2', 'ra:1', tea, 1, { seen: { ra: 1 } });
const others = add('rb:2', noodles, 1, { userId: 'u2', seen: { ra: 1, rb: 1 } });
const a = logOf('a', [
  createPeerRecord(10, teas),
  createPeerRecord(30, clearing),
  createPeerRecord(40, late),
  createPeerRecord(60, others),
]);
const b = logOf('b', [
  createPeerRecord(20, teas),
  createPeerRecord(25, clearing),
  createPeerRecord(50, others),
]);
const table = groupLogsByTable([a, b], a.header, labelWord);
const lineOfTea: Follow = { kind: 'line', userId: 'u1', ids: ['ra:1'], item: tea };

describe('a place on the axis', () => {
  test('is named by the log and its record, whatever else is open', () => {
    expect(findPosition(table, 'b', 2)).toBe(3);
    expect(findPosition(groupLogsByTable([b], b.header, labelWord), 'b', 2)).toBe(2);
    expect(findPosition(table, 'b', 9)).toBeUndefined();
    expect(findMoment(table, 3)).toMatchObject({ phone: { key: 'b', letter: 'B' }, step: { number: 2 } });
    expect(countRecordsAt(table, 4)).toEqual([2, 2]);
  });

  test.each(['start', 'end', { key: 'r/1 ü', number: 45 }] as const)('%j survives in an address', (place) =>
    expect(placeIn(hashOf(place))).toEqual(place),
  );

  test.each(['', '#at=', '#at=x', '#x=1', '#at=a/b'])('an invalid address %j leads to the end', (hash) =>
    expect(placeIn(hash)).toBe('end'),
  );

  test('S1: logs of another session are apart, two exports of a phone are next to each other', () => {
    const foreign = logOf('c', b.records as LogRecord[], { tableId: '8' });
    const { phones, elsewhere } = groupLogsByTable(
      [a, foreign, { ...a, name: 'again' }],
      a.header,
      labelWord,
    );
    expect(phones.map(({ key }) => key)).toEqual(['a', 'a~2']);
    expect(elsewhere).toMatchObject([{ log: { name: 'c' }, field: 'tableId', theirs: '8', mine: '7' }]);
  });
});

describe('jumping', () => {
  test('through the changes of a line: also the removal that ended it, and late events', () => {
    const places = [];
    for (
      let at = findNextPosition(table, lineOfTea, 0, 1);
      at !== undefined;
      at = findNextPosition(table, lineOfTea, at, 1)
    )
      places.push(at);
    expect(places).toEqual([1, 2, 3, 4, 5]);
    expect(findNextPosition(table, lineOfTea, 7, -1)).toBe(5);
  });

  test('through those of a diner, and through divergences', () => {
    expect(findNextPosition(table, { kind: 'diner', userId: 'u2' }, 4, 1)).toBe(6);
    expect(findNextPosition(table, { kind: 'divergences' }, 0, 1)).toBe(1);
    expect(findNextPosition(table, { kind: 'divergences' }, 1, 1)).toBe(3);
    expect(findNextPosition(table, { kind: 'divergences' }, 1, -1)).toBeUndefined();
  });

  test('a record of another diner’s line does not belong to this one', () =>
    expect(isFollowed(lineOfTea, b.replay.steps[2]!)).toBe(false));
});

test('playing follows the table’s time, without long pauses', () => {
  const axis = [0, 100, 200, 600_000].map((t, index) => ({ phone: 0, index, t }));
  expect(playFrom(axis, 0, 0)).toEqual({ position: 1, left: 0 });
  expect(playFrom(axis, 1, 150)).toEqual({ position: 2, left: 50 });
  expect(playFrom(axis, 3, 4_000)).toEqual({ position: 4, left: 0 });
});

test('records by kind, by words, by line', () => {
  const fates = createFateLookups(table);
  const getText = () => 'Iced tea';
  const listShown = (more: object) => listPositions(table, { ...noFilter, ...more }, fates, getText);
  expect(listShown({})).toHaveLength(7);
  expect(listShown({ kind: 'removed' })).toEqual([1, 2]);
  expect(listShown({ kind: 'nothing' })).toEqual([5]);
  expect(listShown({ search: 'ICED  te' })).toHaveLength(7);
  expect(listShown({ search: 'coffee' })).toEqual([]);
  expect(listShown({ of: lineOfTea })).toEqual([1, 2, 3, 4, 5]);
});

// A4
describe('fulfilment events', () => {
  const act = (id: string, at: number, type: string, by: object): ServiceLine['record'] => ({
    t: at,
    from: 'server',
    service: { id, at, actId: id, type, by } as ServiceLine['record']['service'],
  });
  const service = [
    act('desk:1', 25, 'helpAsked', { kind: 'diner', name: '', userId: 'u2' }),
    act('desk:2', 70, 'orderReopened', { kind: 'staff', name: 'name-0123456789abcdef' }),
  ].map((record): ServiceLine => ({ after: 0, record }));
  const withService = { ...a, service };
  const joined = groupLogsByTable([withService, b, { ...withService, name: 'twice' }], a.header, labelWord);
  const listFoundIds = (more: object) =>
    listService(joined, { ...noFilter, ...more }, ({ event }) => event.type).map(({ event: { id } }) => id);

  test('are at their time, each once, whichever exports have them', () => {
    expect(joined.service.map(({ at, event: { id } }) => [id, at])).toEqual([
      ['desk:1', 4],
      ['desk:2', joined.axis.length],
    ]);
    expect(joined.label(joined.service[1]!.event.by.name)).toBe('staff 1');
  });

  test('are found by kind, by words and by their diner, and are no records of the cart', () => {
    expect(listFoundIds({})).toEqual(['desk:1', 'desk:2']);
    expect(listFoundIds({ kind: 'service' })).toEqual(['desk:1', 'desk:2']);
    expect(listFoundIds({ kind: 'rejected' })).toEqual([]);
    expect(listFoundIds({ search: 'reopened' })).toEqual(['desk:2']);
    expect(listFoundIds({ of: { kind: 'diner', userId: 'u2' } })).toEqual(['desk:1']);
    expect(
      listPositions(joined, { ...noFilter, kind: 'service' }, createFateLookups(joined), () => ''),
    ).toEqual([]);
  });
});
