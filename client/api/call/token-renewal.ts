/**
 * Renews an expired token once, even if many calls in many tabs notice it at the same time.
 *
 *   call gets 401 ─► lock across tabs ─► another tab has renewed it? ─ yes ─► use that token: `renewed`
 *                                                 │ no
 *                                                 ▼
 *                                       ask the server ─► new token: `renewed`; refusal: `refused`
 *
 * If another diner has logged in meanwhile, or this one has logged out, the result is `replaced`.
 */
import { ApiError } from '../api-error.ts';

/** Access to the diner's token, which all tabs of a browser share. */
export interface TokenHolder {
  /** The token that this tab uses. */
  getCurrent(): string | undefined;
  /** The token in the cookie, which all tabs see. undefined if there is none or cookies are blocked. */
  getShared(): string | undefined;
  save(token: string): void;
  /** Asks the server for another token of the same login. Rejects with an ApiError. */
  renew(expired: string): Promise<string>;
  /** Lets tabs wait for each other. Absent on plain HTTP: then two tabs may both renew, and both new tokens are valid. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
}

/**
 * `renewed`: the call can be sent again. `refused`: the login has ended. `replaced`: another tab has logged in or out, and
 * this tab follows by itself.
 */
export type Renewal = 'renewed' | 'refused' | 'replaced';

/** How long a tab waits for the lock, ms. The tab that holds it may be suspended in the background. */
const lockTimeoutMs = 10_000;

/** Returns the function that renews an expired token. It rejects with an ApiError if the server does not answer. */
export function createTokenRenewal(holder: TokenHolder): (expired: string) => Promise<Renewal> {
  let running: Promise<Renewal> | undefined;

  const renewOnce = async (expired: string): Promise<Renewal> => {
    const shared = holder.getShared();
    if (holder.getCurrent() !== expired)
      return isSameLogin(holder.getCurrent(), expired) ? 'renewed' : 'replaced';
    if (shared !== undefined && shared !== expired) {
      if (!isSameLogin(shared, expired)) return 'replaced';
      holder.save(shared);
      return 'renewed';
    }
    const fresh = await catchRefusal(holder.renew(expired));
    if (fresh === undefined) return 'refused';
    if (holder.getCurrent() !== expired || holder.getShared() !== shared) return 'replaced';
    holder.save(fresh);
    return 'renewed';
  };

  return (expired) => {
    if (holder.getCurrent() !== expired) return renewOnce(expired);
    running ??= runLocked(holder.locks, () => renewOnce(expired)).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Returns undefined if the server refuses. Without an answer it rejects with the ApiError. */
async function catchRefusal(asked: Promise<string>): Promise<string | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError) || error.isWorthAnotherTry) throw error;
    return undefined;
  }
}

async function runLocked<T>(locks: TokenHolder['locks'], work: () => Promise<T>): Promise<T> {
  if (!locks) return await work();
  try {
    return await locks.request('token-renewal', { signal: AbortSignal.timeout(lockTimeoutMs) }, work);
  } catch (error) {
    if (error instanceof DOMException) return await work();
    throw error;
  }
}

function isSameLogin(one: string | undefined, other: string): boolean {
  const login = readLoginId(other);
  return one !== undefined && login !== undefined && readLoginId(one) === login;
}

/** Reads the claim `sid`, which identifies the login. The phone reads nothing else of a token. */
function readLoginId(token: string): unknown {
  try {
    const text = atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(text) as { sid?: unknown }).sid;
  } catch {
    return undefined;
  }
}
