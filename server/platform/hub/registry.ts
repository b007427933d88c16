import type { Session } from './session.ts';

export type Registry = ReturnType<typeof createRegistry>;
type Index = Map<string, Set<Session>>;

export function createRegistry() {
  const byId = new Map<string, Session>();
  const hubs: Index = new Map();
  const users: Index = new Map();
  const groups: Index = new Map();
  const tables: Index = new Map();

  /** @param name the client stays while it has joined by another name; without it, the client is out */
  const leave = (session: Session, group: string, name?: string): void => {
    const others = session.groups.get(group)?.filter((each) => each !== name) ?? [];
    if (name !== undefined && others.length > 0) {
      session.groups.set(group, others);
      return;
    }
    session.groups.delete(group);
    drop(groups, key(session.hub, group), session);
  };

  return {
    add: (session: Session): void => {
      byId.set(session.connectionId, session);
      put(hubs, session.hub, session);
      if (session.userId !== undefined) put(users, key(session.hub, session.userId), session);
      if (session.table !== undefined) put(tables, key(session.hub, session.table), session);
    },
    remove: (session: Session): void => {
      byId.delete(session.connectionId);
      drop(hubs, session.hub, session);
      if (session.userId !== undefined) drop(users, key(session.hub, session.userId), session);
      if (session.table !== undefined) drop(tables, key(session.hub, session.table), session);
      for (const group of session.groups.keys()) leave(session, group);
    },
    join: (session: Session, group: string, name = group): void => {
      const others = session.groups.get(group)?.filter((each) => each !== name) ?? [];
      session.groups.set(group, [...others, name]);
      put(groups, key(session.hub, group), session);
    },
    leave,
    find: (hub: string, connectionId: string): Session | undefined => {
      const session = byId.get(connectionId);
      return session?.hub === hub ? session : undefined;
    },
    // Copies: a delivery may end a session and so change the set it runs over.
    ofHub: (hub: string): readonly Session[] => [...(hubs.get(hub) ?? [])],
    ofUser: (hub: string, userId: string): readonly Session[] => [...(users.get(key(hub, userId)) ?? [])],
    ofGroup: (hub: string, group: string): readonly Session[] => [...(groups.get(key(hub, group)) ?? [])],
    all: (): readonly Session[] => [...byId.values()],
    sessionCount: () => byId.size,
    /** Also of those who have not joined the group, or left it. */
    countOfTable: (hub: string, table: string) => tables.get(key(hub, table))?.size ?? 0,
    groupFacts: () => {
      let [memberships, largestGroup] = [0, 0];
      for (const { size } of groups.values()) {
        memberships += size;
        largestGroup = Math.max(largestGroup, size);
      }
      return { groups: groups.size, memberships, largestGroup };
    },
  };
}

/** Hub names hold no slash, so the first one ends the hub's name. */
function key(hub: string, name: string): string {
  return `${hub}/${name}`;
}

function put(index: Index, name: string, session: Session): void {
  const members = index.get(name);
  if (members) members.add(session);
  else index.set(name, new Set([session]));
}

function drop(index: Index, name: string, session: Session): void {
  const members = index.get(name);
  if (!members?.delete(session)) return;
  if (members.size === 0) index.delete(name);
}
