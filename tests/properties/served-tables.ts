import * as fc from 'fast-check';
import type { CartEvent } from '#events/cart/registry.ts';
import { append, emptyLog, type Log } from '#events/records/log.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { findStablePrefix } from '#projections/merge/stable-prefix.ts';
import { syncOf } from '#server/ordering/cart/log/snapshot.ts';
import { history, longHistory } from './histories.ts';

export interface Table {
  /** In an order in which a server can accept them. */
  readonly events: readonly CartEvent[];
  readonly rejected: ReadonlySet<string>;
}

/** Histories in which some clears are orders, some orders keep lines, and the server rejects some events. */
export const table = createTable(history);
export const longTable = createTable(longHistory);

function createTable(histories: fc.Arbitrary<CartEvent[]>): fc.Arbitrary<Table> {
  const picks = fc.array(fc.nat(9), { minLength: 40, maxLength: 40 });
  return fc.record({ events: histories, picks }).map(({ events, picks }) => ({
    events: events.map((event, index) =>
      event.type === 'cartCleared' && event.scope === 'table' && picks[index]! < 5
        ? createPlacedOrder(
            event,
            picks[index]! < 3 ? events.filter((_, other) => picks[other]! % 2 === 0) : undefined,
          )
        : event,
    ),
    rejected: new Set(events.filter((_, index) => picks[index] === 9).map(({ id }) => id)),
  }));
}

function createPlacedOrder(
  { id, at, seen, userId }: CartEvent,
  kept: readonly CartEvent[] | undefined,
): CartEvent {
  const order = { id, at, seen, userId, type: 'orderPlaced', orderId: `order-${id}` } as const;
  return kept ? { ...order, kept: kept.map((event) => event.id) } : order;
}

/** The server's log of the table. */
export function createServerLog({ events, rejected }: Table): Log {
  let log = emptyLog;
  for (const event of events) {
    if (rejected.has(event.id))
      log = append(log, [{ t: 0, from: 'server', rejected: { ids: [event.id], code: 2025 } }]).log;
    else log = append(log, [{ t: 0, from: 'server', event }]).log;
  }
  return log;
}

/** An event server's answer to a phone that knows this. */
export const answerOf = (log: Log, known: VersionVector) =>
  syncOf(
    {
      sessionId: 's1',
      version: log.entries.size + log.rejected.size,
      knowledge: log,
      view: projectCartView(log),
      stable: findStablePrefix(log),
    },
    { known, now: 0 },
  );
