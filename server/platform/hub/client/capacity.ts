import type { HubLimits } from '../limits.ts';
import type { Registry } from '../registry.ts';
import { findTableOfRoles } from '../roles.ts';
import type { ClientGrant } from '../tokens.ts';
import type { UserLimits } from './rate-limits.ts';

interface CapacityDeps {
  readonly registry: Registry;
  readonly limits: HubLimits;
  readonly userLimitsOf: (user: string | undefined) => UserLimits;
}

/**
 * Checks that the hub has room for another session of this user and table. If the user has too many sessions, one that
 * waits for recovery makes room: a reloaded page leaves such a session behind.
 *
 * A token that names its groups belongs to a staff screen. Places are reserved for these, so that diners cannot lock
 * the staff out.
 *
 * @returns false if the hub must refuse the connection
 */
export function claimCapacity(
  hubName: string,
  { userId, groups, roles }: ClientGrant,
  { registry, limits, userLimitsOf }: CapacityDeps,
): boolean {
  const { maxConnections, maxConnectionsPerUser, maxConnectionsPerTable, reservedConnections } = limits;
  if (groups.length > 0) return registry.countSessions() < maxConnections + reservedConnections;
  if (registry.countSessions() >= maxConnections) return false;
  const hub = hubName.toLowerCase();
  const table = findTableOfRoles(roles);
  if (table !== undefined && registry.countSessionsOfTable(hub, table) >= maxConnectionsPerTable)
    return false;
  if (userId === undefined) return true;
  const own = registry.listOfUser(hub, userId);
  const isFull = own.length >= maxConnectionsPerUser;
  const abandoned = isFull ? own.find((session) => session.isWaiting()) : undefined;
  if (isFull && !abandoned) return false;
  if (!userLimitsOf(`${hub}/${userId}`).allowConnect()) return false;
  abandoned?.end(1000, 'replaced by a newer connection of its user');
  return true;
}
