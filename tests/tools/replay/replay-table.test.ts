import { describe, expect, test } from 'vitest';
import type { LogRecord } from '#events/records/records.ts';
import { add, clear, createGuests, noodles, order, tea } from '#tests/projections/given.ts';
import { explainEvent } from '#tools/replay/why.ts';
import { formatReplay } from '#tools/replay/table.ts';
import { measureText, paintColoured, paintPlain } from '#tools/terminal/terminal-text.ts';
import { parseHeader, logAt } from '#tests/log-files.ts';

const header = parseHeader();

/** The rows of the table without its head, and the text below it. */
function replayRecords(records: readonly LogRecord[]) {
  const lines = formatReplay('log', { header, records }, paintPlain).split('\n');
  const end = lines.indexOf('');
  return { head: lines[2]!, rows: lines.slice(3, end), below: lines.slice(end + 1).join('\n') };
}

function replayFile(path: string) {
  return replayRecords(logAt(path).records);
}

const replayVector = (name: string) => replayFile(`tests/vectors/${name}.jsonl`);

describe('the effect of a record on the cart', () => {
  test.each<[example: string, record: number, effect: string]>([
    ['01-add-twice-same-key', 2, '+2 × Iced tea [31], now 3'],
    ['04-decrease-stops-at-zero', 2, '−1 × Iced tea [31], the line is gone'],
    ['04-decrease-stops-at-zero', 3, 'No effect: the line did not exist any more. (V5b)'],
    ['06-notes-split-and-join', 3, '−1 × Iced tea [31], the line is gone'],
    ['07-add-to-a-line-whose-notes-changed-meanwhile', 2, 'notes of Iced tea [31]: “” → “hot”'],
    ['10-clear-arrives-before-what-it-saw', 1, 'Blocked by ra:1, rc:1, which never arrived here. (V1)'],
    ['11-order-takes-what-it-saw', 3, 'order 9001 took 1 line; Nothing ordered → Order 9001'],
    ['14-event-waits-for-what-its-author-had-seen', 1, 'Blocked by ra:1, which never arrived here. (V1)'],
    [
      '22-unknown-type-with-seen-is-no-cut',
      2,
      'Kept, but shows nothing: this program does not know this type of event. (E7)',
    ],
    ['23-clear-that-sorts-before-what-it-voids', 2, '1 line cleared'],
    ['24-guests-unset', 2, '4 guests → Guests not set'],
    ['31-older-snapshot-comes-late', 3, 'Snapshot 5 already contains it. (F1)'],
    ['31-older-snapshot-comes-late', 2, 'nothing: this phone already had a newer snapshot (F1)'],
    ['35-snapshot-with-a-later-guest-count', 2, '4 guests → 6 guests'],
    [
      '42-same-id-with-other-content',
      2,
      'nothing: this phone already had an event with this id and other content (E6)',
    ],
    ['45-same-id-twice', 2, 'nothing: this phone already had the event (E6)'],
  ])('%s, record %s: %s', (name, record, effect) =>
    expect(replayVector(name).rows[record - 1]).toContain(effect),
  );

  test('an event that a removal had seen, and that arrives after it, is removed, with its rule', () => {
    const { rows } = replayRecords([
      { t: 1, from: 'peer', event: add('ra:1', tea, 1) },
      { t: 2, from: 'server', event: order('server:3', '9001', { ra: 2, server: 0 }, { at: 9 }) },
      { t: 3, from: 'peer', event: order('server:1', '8999', {}) },
      { t: 4, from: 'peer', event: order('server:2', '9000', {}) },
      { t: 5, from: 'peer', event: add('ra:2', noodles, 1) },
      { t: 6, from: 'peer', event: add('rb:1', noodles, 1, { userId: 'u2' }) },
      { t: 7, from: 'peer', event: clear('rb:2', 'user', {}, { userId: 'u2' }) },
    ]);
    expect(rows[1]).toContain('Blocked by ra:2, server:1, which never arrived here. (V1)');
    // The blocked removal becomes known, and takes both lines before the second one ever shows.
    expect(rows[4]).toContain(
      '−1 × Iced tea, the line is gone; Order 9000 → Order 9001; no longer blocked: server:3',
    );
    expect(rows[6]).toContain('1 line cleared');
  });

  test('an own event is pending, accepted since a version, or rejected with its code', () => {
    const { rows } = replayRecords([
      ...['ra:1', 'ra:2', 'ra:3'].map((id): LogRecord => ({
        t: 1,
        from: 'local',
        event: createGuests(id, 3),
      })),
      { t: 2, from: 'server', accepted: { ids: ['ra:1'], version: 12 } },
      { t: 2, from: 'server', rejected: { ids: ['ra:2'], code: 'alreadyOrdered' } },
    ]);
    expect(rows[0]).toContain('accepted, version 12');
    expect(rows[1]).toContain('rejected: alreadyOrdered');
    expect(rows[2]).toContain('pending');
  });

  test('diners are shown by their latest name, and by name and id if two have the same', () => {
    const createNamedRecord = (id: string, userId: string, userName: string, at: number): LogRecord => ({
      t: 1,
      from: 'peer',
      event: { ...add(id, tea, 1, { userId, at }), userName },
    });
    const { below } = replayRecords([
      createNamedRecord('ra:1', 'u1', 'A.', 1),
      createNamedRecord('ra:2', 'u1', 'Ann', 2),
      createNamedRecord('rb:1', 'u2', 'Sam', 1),
      createNamedRecord('rc:1', 'u3', 'Sam', 1),
      { t: 1, from: 'peer', event: add('rd:1', tea, 1, { userId: 'u4' }) },
    ]);
    for (const name of ['Ann\n', 'Sam (u2)\n', 'Sam (u3)\n', 'u4\n'])
      expect(below).toContain(`cart of ${name}`);
  });

  test('past midnight a row shows its day', () => {
    const midnight = Date.UTC(2025, 10, 21);
    const { rows } = replayRecords(
      [-1, 0, 1].map((more, index): LogRecord => {
        return { t: midnight + more, from: 'local', event: createGuests(`ra:${index + 1}`, index) };
      }),
    );
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain('23:59:59.999');
    expect(rows[1]!.trim()).toBe('2025-11-21');
  });

  test('many ids are summarised in a few words', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `ra:${index + 1}`);
    const { rows } = replayRecords([
      {
        t: 1,
        from: 'server',
        accepted: { ids: [...ids.slice(0, 99), 'rb:7', ...ids.slice(100)], version: 3 },
      },
      { t: 1, from: 'server', rejected: { ids: ['ra:2', 'ra:1'], code: 2025 } },
      { t: 1, from: 'server', rejected: { ids: ids.map((id) => id.replace(':', 'x:')), code: 2025 } },
    ]);
    expect(rows[0]).toContain('accepts ra:1…ra:99, ra:101…ra:200, rb:7 (200 ids), version 3');
    expect(rows[1]).toContain('rejects ra:2, ra:1 (2025)');
    expect(rows[2]).toContain('rejects rax:1…rax:200 (200 ids) (2025)');
  });

  test('an odd cell does not push the others out of view', () => {
    const { rows } = replayRecords([
      { t: 1, from: 'local', event: add('ra:1', { ...tea, notes: 'x'.repeat(5_000) }, 1) },
      { t: 1, from: 'server', accepted: { ids: ['ra:1'], version: 3 } },
    ]);
    expect(rows[0]!.length).toBeGreaterThan(5_000);
    expect(rows[1]!.length).toBeLessThan(200);
  });

  test('ends with the cart in words', () => {
    const { below } = replayFile('tests/golden/v1-event-aware-server.jsonl');
    expect(below.trimEnd()).toBe(
      [
        'cart of Ann',
        '  1 × Beef noodles “extra hot”',
        'cart of Ben',
        '  1 × Iced tea [Pearls] “少冰”',
        '4 guests · Dine in · Order 9001',
      ].join('\n'),
    );
    expect(formatReplay('log', { header, records: [] }, paintPlain)).toContain(
      'no records\n\nThe cart is empty.',
    );
  });
});

