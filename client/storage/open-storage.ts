import type { CartStorage, LogKey } from '#sync/ports/storage.ts';
import type { Environment } from '../environment/environment.ts';
import { createIdbStorage } from './indexeddb-storage.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { claimReplica, type Claim } from './replica-claim.ts';

/** How long the browser's database may take to open, ms. */
const storageTimeoutMs = 5_000;

interface OpenedStorage {
  readonly storage: CartStorage;
  readonly claim: Claim;
  /** False if the cart is only in the memory of the page. */
  readonly isDurable: boolean;
}

/**
 * Opens the browser's database and claims a replica of the log. If the database fails or does not answer in time, the
 * cart works in memory.
 */
export async function openStorage(log: LogKey, env: Environment): Promise<OpenedStorage> {
  const disk = createIdbStorage();
  // `navigator.locks` is absent on plain HTTP.
  const locks = (navigator as Partial<Navigator>).locks;
  const claimed = claimReplica(disk, log, env, locks);
  try {
    return { storage: disk, claim: await waitForClaim(claimed, env), isDurable: true };
  } catch (error) {
    console.warn('cart storage could not be opened, the cart is kept in memory only', error);
    const memory = createMemoryStorage();
    return { storage: memory, claim: await claimReplica(memory, log, env, undefined), isDurable: false };
  }
}

/** Rejects after the timeout, because some browsers never answer a request to open their database. */
async function waitForClaim(claimed: Promise<Claim>, env: Environment): Promise<Claim> {
  let isLate = false;
  const timeout = new Promise<never>((_, reject) => {
    env.timer(storageTimeoutMs, () => {
      isLate = true;
      reject(new Error('no answer'));
    });
  });
  claimed.then(
    (claim) => isLate && claim.release(),
    () => {},
  );
  return await Promise.race([claimed, timeout]);
}
