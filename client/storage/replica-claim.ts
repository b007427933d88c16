import type { Environment } from '../environment/environment.ts';
import type { CartStorage, LogKey, StoredReplica } from '#sync/ports/storage.ts';

/** The part of the browser's lock manager that is used here. It is absent on plain HTTP. */
export type Locks = Pick<LockManager, 'request'>;

/** The replica under which this tab writes its events, and the other replicas that it takes over. */
export interface Claim {
  readonly replicaId: string;
  /** The rows that this replica wrote before a reload. */
  readonly own: StoredReplica | undefined;
  /** Replicas of the same diner that no open tab seems to hold. This tab takes over their content. */
  readonly orphans: readonly StoredReplica[];
  /** Whether no open tab holds the orphans for certain. Then their rows may be archived once taken over. */
  readonly orphansAreDead: boolean;
  release(): void;
}

/**
 * Claims a stored replica that no other tab holds, or else a new one.
 *
 * Two tabs must never write under the same replica, or they would use a sequence number twice. A lock of the browser for
 * each replica guarantees this. Without locks every page load gets a new replica, because a reload and a
 * duplicated tab look the same.
 */
export async function claimReplica(
  storage: CartStorage,
  log: LogKey,
  env: Pick<Environment, 'newId'>,
  locks: Locks | undefined,
): Promise<Claim> {
  const stored = [...(await storage.load(log))].sort((a, b) => b.records.length - a.records.length);
  if (!locks) {
    return {
      replicaId: env.newId(),
      own: undefined,
      orphans: stored,
      orphansAreDead: false,
      release: () => {},
    };
  }
  const releases: (() => void)[] = [];
  const free: StoredReplica[] = [];
  for (const replica of stored) {
    const release = await tryLock(locks, replica.replicaId);
    if (!release) continue;
    free.push(replica);
    releases.push(release);
  }
  const own = free.find(({ isDamaged }) => !isDamaged);
  const orphans = free.filter((replica) => replica !== own);
  const replicaId = own?.replicaId ?? env.newId();
  if (!own) {
    const release = await tryLock(locks, replicaId);
    if (release) releases.push(release);
  }
  return {
    replicaId,
    own,
    orphans,
    orphansAreDead: true,
    release: () => releases.forEach((release) => release()),
  };
}

/** Resolves with the function that releases the lock, or undefined if another tab holds it. */
function tryLock(locks: Locks, replicaId: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    locks
      .request(`lazy-susan-replica-${replicaId}`, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(undefined);
          return undefined;
        }
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}
