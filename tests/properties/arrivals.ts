import * as fc from 'fast-check';
import type { CartEvent } from '#events/cart/registry.ts';
import { logOf } from '#events/records/log.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { table } from './served-tables.ts';

/** Some events as a phone heard them, with the facts that a server put between them. */
interface Circumstances {
  readonly order: readonly CartEvent[];
  readonly rejected: readonly CartEvent[];
  /** After how many records each fact comes. */
  readonly at: readonly number[];
  readonly carts: boolean;
  readonly plain: boolean | undefined;
  readonly covered: number;
}

/** A table in any order, orders that keep lines included, with rejections and snapshots of both kinds of servers. */
export const arrivals: fc.Arbitrary<LogRecord[]> = table.chain(({ events }) =>
  fc
    .record({
      order: fc.oneof(
        fc.constant(events),
        fc.constant(events.toReversed()),
        fc.shuffledSubarray([...events], { minLength: events.length }),
      ),
      rejected: fc.subarray([...events], { maxLength: Math.min(3, events.length) }),
      at: fc.array(fc.nat(events.length), { minLength: 8, maxLength: 8 }),
      carts: fc.boolean(),
      plain: fc.option(fc.boolean(), { nil: undefined }),
      covered: fc.nat(events.length),
    })
    .map((circumstances) => recordsOf(events, circumstances)),
);

function recordsOf(events: readonly CartEvent[], { order, rejected, at, ...more }: Circumstances) {
  const { carts, plain, covered } = more;
  const records: LogRecord[] = order.map((event) => ({ t: 0, from: 'peer', event }));
  const put = (index: number, record: LogRecord) =>
    records.splice(Math.min(at[index]!, records.length), 0, record);
  rejected.forEach(({ id }, index) =>
    put(index, { t: 0, from: 'server', rejected: { ids: [id], code: 'no' } }),
  );
  const base: Snapshot = { version: 1, covers: {}, userCarts: [], events: order.slice(0, 2) };
  put(4, { t: 0, from: 'server', snapshot: base });
  put(5, { t: 0, from: 'server', snapshot: { ...base, version: 2, events: order.slice(0, 4) } });
  const known: LogRecord[] = events.slice(0, covered).map((event) => ({ t: 0, from: 'peer', event }));
  const view = cartView(logOf(known));
  const userCarts = view.carts.map(({ userId, lines }) => ({
    userId,
    lines: lines.map(({ lineId, aliases, item, quantity }) => ({ lineId, aliases, item, quantity })),
  }));
  const snapshot = { version: 3, plain, covers: view.known, guests: 7, guestsAt: [1_010, 0, 'r1'] as const };
  put(6, { t: 0, from: 'server', snapshot: { ...snapshot, userCarts: carts ? userCarts : [] } });
  return records;
}
