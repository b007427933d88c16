/** Permissions of one live connection. `targetName` is a group; without it every group is meant. */
import { isPermission, type Permission } from '../roles.ts';
import type { Session } from '../session.ts';
import { errorReply, type Call, type Reply } from './call.ts';

export function grant(call: Call): Reply {
  return withTarget(call, 404, (session, permission, group) => {
    session.permissions.grant(permission, group);
    return { status: 200 };
  });
}

export function check(call: Call): Reply {
  return withTarget(call, 404, ({ permissions }, permission, group) => {
    const isGranted =
      group === undefined ? permissions.allowsAll(permission) : permissions.allows(permission, group);
    return { status: isGranted ? 200 : 404 };
  });
}

export function revoke(call: Call): Reply {
  return withTarget(call, 204, (session, permission, group) => {
    session.permissions.revoke(permission, group);
    return { status: 204 };
  });
}

function withTarget(
  { registry, hub, names, query }: Call,
  statusWithoutConnection: 204 | 404,
  run: (session: Session, permission: Permission, group: string | undefined) => Reply,
): Reply {
  const permission = names.permission ?? '';
  if (!isPermission(permission)) return errorReply(400, 'BadRequest', 'There is no such permission.');
  const session = registry.find(hub, names.connection ?? '');
  if (!session) return { status: statusWithoutConnection };
  return run(session, permission, query.get('targetName') ?? undefined);
}
