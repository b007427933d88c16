import type { Session } from './session.ts';

/**
 * All sessions of all hubs, with indexes by hub, user, group and table. A session is added when it opens and removed
 * when it ends, so that it is in all indexes or in none.
 */
export type Registry = ReturnType<typeof createRegistry>;
type Index = Map<string, Set<Session>>;

export function createRegistry() {
  const byId = new Map<string, Session>();
  const hubs: Index = new Map();
  const users: Index = new Map();
  const groups: Index = new Map();
  const tables: Index = new Map();

  /**
   * @param name one of the names by which the client joined. The client stays in the group while it has another name.
   *   Without a name it leaves in any case.
   */
  const leave = (session: Session, group: string, name?: string): void => {
    const others = session.groups.get(group)?.filter((each) => each !== name) ?? [];
    if (name !== undefined && others.length > 0) {
      session.groups.set(group, others);
      return;
    }
    session.groups.delete(group);
    removeFromIndex(groups, buildKey(session.hub, group), session);
  };

  return {
    add: (session: Session): void => {
      byId.set(session.connectionId, session);
      addToIndex(hubs, session.hub, session);
      if (session.userId !== undefined) addToIndex(users, buildKey(session.hub, session.userId), session);
      if (session.table !== undefined) addToIndex(tables, buildKey(session.hub, session.table), session);
    },
    remove: (session: Session): void => {
      byId.delete(session.connectionId);
      removeFromIndex(hubs, session.hub, session);
      if (session.userId !== undefined)
        removeFromIndex(users, buildKey(session.hub, session.userId), session);
      if (session.table !== undefined) removeFromIndex(tables, buildKey(session.hub, session.table), session);
      for (const group of session.groups.keys()) leave(session, group);
    },
    join: (session: Session, group: string, name = group): void => {
      const others = session.groups.get(group)?.filter((each) => each !== name) ?? [];
      session.groups.set(group, [...others, name]);
      addToIndex(groups, buildKey(session.hub, group), session);
    },
    leave,
    find: (hub: string, connectionId: string): Session | undefined => {
      const session = byId.get(connectionId);
      return session?.hub === hub ? session : undefined;
    },
    // The lists are copies, because a delivery may end a session and so change the index.
    listOfHub: (hub: string): readonly Session[] => [...(hubs.get(hub) ?? [])],
    listOfUser: (hub: string, userId: string): readonly Session[] => [
      ...(users.get(buildKey(hub, userId)) ?? []),
    ],
    listOfGroup: (hub: string, group: string): readonly Session[] => [
      ...(groups.get(buildKey(hub, group)) ?? []),
    ],
    /** Names of the groups of a hub that have a member. */
    listGroups: (hub: string): readonly string[] =>
      [...groups.keys()].filter((key) => key.startsWith(`${hub}/`)).map((key) => key.slice(hub.length + 1)),
    listAll: (): readonly Session[] => [...byId.values()],
    countSessions: () => byId.size,
    /** Counts all sessions with a token for the table, whether they are in its group or not. */
    countSessionsOfTable: (hub: string, table: string) => tables.get(buildKey(hub, table))?.size ?? 0,
    countGroups: () => {
      let [memberships, largestGroup] = [0, 0];
      for (const { size } of groups.values()) {
        memberships += size;
        largestGroup = Math.max(largestGroup, size);
      }
      return { groups: groups.size, memberships, largestGroup };
    },
  };
}

/** Hub names contain no slash, so the key is unique. */
function buildKey(hub: string, name: string): string {
  return `${hub}/${name}`;
}

function addToIndex(index: Index, name: string, session: Session): void {
  const members = index.get(name);
  if (members) members.add(session);
  else index.set(name, new Set([session]));
}

function removeFromIndex(index: Index, name: string, session: Session): void {
  const members = index.get(name);
  if (!members?.delete(session)) return;
  if (members.size === 0) index.delete(name);
}
