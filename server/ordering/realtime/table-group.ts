import { createAliasRole } from '#server/platform/hub/roles.ts';

/** Names that are safe in a role: without dots and wildcards. */
const groupPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** The group has the name of the session, so that earlier diners of a table do not receive messages of later ones. */
export function createTableGroup(sessionId: string): string {
  const group = `t-${sessionId}`;
  if (!groupPattern.test(group)) throw new RangeError(`invalid name of a group: ${group}`);
  return group;
}

export function createStaffGroup(merchantId: string): string {
  const group = `s-${merchantId}`;
  if (!groupPattern.test(group)) throw new RangeError(`invalid name of a group: ${group}`);
  return group;
}

/** Returns the session of a table's group, or the restaurant of a group of the staff. */
export function readGroup(group: string): { readonly sessionId: string } | { readonly merchantId: string } {
  const name = group.slice(2);
  return group.startsWith('s-') ? { merchantId: name } : { sessionId: name };
}

/** A phone may join, leave and send to the group of its own table only. */
export function listRoles(group: string): string[] {
  return [joinRole(group), `webpubsub.sendToGroup.${group}`];
}

function joinRole(group: string): string {
  return `webpubsub.joinLeaveGroup.${group}`;
}

/**
 * The rights in a phone's token. Some phones of other makers join the group by the table id, not by its name.
 *
 * - This project's hub treats the table id as another name of the session's group.
 * - In Azure a group is only a name, and two restaurants may have the same table id. There the token itself puts the
 *   connection into the session's group. The phone may also join the table id, which has no effect: no token allows to
 *   send to it. Such a phone receives the messages of its table, but cannot send any.
 */
export function createTableAccess(
  group: string,
  tableIds: readonly string[],
  { isEmbedded }: { readonly isEmbedded: boolean },
): { readonly roles: string[]; readonly groups?: string[] } {
  const roles = listRoles(group);
  if (isEmbedded) return { roles: [...roles, ...tableIds.map((id) => createAliasRole(group, id))] };
  // A table id that looks like a group's name, or contains a wildcard, would open another group.
  const harmless = tableIds.filter((id) => groupPattern.test(id) && !/^[st]-/.test(id));
  return { roles: [...roles, ...harmless.map(joinRole)], groups: [group] };
}