describe('in a terminal', () => {
  test('columns are aligned, with wide characters or not', () => {
    const { head, rows } = replayFile('tests/golden/v1-event-aware-server.jsonl');
    const column = measureText(head.slice(0, head.indexOf('effect')));
    for (const row of rows) {
      const effect = /(?:[+−]\d+ × |the cart stays|1 line cleared|Guests not|Order type not|notes of|Ann: −|Ben: \+|Kept, but|order 9001 took).*$/u.exec(row)!; // prettier-ignore
      expect(measureText(row.slice(0, effect.index)), row).toBe(column);
    }
  });

  test('colours come from the painter, and never change the text', () => {
    const records: LogRecord[] = [{ t: 1, from: 'local', event: add('ra:1', tea, 1) }];
    const painted = formatReplay('log', { header, records }, paintColoured);
    expect(painted).toContain('\u001b[32m+1 × Iced tea, now 1\u001b[39m');
    // oxlint-disable-next-line no-control-regex
    expect(painted.replace(/\u001b\[\d+m/g, '')).toBe(formatReplay('log', { header, records }, paintPlain));
  });

  test('text of a log moves no cursor and reverses nothing', () => {
    const event = {
      ...add('ra:1', { ...tea, name: 'x\u001b[31m', notes: '\u0007\u202e' }, 1),
      userName: '\u009b1m',
    };
    const table = formatReplay('log\u001b', { header: { ...header, tableId: '\u001b' }, records: [{ t: 1e300, from: 'peer', event }] }, paintPlain); // prettier-ignore
    // oxlint-disable-next-line no-control-regex
    expect(table).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
  });
});

test('for a long log the last rows are shown as in the whole table, and the others are counted', () => {
  const { header: of, records } = logAt('tests/golden/v1-event-aware-server.jsonl');
  const formatWords = (most?: number) =>
    formatReplay('log', { header: of, records }, paintPlain, most).split('\n').map((line) => line.replace(/ +/g, ' ').trim()); // prettier-ignore
  const [whole, end] = [formatWords(), formatWords(6)];
  expect(end[2]).toBe(`records 1 to ${records.length - 6} are not shown: --at ${records.length - 6} shows the end of those`); // prettier-ignore
  expect(end.slice(4)).toEqual(whole.slice(3 + records.length - 6));
});

test('O5: lines that an order left in the cart are named by the order, and by the reason for the line', () => {
  const path = 'tests/vectors/48-order-without-a-line-that-stays.jsonl';
  expect(replayFile(path).rows[3]).toContain('order 9001 is placed, and leaves rb:1 in the cart');
  const records = logAt(path).records.slice(0, 4);
  const explainLines = (id: string) => explainEvent(records, id)!.map((line) => line.trim());
  expect(explainLines('server:1')[1]).toBe(
    'It removes 2 events that its author had seen. It leaves rb:1 in the cart. (V3)',
  );
  expect(explainLines('rb:1')[1]).toMatch(/^It counts: .*The order server:1 left it in the cart\. \(V5a\)$/);
  expect(explainLines('rb:1')[2]).toContain('order 9001 is placed, and leaves rb:1 in the cart');
});

test.each<[vector: string, end: readonly string[]]>([
  [
    '04-decrease-stops-at-zero',
    ['The line is gone since record 2:', 'ra:2 12:00:00.001 U1 removes 1 × Iced tea [31]'],
  ],
  [
    '06-notes-split-and-join',
    ['The line is gone since record 3:', 'ra:3 12:00:00.002 U1 writes “no ice” on Iced tea [31]'],
  ],
  ['07-add-to-a-line-whose-notes-changed-meanwhile', []],
])('%s: if the line of an event is gone, its reason names the record that emptied it', (name, end) => {
  const { records } = logAt(`tests/vectors/${name}.jsonl`);
  const [, why, ...rest] = explainEvent(records, 'ra:1')!.map((line) => line.trim());
  expect(why).toBe('It counts: +1 × Iced tea [31], now 1 (V5a)');
  expect(rest).toEqual(end);
});
