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
  return [`webpubsub.joinLeaveGroup.${group}`, `webpubsub.sendToGroup.${group}`];
}
