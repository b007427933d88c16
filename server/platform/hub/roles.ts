/**
 * What a connection may do, from its token's roles and from REST grants. Names are literal: no wildcards.
 *
 * Beside the roles of the service this hub knows one of its own, `hub.alias.<group>.<name>`: the holder may call the
 * group by another name as well. The name means this group to its holder alone, so two tables may use the same one.
 */
export type Permission = 'joinLeaveGroup' | 'sendToGroup';

export type Permissions = ReturnType<typeof permissionsFromRoles>;

const permissionNames: readonly Permission[] = ['joinLeaveGroup', 'sendToGroup'];

export function isPermission(name: string): name is Permission {
  return permissionNames.some((known) => known === name);
}

/** `webpubsub.<permission>` or `webpubsub.<permission>.<group>`; unknown roles grant nothing. */
export function permissionsFromRoles(roles: readonly string[]) {
  const everywhere = new Set<Permission>();
  const named: Record<Permission, Set<string>> = { joinLeaveGroup: new Set(), sendToGroup: new Set() };
  const aliases = new Map(roles.flatMap(readAlias));
  const permissions = {
    /** The group that the connection means by this name. */
    groupNamed: (name: string): string => aliases.get(name) ?? name,
    allows: (permission: Permission, group: string): boolean =>
      everywhere.has(permission) || named[permission].has(group),
    allowsAll: (permission: Permission): boolean => everywhere.has(permission),
    /** Without `group`: for every group. */
    grant: (permission: Permission, group?: string): void => {
      if (group === undefined) everywhere.add(permission);
      else named[permission].add(group);
    },
    /** Without `group`: every grant of this permission. */
    revoke: (permission: Permission, group?: string): void => {
      if (group !== undefined) {
        named[permission].delete(group);
        return;
      }
      everywhere.delete(permission);
      named[permission].clear();
    },
  };
  for (const role of roles) grantRole(permissions, role);
  return permissions;
}

const aliasStart = 'hub.alias.';

/** @param group without a dot */
export function aliasRole(group: string, name: string): string {
  return `${aliasStart}${group}.${name}`;
}

/** Name and group of an alias role; nothing for other roles. */
function readAlias(role: string): [string, string][] {
  if (!role.startsWith(aliasStart)) return [];
  const [group = '', ...name] = role.slice(aliasStart.length).split('.');
  return [[name.join('.'), group]];
}

/** The group that a phone's token is for: its roles name no other. */
export function tableOfRoles(roles: readonly string[]): string | undefined {
  const joins = 'webpubsub.joinLeaveGroup.';
  const named = roles.filter((role) => role.startsWith(joins));
  return named.length === 1 ? named[0]!.slice(joins.length) : undefined;
}

function grantRole(permissions: Permissions, role: string): void {
  for (const permission of permissionNames) {
    const whole = `webpubsub.${permission}`;
    if (role === whole) permissions.grant(permission);
    // An empty suffix names the group '', which nobody can join: never "all groups".
    else if (role.startsWith(`${whole}.`)) permissions.grant(permission, role.slice(whole.length + 1));
  }
}
