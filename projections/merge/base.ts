/**
 * Handles the carts of a snapshot server: a server that sends whole carts instead of events.
 *
 * Its snapshot is the base on which the phone's later events are applied. Such a server does not know which events a
 * removal had seen. A removal therefore takes a diner's base as a whole, or leaves it as a whole (V4).
 */
import type { Knowledge } from '#events/records/log.ts';
import { reach } from '#events/log/version-vector.ts';
import { isInScope, type RemovalEntry } from './removals.ts';
import { isLineEvent, type Lines } from './line-fold.ts';

/** Returns the lines of the snapshot by user. */
export function listBaseLines(knowledge: Knowledge): ReadonlyMap<string, Lines> {
  const byUser = new Map<string, Lines>();
  for (const { userId, lines } of knowledge.snapshot?.userCarts ?? []) {
    const more = lines
      .filter(({ quantity }) => quantity > 0)
      .map(({ lineId, aliases = [], item, quantity }) => ({
        lineId,
        aliases,
        item,
        quantity,
        fromBase: true,
      }));
    byUser.set(userId, [...(byUser.get(userId) ?? []), ...more]);
  }
  return byUser;
}

/**
 * Returns whether a removal takes a diner's base. It does not if the snapshot has an event of that diner which the
 * removal had not seen: such a base is newer than the removal.
 */
export function createBaseCheck(knowledge: Knowledge): (removal: RemovalEntry, userId: string) => boolean {
  let newest: ReadonlyMap<string, ReadonlyMap<string, number>> | undefined;
  return ({ upcast: removal }, userId) => {
    if (!isInScope(removal, userId)) return false;
    const covered = (newest ??= mapNewestCovered(knowledge)).get(userId) ?? [];
    return [...covered].every(([replica, seq]) => seq <= reach(removal.seen, replica));
  };
}

/** By user and replica, the number of the last item event that the snapshot covers and that was not rejected. */
function mapNewestCovered({ covers, entries, rejected }: Knowledge): Map<string, Map<string, number>> {
  const byUser = new Map<string, Map<string, number>>();
  for (const { event, upcast, replicaId, seq } of entries.values()) {
    if (!upcast || !isLineEvent(upcast) || seq > reach(covers, replicaId) || rejected.has(event.id)) continue;
    const newest = byUser.get(upcast.userId) ?? new Map<string, number>();
    byUser.set(upcast.userId, newest.set(replicaId, Math.max(newest.get(replicaId) ?? 0, seq)));
  }
  return byUser;
}
