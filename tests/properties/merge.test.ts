// @module-tag long
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CartEvent } from '#events/cart/registry.ts';
import { compareStamps, createNextStamp, receive, type Stamp } from '#events/log/clock.ts';
import { append, emptyLog } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { hashView, convertViewToJson } from '#projections/merge/view-json.ts';
import { history } from './histories.ts';
import { forAll, runs } from './for-all.ts';

function viewOf(events: readonly CartEvent[]) {
  let log = emptyLog;
  for (const event of events) log = append(log, [{ t: 0, from: 'peer', event }]).log;
  return projectCartView(log);
}

const shuffledHistory = history.chain((events) =>
  fc.record({
    events: fc.constant(events),
    order: fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
    again: fc.subarray(events),
  }),
);

test('V1–V6, E6: order of delivery and duplicates change nothing', () => {
  forAll(shuffledHistory, ({ events, order, again }) => {
    expect(convertViewToJson(viewOf([...order, ...again]))).toEqual(convertViewToJson(viewOf(events)));
  });
});

test('V1: a partial log shows only complete events, and names the blocked ones', () => {
  fc.assert(
    fc.property(history.chain((events) => fc.subarray(events)), (part) => {
      const { known, blocked } = viewOf(part);
      const shown = Object.values(known).reduce((sum, seq) => sum + seq, 0);
      expect(shown + blocked.length).toBe(part.length);
    }),
    runs,
  ); // prettier-ignore
});

test('V5b: quantities in the view are never below 1', () => {
  forAll(history, (events) => {
    for (const { lines } of viewOf(events).carts)
      for (const { quantity } of lines) expect(quantity).toBeGreaterThanOrEqual(1);
  });
});

test('V3: an add without a clear that has seen it, a decrease or an edit is in the cart', () => {
  forAll(history, (events) => {
    const clears = events.filter((event) => event.type === 'cartCleared');
    const view = viewOf(events);
    for (const event of events) {
      if (event.type !== 'itemAdded') continue;
      const [replica, seq] = event.id.split(':') as [string, string];
      if (clears.some(({ seen }) => (seen[replica] ?? 0) >= Number(seq))) continue;
      const changed = events.some(
        (other) =>
          (other.type === 'itemDecreased' || other.type === 'notesEdited') &&
          other.userId === event.userId &&
          other.item.productId === event.item.productId,
      );
      if (changed) continue;
      const lines = view.carts.find(({ userId }) => userId === event.userId)?.lines ?? [];
      expect(lines.some(({ item }) => item.productId === event.item.productId)).toBe(true);
    }
  });
});

test('G5: equal views have equal digests, and different decisions different ones', () => {
  forAll(history, history, (one, other) => {
    const [a, b] = [viewOf(one), viewOf(other)];
    const toComparable = (view: typeof a) => {
      const { known: _known, waiting: _waiting, ...rest } = convertViewToJson(view);
      return JSON.stringify(rest);
    };
    expect(hashView(a) === hashView(b)).toBe(toComparable(a) === toComparable(b));
  });
});

test('T3: the stamps of one replica increase whatever the wall clock does', () => {
  const jump = fc.record({
    now: fc.nat(10_000_000),
    received: fc.option(fc.tuple(fc.nat(10_000_000), fc.nat(5))),
  });
  forAll(fc.array(jump, { minLength: 2 }), (jumps) => {
    let last: Stamp = [0, 0];
    for (const { now, received } of jumps) {
      if (received) last = receive(last, received, now);
      const next = createNextStamp(last, now);
      expect(compareStamps(next, last)).toBeGreaterThan(0);
      last = next;
    }
  });
});
