import type { Knowledge, LogEntry } from '#events/log.ts';
import type { Rejected } from '#events/records.ts';
import { cartView, type CartView } from '#projections/cart-view.ts';
import {
  comparePlaces,
  placeOf,
  standsBeforeAll,
  type Checkpoint,
  type Place,
} from '#projections/checkpoint.ts';

/** A view that was folded, and the place of its last event. */
export interface Folded {
  readonly view: CartView;
  readonly last: Place;
}

/** What came after a view was folded. */
export interface News {
  readonly entries: readonly LogEntry[];
  readonly rejected: ReadonlyMap<string, Rejected['code']>;
}

/**
 * The view with the news, folded on from what it was: F4 for a checkpoint that is nowhere stored. Undefined where the news
 * do not all count after it; then everything is folded anew.
 */
export function foldOn({ view, last }: Folded, { entries, rejected }: News): CartView | undefined {
  const covers = view.known;
  if (view.waiting.length > 0 || !standsBeforeAll({ covers, last }, entries)) return undefined;
  const { guests, orderType, lastOrderId, carts: userCarts } = view;
  const checkpoint: Checkpoint = {
    version: 0,
    covers,
    userCarts,
    guests,
    orderType,
    lastOrderId,
    // The news sort after all that set a value before.
    guestsAt: null,
    orderTypeAt: null,
    lastOrderAt: null,
    last,
    settled: {},
    unsettled: 0,
    lastOrderSeq: 0,
  };
  const knowledge: Knowledge = {
    snapshot: checkpoint,
    covers,
    joinedCovers: {},
    entries: new Map(entries.map((entry) => [entry.event.id, entry])),
    rejected,
    accepted: new Map(),
    local: new Set(),
  };
  return cartView(knowledge);
}

/** The later one of a place and those of the entries; undefined when there is none. */
export function lastPlace(before: Place | undefined, entries: Iterable<LogEntry>): Place | undefined {
  let last = before;
  for (const entry of entries) {
    const place = placeOf(entry);
    if (!last || comparePlaces(place, last) > 0) last = place;
  }
  return last;
}
