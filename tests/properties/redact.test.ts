// @module-tag long
import { describe, expect, test } from 'vitest';
import type { AnyEvent } from '#events/cart/registry.ts';
import { logOf } from '#events/records/log.ts';
import { type LogHeader, readLogFile, writeLogFile } from '#events/records/log-file.ts';
import { createRedactor, redactRecords } from '#events/records/redact.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readMore, type Reading } from '#projections/merge/reading.ts';
import { convertViewToJson, type ViewJson } from '#projections/merge/view-json.ts';
import { add, createNotesEdit, tea } from '#tests/projections/given.ts';
import { expectSame } from './expect-same.ts';
import { logHeader, logRecords } from './log-records.ts';
import { phoneLog } from './phone-logs.ts';
import { forAll, manyRunsTime, runs } from './for-all.ts';
import { parseHeader } from '#tests/log-files.ts';

const header = parseHeader();

function listViews(records: readonly LogRecord[]): ViewJson[] {
  let reading: Reading = emptyReading;
  return records.map((record) => {
    reading = readMore(reading, [record]);
    return convertViewToJson(reading.merged.view);
  });
}

/** The records that a reader of the exported file has. */
function readBack(header: LogHeader, records: readonly LogRecord[]): readonly LogRecord[] {
  const result = readLogFile(writeLogFile(header, records));
  if (!result.ok || result.file.skipped.length > 0) throw new Error(JSON.stringify(result));
  return result.file.records;
}

/** Every text in `value` under one of these names, in the order of the fields. */
function collectTexts(value: unknown, names: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    names.includes(name) && typeof each === 'string' ? [each] : collectTexts(each, names),
  );
}

function toPlainView(records: readonly LogRecord[]): ViewJson {
  const log = logOf(records);
  return convertViewToJson(projectCartView(log));
}

interface Shown {
  readonly record: LogRecord;
  readonly before: ViewJson | undefined;
  readonly after: ViewJson;
  readonly isRepeated: boolean;
}

const hasSnapshot = ({ record }: Shown, has: (snapshot: Snapshot) => boolean) =>
  'snapshot' in record && has(record.snapshot);

/** Each must have happened in some log. Otherwise the logs prove little. */
const everythingThatHappens: Readonly<Record<string, (shown: Shown) => boolean>> = {
  accepted: ({ record }) => 'accepted' in record,
  'an event came twice': ({ isRepeated }) => isRepeated,
  'an event of a later program': ({ record }) => 'event' in record && record.event.id.startsWith('later:'),
  'carts of a snapshot server': (shown) => hasSnapshot(shown, ({ userCarts }) => userCarts.length > 0),
  'events of an event server': (shown) => hasSnapshot(shown, ({ events = [] }) => events.length > 0),
  'held events': ({ after }) => after.waiting.length > 0,
  'lines with notes': ({ after }) => after.carts.some(({ lines }) => lines.some(({ notes }) => notes !== '')),
  'a shown event was rejected': ({ record, before, after }) =>
    'rejected' in record && JSON.stringify(before?.carts) !== JSON.stringify(after.carts),
  'stable events left out': (shown) =>
    hasSnapshot(shown, ({ userCarts, covers }) => userCarts.length === 0 && Object.keys(covers).length > 0),
  'the cart became empty': ({ before, after }) => (before?.carts.length ?? 0) > 0 && after.carts.length === 0,
};

function describeEvents(records: readonly LogRecord[], views: readonly ViewJson[]): string[] {
  const ids = new Set<string>();
  return records.flatMap((record, index) => {
    const id = 'event' in record ? record.event.id : '';
    const shown = { record, before: views[index - 1], after: views[index]!, isRepeated: ids.has(id) };
    if (id !== '') ids.add(id);
    return Object.keys(everythingThatHappens).filter((what) => everythingThatHappens[what]!(shown));
  });
}

