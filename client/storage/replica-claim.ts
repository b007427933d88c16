import type { Environment } from '../environment/environment.ts';
import type { CartStorage, LogKey, StoredReplica } from '#sync/ports/storage.ts';

/** The part of the browser's lock manager that is used; absent on plain HTTP (D24). */
export type Locks = Pick<LockManager, 'request'>;

/** T1: which replica this tab writes under. */
export interface Claim {
  readonly replicaId: string;
  /** What this replica wrote before a reload. */
  readonly own: StoredReplica | undefined;
  /** Replicas of the same diner that no living tab holds, as far as that can be told; their content is taken over. */
  readonly orphans: readonly StoredReplica[];
  /** True when the orphans are surely dead, so that their rows may go once taken over. */
  readonly orphansAreDead: boolean;
  release(): void;
}

/**
 * Goes on under a replica that no other tab holds, else under a new one. With locks two tabs can never share one;
 * without them every page load is a new replica, for the browser can't tell a reload from a duplicated tab.
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

/** Resolves with the release, or undefined when another tab holds the lock. */
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
