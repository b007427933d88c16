// @module-tag long
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventSchema } from '#events/cart/registry.ts';
import { compareStamps, maxCounter, createNextStamp } from '#events/log/clock.ts';
import { logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { projectCartView, type CartView } from '#projections/merge/cart-view.ts';
import { hashView } from '#projections/merge/view-json.ts';
import { anyEvent, noId, records } from './adversarial-records.ts';
import { toFullJson } from './everything-of.ts';
import { forAll } from './for-all.ts';

function viewOf(all: readonly LogRecord[]): CartView {
  return projectCartView(logOf(all));
}

test('V1–V6: the set of events decides the view, not the order of delivery', () => {
  const once = records
    .map((all) => {
      // The first content of an id and the later of two equal versions stay (E6, F1).
      const seen = new Set<string | number>();
      const isNew = (key: string | number) => !seen.has(key) && seen.add(key).size > 0;
      return all.flatMap((record): LogRecord[] => {
        if ('event' in record) return isNew(record.event.id) ? [record] : [];
        if (!('snapshot' in record)) return [record];
        if (!isNew(record.snapshot.version)) return [];
        const events = record.snapshot.events?.filter((event) => isNew(event.id));
        return [{ ...record, snapshot: { ...record.snapshot, events } }];
      });
    })
    .chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
  forAll(once, ([all, shuffled]) => {
    expect(toFullJson(viewOf(shuffled))).toEqual(toFullJson(viewOf(all)));
    expect(hashView(viewOf(shuffled))).toBe(hashView(viewOf(all)));
  });
});

test('V1: the known events have no gap, and no event is known before those that its author had seen', () => {
  forAll(records, (all) => {
    const log = logOf(all);
    const { known, blocked } = projectCartView(log);
    const covers = new Map(Object.entries(log.covers));
    const reach = new Map(Object.entries(known));
    for (const [replicaId, last] of reach) {
      for (let n = (covers.get(replicaId) ?? 0) + 1; n <= last; n += 1) {
        const id = `${replicaId}:${n}`;
        const entry = log.entries.get(id);
        expect(log.rejected.has(id) || entry !== undefined).toBe(true);
        if (log.rejected.has(id)) continue;
        for (const [other, needed] of Object.entries(entry!.event.seen))
          expect(reach.get(other) ?? 0).toBeGreaterThanOrEqual(needed);
      }
    }
    for (const { event, replicaId, seq: n } of log.entries.values()) {
      const isWaiting = n > (reach.get(replicaId) ?? 0) && !log.rejected.has(event.id);
      expect(blocked.includes(event.id)).toBe(isWaiting);
    }
  });
});

test('T3: after any received stamp comes a later one that every reader parses as a number', () => {
  const far = fc.oneof(fc.nat(3), fc.constantFrom(maxCounter - 1, maxCounter, Number.MAX_SAFE_INTEGER));
  forAll(fc.tuple(fc.nat(3), far), fc.nat(3), (last, now) => {
    const next = createNextStamp(last, now);
    expect(compareStamps(next, last)).toBeGreaterThan(0);
    expect(next[1]).toBeLessThanOrEqual(maxCounter);
  });
});

test('T2: a text that is no event id is rejected on input', () => {
  forAll(anyEvent, noId, (event, text) => {
    expect(z.safeParse(eventSchema, event).success).toBe(true);
    const vector: unknown = JSON.parse('{"__proto__":1}');
    expect(z.safeParse(eventSchema, { ...event, seen: vector }).success).toBe(false);
    expect(z.safeParse(eventSchema, { ...event, id: text }).success).toBe(false);
  });
});