describe('L4: an export without names and free notes', () => {
  test(
    'L3, L4: replayed, an export shows what the phone showed at every step, redacted or not',
    manyRunsTime,
    () => {
      const met = new Set<string>();
      forAll(phoneLog, (records) => {
        const shown = listViews(records);
        const exported = readBack(header, records);
        expectSame(listViews(exported), shown);
        expectSame(
          listViews(readBack(header, redactRecords(header, records))),
          shown.map(createRedactor(header)),
        );
        // The plain reading agrees with the engine that the phone shows its cart by.
        exported.forEach((_, index) => {
          if (index % 5 === 0) expectSame(toPlainView(exported.slice(0, index + 1)), shown[index]);
        });
        for (const what of describeEvents(records, shown)) met.add(what);
      });
      expect([...met].sort()).toEqual(Object.keys(everythingThatHappens).sort());
    },
  );

  test('shows the same at every step, whatever the log contains', () => {
    let lines = 0;
    forAll(logHeader, logRecords, (header, records) => {
      const shown = listViews(records);
      const redacted = readBack(header, redactRecords(header, records));
      expectSame(listViews(redacted), shown.map(createRedactor(header)));
      lines += shown.at(-1)?.carts.length ?? 0;
    });
    expect(lines).toBeGreaterThan(runs.numRuns / 10);
  });

  test('equal texts stay equal, different ones different, the empty one empty', () => {
    forAll(logHeader, logRecords, (header, records) => {
      const redacted = redactRecords(header, records);
      for (const name of ['userName', 'notes']) {
        const [texts, placeholders] = [collectTexts(records, [name]), collectTexts(redacted, [name])];
        expect(placeholders).toHaveLength(texts.length);
        const pairs = new Set(texts.map((text, index) => JSON.stringify([text, placeholders[index]])));
        expect(pairs.size).toBe(new Set(texts).size);
        expect(pairs.size).toBe(new Set(placeholders).size);
        texts.forEach((text, index) => expect(placeholders[index] === '').toBe(text === ''));
      }
    });
  });

  test('only names and notes change, and the file stays readable', () => {
    const removeTexts = (value: unknown) =>
      JSON.stringify(value, (name, each: unknown) => (name === 'userName' || name === 'notes' ? 0 : each));
    forAll(logHeader, logRecords, (header, records) => {
      const redacted = redactRecords(header, records);
      expect(removeTexts(redacted)).toBe(removeTexts(records));
      expect(readLogFile(writeLogFile(header, redacted))).toMatchObject({
        ok: true,
        file: { skipped: [] },
      });
    });
  });

  test('no typed text is left: items, new notes, snapshots, types of later programs', () => {
    const secret = { ...tea, notes: 'for Zoe' };
    const named = { userName: 'Zoe' };
    const giftOfLater: AnyEvent = Object.assign(add('rb:1', secret, 1), {
      type: 'gift',
      data: { to: named },
    });
    const records: LogRecord[] = [
      { t: 0, from: 'local', event: { ...add('ra:1', secret, 1), ...named } },
      { t: 0, from: 'local', event: { ...createNotesEdit('ra:2', 'ra:1', secret, 'Zoe’s'), ...named } },
      {
        t: 0,
        from: 'server',
        snapshot: {
          version: 1,
          covers: {},
          userCarts: [{ userId: 'u1', lines: [{ lineId: '1', item: secret, quantity: 1 }] }],
          events: [giftOfLater],
        },
      },
    ];
    const text = writeLogFile(header, redactRecords(header, records));
    expect(text).not.toContain('Zoe');
    expect(text).toContain('Iced tea');
  });

  test('phones of one table redact alike, so that their logs can be joined; other sessions do not', () => {
    const redact = (sessionId: string, replicaId: string) =>
      createRedactor({ ...header, sessionId, replicaId })({ notes: 'no ice', userName: 'no ice' });
    expect(redact('s1', 'ra')).toEqual(redact('s1', 'rb'));
    expect(redact('s1', 'ra')).not.toEqual(redact('s2', 'ra'));
    const { notes, userName } = redact('s1', 'ra');
    expect(notes).not.toBe(userName);
  });
});
