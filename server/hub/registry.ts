/** Who is here: sessions by connection id, by user and by group, separately for each hub name. */
import type { Session } from './session.ts';

export interface Registry {
  readonly add: (session: Session) => void;
  readonly remove: (session: Session) => void;
  readonly join: (session: Session, group: string) => void;
  readonly leave: (session: Session, group: string) => void;
  readonly find: (hub: string, connectionId: string) => Session | undefined;
  readonly ofHub: (hub: string) => readonly Session[];
  readonly ofUser: (hub: string, userId: string) => readonly Session[];
  readonly ofGroup: (hub: string, group: string) => readonly Session[];
  readonly all: () => readonly Session[];
  readonly sessionCount: () => number;
  readonly groupFacts: () => {
    readonly groups: number;
    readonly memberships: number;
    readonly largestGroup: number;
  };
}

type Index = Map<string, Set<Session>>;

export function createRegistry(): Registry {
  const byId = new Map<string, Session>();
  const hubs: Index = new Map();
  const users: Index = new Map();
  const groups: Index = new Map();

  const leave = (session: Session, group: string): void => {
    session.groups.delete(group);
    drop(groups, key(session.hub, group), session);
  };

  return {
    add: (session) => {
      byId.set(session.connectionId, session);
      put(hubs, session.hub, session);
      if (session.userId !== undefined) put(users, key(session.hub, session.userId), session);
    },
    remove: (session) => {
      byId.delete(session.connectionId);
      drop(hubs, session.hub, session);
      if (session.userId !== undefined) drop(users, key(session.hub, session.userId), session);
      for (const group of session.groups) leave(session, group);
    },
    join: (session, group) => {
      session.groups.add(group);
      put(groups, key(session.hub, group), session);
    },
    leave,
    find: (hub, connectionId) => {
      const session = byId.get(connectionId);
      return session?.hub === hub ? session : undefined;
    },
    // Copies: a delivery may end a session and so change the set it runs over.
    ofHub: (hub) => [...(hubs.get(hub) ?? [])],
    ofUser: (hub, userId) => [...(users.get(key(hub, userId)) ?? [])],
    ofGroup: (hub, group) => [...(groups.get(key(hub, group)) ?? [])],
    all: () => [...byId.values()],
    sessionCount: () => byId.size,
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
