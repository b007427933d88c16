import { aliasRole } from '#server/platform/hub/roles.ts';

/** Names that are safe in a role: no dots, no wildcards. */
const groupPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** D23: the group is named by the session, so that the last party hears nothing of the next one. */
export function tableGroup(sessionId: string): string {
  const group = `t-${sessionId}`;
  if (!groupPattern.test(group)) throw new RangeError(`no name for a group: ${group}`);
  return group;
}

export function staffGroup(merchantId: string): string {
  const group = `s-${merchantId}`;
  if (!groupPattern.test(group)) throw new RangeError(`no name for a group: ${group}`);
  return group;
}

/** A phone joins, leaves and speaks to its own table's group, and to no other. */
export function rolesFor(group: string): string[] {
  return [joinRole(group), `webpubsub.sendToGroup.${group}`];
}

function joinRole(group: string): string {
  return `webpubsub.joinLeaveGroup.${group}`;
}

/**
 * What a phone's token holds, so that a phone that knows nothing but its table id can join the group by that name.
 *
 * - A hub of ours takes the table id as another name of the session's group: whoever uses it hears and says the same.
 * - In Azure a group is only a name, and two restaurants may have a table of the same id. There the token alone puts
 *   the connection in the session's group. Joining the table id is allowed and does nothing, because nobody, the
 *   server included, may publish to it: the phone hears its own table, and its own messages are refused.
 */
export function tableAccess(
  group: string,
  tableIds: readonly string[],
  { knowsAliases }: { readonly knowsAliases: boolean },
): { readonly roles: string[]; readonly groups?: string[] } {
  const roles = rolesFor(group);
  if (knowsAliases) return { roles: [...roles, ...tableIds.map((id) => aliasRole(group, id))] };
  // A table id that looks like a name of ours, or has a wildcard in it, would open somebody else's group.
  const harmless = tableIds.filter((id) => groupPattern.test(id) && !/^[st]-/.test(id));
  return { roles: [...roles, ...harmless.map(joinRole)], groups: [group] };
}
