// @module-tag long
import { describe, expect, test } from 'vitest';
import type { AnyEvent } from '#events/cart/registry.ts';
import { logOf } from '#events/records/log.ts';
import { readLogFile, writeLogFile } from '#events/records/log-file.ts';
import { redactorOf, redactRecords } from '#events/records/redact.ts';
import type { LogHeader, LogRecord } from '#events/records/records.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readOn, type Reading } from '#projections/merge/reading.ts';
import { viewJson, type ViewJson } from '#projections/merge/view-json.ts';
import { add, renote, tea } from '#tests/projections/given.ts';
import { expectSame } from './expect-same.ts';
import { logHeader, logRecords } from './log-records.ts';
import { phoneLog } from './phone-logs.ts';
import { forAll, manyRunsTime, runs } from './for-all.ts';
import { headerOf } from '#tests/log-files.ts';

const header = headerOf();

function viewsOf(records: readonly LogRecord[]): ViewJson[] {
  let reading: Reading = emptyReading;
  return records.map((record) => {
    reading = readOn(reading, [record]);
    return viewJson(reading.merged.view);
  });
}

/** What a reader of the exported file has. */
function readBack(header: LogHeader, records: readonly LogRecord[]): readonly LogRecord[] {
  const result = readLogFile(writeLogFile(header, records));
  if (!result.ok || result.file.skipped.length > 0) throw new Error(JSON.stringify(result));
  return result.file.records;
}

/** Every text in `value` under one of these names, in the order of the fields. */
function textsOf(value: unknown, names: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    names.includes(name) && typeof each === 'string' ? [each] : textsOf(each, names),
  );
}

function plainViewOf(records: readonly LogRecord[]): ViewJson {
  const log = logOf(records);
  return viewJson(cartView(log));
}

/** What the logs must have had in them, or they prove little. */
const everythingThatHappens = [
  'accepted',
  'an event came twice',
  'an event of a later program',
  'carts of a plain server',
  'events of an event-aware server',
  'held events',
  'lines with notes',
  'rejected what was shown',
  'settled events left out',
  'the cart shrank to nothing',
];

function whatHappened(records: readonly LogRecord[], shown: readonly ViewJson[]): string[] {
  const ids = new Set<string>();
  return records.flatMap((record, index) => {
    const [before, after] = [shown[index - 1], shown[index]!];
    const happened = (what: string, did: boolean) => (did ? [what] : []);
    const cartShrank = (before?.carts.length ?? 0) > 0 && after.carts.length === 0;
    const inAll = [
      ...happened('held events', after.waiting.length > 0),
      ...happened(
        'lines with notes',
        after.carts.some(({ lines }) => lines.some(({ notes }) => notes !== '')),
      ),
      ...happened('the cart shrank to nothing', cartShrank),
      ...happened('accepted', 'accepted' in record),
    ];
    if ('rejected' in record)
      return [
        ...inAll,
        ...happened('rejected what was shown', JSON.stringify(before?.carts) !== JSON.stringify(after.carts)),
      ];
    if ('snapshot' in record) {
      const { userCarts, events = [], covers } = record.snapshot;
      return [
        ...inAll,
        ...happened('carts of a plain server', userCarts.length > 0),
        ...happened('events of an event-aware server', events.length > 0),
        ...happened('settled events left out', userCarts.length === 0 && Object.keys(covers).length > 0),
      ];
    }
    if (!('event' in record)) return inAll;
    const { id } = record.event;
    const isRepeated = ids.has(id);
    ids.add(id);
    return [
      ...inAll,
      ...happened('an event came twice', isRepeated),
      ...happened('an event of a later program', id.startsWith('later:')),
    ];
  });
}

describe('L4: an export without names and free notes', () => {
  test(
    'L3, L4: replayed, an export shows what the phone showed at every step, redacted or not',
    manyRunsTime,
    () => {
      const met = new Set<string>();
      forAll(phoneLog, (records) => {
        const shown = viewsOf(records);
        const exported = readBack(header, records);
        expectSame(viewsOf(exported), shown);
        expectSame(viewsOf(readBack(header, redactRecords(header, records))), shown.map(redactorOf(header)));
        // The plain reading agrees with the engine that the phone shows its cart by.
        exported.forEach((_, index) => {
          if (index % 5 === 0) expectSame(plainViewOf(exported.slice(0, index + 1)), shown[index]);
        });
        for (const what of whatHappened(records, shown)) met.add(what);
      });
      expect([...met].sort()).toEqual(everythingThatHappens);
    },
  );

  test('shows the same at every step, whatever is in the log', () => {
    let lines = 0;
    forAll(logHeader, logRecords, (header, records) => {
      const shown = viewsOf(records);
      const redacted = readBack(header, redactRecords(header, records));
      expectSame(viewsOf(redacted), shown.map(redactorOf(header)));
      lines += shown.at(-1)?.carts.length ?? 0;
    });
    expect(lines).toBeGreaterThan(runs.numRuns / 10);
  });

  test('equal texts stay equal, different ones different, the empty one empty', () => {
    forAll(logHeader, logRecords, (header, records) => {
      const redacted = redactRecords(header, records);
      for (const name of ['userName', 'notes']) {
        const [texts, placeholders] = [textsOf(records, [name]), textsOf(redacted, [name])];
        expect(placeholders).toHaveLength(texts.length);
        const pairs = new Set(texts.map((text, index) => JSON.stringify([text, placeholders[index]])));
        expect(pairs.size).toBe(new Set(texts).size);
        expect(pairs.size).toBe(new Set(placeholders).size);
        texts.forEach((text, index) => expect(placeholders[index] === '').toBe(text === ''));
      }
    });
  });

  test('nothing but names and notes changes, and the file is one that can be read', () => {
    const withoutTexts = (value: unknown) =>
      JSON.stringify(value, (name, each: unknown) => (name === 'userName' || name === 'notes' ? 0 : each));
    forAll(logHeader, logRecords, (header, records) => {
      const redacted = redactRecords(header, records);
      expect(withoutTexts(redacted)).toBe(withoutTexts(records));
      expect(readLogFile(writeLogFile(header, redacted))).toMatchObject({
        ok: true,
        file: { skipped: [] },
      });
    });
  });

  test('nothing of what was typed is left: items, new notes, snapshots, types of later programs', () => {
    const secret = { ...tea, notes: 'for Zoe' };
    const named = { userName: 'Zoe' };
    const giftOfLater: AnyEvent = Object.assign(add('rb:1', secret, 1), {
      type: 'gift',
      data: { to: named },
    });
    const records: LogRecord[] = [
      { t: 0, from: 'local', event: { ...add('ra:1', secret, 1), ...named } },
      { t: 0, from: 'local', event: { ...renote('ra:2', 'ra:1', secret, 'Zoe’s'), ...named } },
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
      redactorOf({ ...header, sessionId, replicaId })({ notes: 'no ice', userName: 'no ice' });
    expect(redact('s1', 'ra')).toEqual(redact('s1', 'rb'));
    expect(redact('s1', 'ra')).not.toEqual(redact('s2', 'ra'));
    const { notes, userName } = redact('s1', 'ra');
    expect(notes).not.toBe(userName);
  });
});
