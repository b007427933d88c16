import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLogFile } from '#events/log-file.ts';
import { append, emptyLog } from '#events/log.ts';
import type { LogRecord, Snapshot } from '#events/records.ts';
import { cartView } from '#projections/cart-view.ts';
import { emptyReading, readOn, type Reading } from '#projections/reading.ts';
import { viewJson } from '#projections/view-json.ts';
import { history, runs } from './histories.ts';

/** After every record the incremental view and the plain reading say the same. */
function expectSameAtEveryStep(records: readonly LogRecord[]): void {
  let reading: Reading = emptyReading;
  for (const record of records) {
    reading = readOn(reading, [record]);
    expect(viewJson(reading.merged.view)).toEqual(viewJson(cartView(reading.log)));
  }
}

const folder = new URL('../vectors/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && !name.includes('.expected.'));

test.each(names)('G1: incremental = plain at every record of %s', (name) => {
  const result = readLogFile(readFileSync(new URL(name, folder), 'utf8'));
  if (!result.ok) throw new Error(name);
  expectSameAtEveryStep(result.file.records);
});

/** A history in any order, with duplicates, rejections and snapshots of both kinds of servers in between. */
const arrivals = history.chain((events) =>
  fc
    .record({
      order: fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
      inOrder: fc.boolean(),
      rejected: fc.subarray(events, { maxLength: Math.min(3, events.length) }),
      at: fc.array(fc.nat(events.length), { minLength: 8, maxLength: 8 }),
      carts: fc.boolean(),
      covered: fc.nat(events.length),
    })
    .map(({ order, inOrder, rejected, at, carts, covered }) => {
      const source = inOrder ? events : order;
      const records: LogRecord[] = source.map((event) => ({ t: 0, from: 'peer', event }));
      const put = (index: number, record: LogRecord) =>
        records.splice(Math.min(at[index]!, records.length), 0, record);
      rejected.forEach(({ id }, index) =>
        put(index, { t: 0, from: 'server', rejected: { ids: [id], code: 'no' } }),
      );
      let log = emptyLog;
      for (const event of events.slice(0, covered)) log = append(log, [{ t: 0, from: 'peer', event }]).log;
      const view = cartView(log);
      const base: Snapshot = { version: 1, covers: {}, userCarts: [], events: source.slice(0, 2) };
      put(4, { t: 0, from: 'server', snapshot: base });
      put(5, { t: 0, from: 'server', snapshot: { ...base, version: 2, events: source.slice(0, 4) } });
      if (carts) {
        const userCarts = view.carts.map(({ userId, lines }) => ({
          userId,
          lines: lines.map(({ lineId, aliases, item, quantity }) => ({ lineId, aliases, item, quantity })),
        }));
        const snapshot = {
          version: 3,
          covers: view.known,
          userCarts,
          guests: 7,
          guestsAt: [1_010, 0, 'r1'] as const,
        };
        put(6, { t: 0, from: 'server', snapshot });
      }
      return records;
    }),
);

test('G1: incremental = plain at every step, whatever comes in', () => {
  fc.assert(fc.property(arrivals, expectSameAtEveryStep), runs);
});
