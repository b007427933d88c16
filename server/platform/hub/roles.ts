/**
 * The permissions of a connection, from the roles of its token and from REST grants. Group names are literal, without
 * wildcards.
 *
 * This hub has one role that the service lacks, `hub.alias.<group>.<name>`. With it a client may use `name` for the
 * group. The alias holds for that client only, so two tables may use the same one.
 */
export type Permission = 'joinLeaveGroup' | 'sendToGroup';

export type Permissions = ReturnType<typeof readPermissions>;

const permissionNames: readonly Permission[] = ['joinLeaveGroup', 'sendToGroup'];

export function isPermission(name: string): name is Permission {
  return permissionNames.some((known) => known === name);
}

/** Reads roles like `webpubsub.<permission>` and `webpubsub.<permission>.<group>`. Unknown roles grant nothing. */
export function readPermissions(roles: readonly string[]) {
  const everywhere = new Set<Permission>();
  const named: Record<Permission, Set<string>> = { joinLeaveGroup: new Set(), sendToGroup: new Set() };
  const aliases = new Map(roles.flatMap(readAlias));
  const permissions = {
    /** Returns the group that the client means by this name. */
    resolveGroup: (name: string): string => aliases.get(name) ?? name,
    allows: (permission: Permission, group: string): boolean =>
      everywhere.has(permission) || named[permission].has(group),
    allowsAll: (permission: Permission): boolean => everywhere.has(permission),
    /** Without `group`, grants the permission for all groups. */
    grant: (permission: Permission, group?: string): void => {
      if (group === undefined) everywhere.add(permission);
      else named[permission].add(group);
    },
    /** Without `group`, revokes all grants of the permission. */
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
export function createAliasRole(group: string, name: string): string {
  return `${aliasStart}${group}.${name}`;
}

/** Returns name and group of an alias role, and an empty list for other roles. */
function readAlias(role: string): [string, string][] {
  if (!role.startsWith(aliasStart)) return [];
  const [group = '', ...name] = role.slice(aliasStart.length).split('.');
  return [[name.join('.'), group]];
}

/** Returns the group of a phone's table: the single group that its roles name. */
export function findTableOfRoles(roles: readonly string[]): string | undefined {
  const joins = 'webpubsub.joinLeaveGroup.';
  const named = roles.filter((role) => role.startsWith(joins));
  return named.length === 1 ? named[0]!.slice(joins.length) : undefined;
}

function grantRole(permissions: Permissions, role: string): void {
  for (const permission of permissionNames) {
    const whole = `webpubsub.${permission}`;
    if (role === whole) permissions.grant(permission);
    // An empty suffix grants the group '', which nobody can join. It must not grant all groups.
    else if (role.startsWith(`${whole}.`)) permissions.grant(permission, role.slice(whole.length + 1));
  }
}
