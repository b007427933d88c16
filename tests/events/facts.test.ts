import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { append, emptyLog, isUnanswered } from '#events/records/log.ts';
import type { Snapshot } from '#events/records/records.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { add, createLog, noodles, formatLines, tea, type Fact } from '#tests/projections/given.ts';
import { history } from '#tests/properties/histories.ts';
import { forAll } from '#tests/properties/for-all.ts';

const snapshot = (version: number, more: Partial<Snapshot> = {}): Fact => ({
  snapshot: { version, covers: {}, userCarts: [], ...more },
});

test('E6: of two events with the same id the first one’s content stays, whatever record has the second', () => {
  const first = add('ra:1', tea, 1);
  const second = add('ra:1', noodles, 5);
  for (const again of [second, snapshot(1, { events: [second] })]) {
    const log = createLog(first, again);
    expect(log.entries.get('ra:1')!.event).toBe(first);
    expect(formatLines(log)).toEqual(['u1: 1 × Iced tea (ra:1)']);
  }
});

test('F1: the snapshot with the highest version counts, whenever it arrived; of equal ones the later', () => {
  expect(projectCartView(createLog(snapshot(9, { guests: 2 }), snapshot(10, { guests: 3 }))).guests).toBe(3);
  expect(projectCartView(createLog(snapshot(10, { guests: 3 }), snapshot(9, { guests: 2 }))).guests).toBe(3);
  expect(projectCartView(createLog(snapshot(9, { guests: 2 }), snapshot(9, { guests: 3 }))).guests).toBe(3);
});

test('F3: an acceptance changes what is pending, and never what is shown', () => {
  forAll(history, fc.nat(40), fc.nat(99), (events, count, version) => {
    let log = emptyLog;
    for (const event of events) log = append(log, [{ t: 0, from: 'local', event }]).log;
    const before = convertViewToJson(projectCartView(log));
    const [taken, pending] = [events.slice(0, count), events.slice(count)];
    log = append(log, [{ t: 0, from: 'server', accepted: { ids: taken.map(({ id }) => id), version } }]).log;
    expect(convertViewToJson(projectCartView(log))).toEqual(before);
    for (const { id } of taken) expect(isUnanswered(log, id)).toBe(false);
    for (const { id } of pending) expect(isUnanswered(log, id)).toBe(true);
  });
});
