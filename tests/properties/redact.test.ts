import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyEvent } from '#events/catalogue.ts';
import { createLog } from '#events/log.ts';
import { readLogFile, writeLogFile } from '#events/log-file.ts';
import { redactorOf, redactRecords } from '#events/redact.ts';
import type { LogHeader, LogRecord } from '#events/records.ts';
import { cartView } from '#projections/cart-view.ts';
import { LiveView } from '#projections/live-view.ts';
import { viewJson, type ViewJson } from '#projections/view-json.ts';
import { add, renote, tea } from '#tests/projections/given.ts';
import { history, runs } from './histories.ts';
import { logHeader, logRecords } from './log-records.ts';

const header: LogHeader = {
  format: 'cart-log',
  version: 1,
  merchantId: '1001',
  tableId: '7',
  sessionId: 's1',
  replicaId: 'ra',
  exportedAt: 0,
};

function viewsOf(records: readonly LogRecord[]): ViewJson[] {
  const log = createLog();
  const live = new LiveView(log);
  return records.map((record) => {
    live.learn(log.append(record));
    return viewJson(live.view);
  });
}

/** A table's history, with the diners' names and, halfway, the carts of a plain server. */
const namedHistory = history.map((events): LogRecord[] => {
  const records = events.map((event): LogRecord => {
    const userName = event.userId === 'u1' ? 'Ann' : 'Ben';
    return { t: 0, from: 'peer', event: { ...event, userName } };
  });
  const half = Math.ceil(records.length / 2);
  const log = createLog();
  for (const record of records.slice(0, half)) log.append(record);
  const { known, carts } = cartView(log);
  const userCarts = carts.map(({ userId, lines }) => ({
    userId,
    userName: 'Ann',
    lines: lines.map(({ lineId, aliases, item, quantity }) => ({ lineId, aliases, item, quantity })),
  }));
  return records.toSpliced(half, 0, {
    t: 0,
    from: 'server',
    snapshot: { version: 1, covers: known, userCarts },
  });
});

/** Every text in `value` under one of these names, in the order of the fields. */
function textsOf(value: unknown, names: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    names.includes(name) && typeof each === 'string' ? [each] : textsOf(each, names),
  );
}

describe('L4: an export without names and free notes', () => {
  test('shows the same at every step, with the placeholders in the view', () => {
    fc.assert(
      fc.property(namedHistory, (records) => {
        const redact = redactorOf(header);
        expect(viewsOf(redactRecords(header, records))).toEqual(viewsOf(records).map(redact));
      }),
      runs,
    );
  });

  test('shows the same at every step, whatever is in the log', () => {
    fc.assert(
      fc.property(logHeader, logRecords, (header, records) => {
        expect(viewsOf(redactRecords(header, records))).toEqual(viewsOf(records).map(redactorOf(header)));
      }),
      runs,
    );
  });

  test('equal texts stay equal, different ones different, the empty one empty', () => {
    fc.assert(
      fc.property(logHeader, logRecords, (header, records) => {
        const redacted = redactRecords(header, records);
        for (const name of ['userName', 'notes']) {
          const [texts, placeholders] = [textsOf(records, [name]), textsOf(redacted, [name])];
          expect(placeholders).toHaveLength(texts.length);
          const pairs = new Set(texts.map((text, index) => JSON.stringify([text, placeholders[index]])));
          expect(pairs.size).toBe(new Set(texts).size);
          expect(pairs.size).toBe(new Set(placeholders).size);
          texts.forEach((text, index) => expect(placeholders[index] === '').toBe(text === ''));
        }
      }),
      runs,
    );
  });

  test('nothing but names and notes changes, and the file is one that can be read', () => {
    const withoutTexts = (value: unknown) =>
      JSON.stringify(value, (name, each: unknown) => (name === 'userName' || name === 'notes' ? 0 : each));
    fc.assert(
      fc.property(logHeader, logRecords, (header, records) => {
        const redacted = redactRecords(header, records);
        expect(withoutTexts(redacted)).toBe(withoutTexts(records));
        expect(readLogFile(writeLogFile(header, redacted))).toMatchObject({
          ok: true,
          file: { skipped: [] },
        });
      }),
      runs,
    );
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
