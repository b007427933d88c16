import type { Knowledge } from '#events/log.ts';
import { includes, reach, sameVector, type VersionVector } from '#events/version-vector.ts';
import { cartView } from './cart-view.ts';
import { checkpointIn, comparePlaces, placeOf, type Checkpoint, type Place } from './checkpoint.ts';
import { isCut } from './cuts.ts';
import { knownEvents } from './known.ts';
import { settledPrefix } from './settled.ts';
import { stampOfLast } from './value-stamps.ts';

/**
 * The checkpoint of everything in `knowledge`, which may stand on an earlier one. undefined: there is nothing to fold, or
 * an event that this program does not know may mean something to the next one (E7).
 *
 * @param newest what is settled in a newer state of the same table: it is known best there
 */
export function checkpointOf(
  knowledge: Knowledge,
  version: number,
  newest?: VersionVector,
): Checkpoint | undefined {
  const before = checkpointIn(knowledge);
  const { live } = knownEvents(knowledge);
  if (live.some(({ known }) => known === undefined)) return undefined;
  let last: Place | undefined = before?.last;
  let lastOrderSeq = before?.lastOrderSeq ?? 0;
  for (const entry of live) {
    const place = placeOf(entry);
    if (!last || comparePlaces(place, last) > 0) last = place;
    if (entry.known?.type === 'orderPlaced') lastOrderSeq = Math.max(lastOrderSeq, entry.seq);
  }
  if (!last) return undefined;
  const { known, carts, guests, orderType, lastOrderId } = cartView(knowledge);
  const settled = newest && includes(known, newest) ? newest : settledSince(knowledge);
  return {
    version,
    covers: known,
    userCarts: carts.map(({ userId, lines }) => ({
      userId,
      lines: lines.map(({ lineId, aliases, item, quantity }) => ({ lineId, aliases, item, quantity })),
    })),
    guests,
    guestsAt: stampOfLast(knowledge, 'guestsSet'),
    orderType,
    orderTypeAt: stampOfLast(knowledge, 'orderTypeSet'),
    lastOrderId,
    lastOrderAt: stampOfLast(knowledge, 'orderPlaced'),
    last,
    settled,
    unsettled: unsettledCount(knowledge, settled),
    lastOrderSeq,
  };
}

/**
 * How many accepted events are not settled.
 *
 * @param settled of this knowledge, as `settledSince` finds it
 */
export function unsettledCount(knowledge: Knowledge, settled: VersionVector): number {
  const checkpoint = checkpointIn(knowledge);
  const covers = checkpoint?.covers ?? {};
  const before = checkpoint && !includes(settled, covers) ? checkpoint.unsettled : 0;
  return [...knowledge.entries.values()].reduce(
    (count, { replicaId, seq }) =>
      seq > reach(covers, replicaId) && seq > reach(settled, replicaId) ? count + 1 : count,
    before,
  );
}

/**
 * F4, for knowledge that may stand on a checkpoint: what is settled for sure. Without the checkpoint's events that can be
 * less than `settledPrefix` finds, never more.
 */
export function settledSince(knowledge: Knowledge): VersionVector {
  const checkpoint = checkpointIn(knowledge);
  if (!checkpoint || sameVector(checkpoint.settled, checkpoint.covers)) return settledPrefix(knowledge);
  // A later cut has seen all of the checkpoint: with everybody in its scope nothing of it is left unsettled.
  const { live } = knownEvents(knowledge);
  const endsAll = live.some(
    ({ known }) => known && isCut(known) && (known.type === 'orderPlaced' || known.scope === 'table'),
  );
  return endsAll ? settledPrefix(knowledge) : checkpoint.settled;
}
