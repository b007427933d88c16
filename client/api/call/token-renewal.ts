import { ApiError } from '../api-error.ts';

/** What a browser's tabs share of the diner's token. */
export interface TokenHolder {
  /** Of this tab. */
  getCurrent(): string | undefined;
  /** As all tabs find it; undefined when there is none, or the browser keeps none. */
  getShared(): string | undefined;
  save(token: string): void;
  /** Another token of the same login. Rejects with an ApiError. */
  renew(expired: string): Promise<string>;
  /** Tabs wait for each other by it; absent on plain HTTP (D24), where two of them may each ask: both answers are good. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
}

/**
 * `renewed`: what was asked can be asked again. `refused`: this login is over. `replaced`: somebody else has logged in,
 * or this one out, in another tab; this tab follows by itself.
 */
export type Renewal = 'renewed' | 'refused' | 'replaced';

/** How long a tab waits for another one, which may sleep in the background, ms. */
const lockTimeoutMs = 10_000;

/**
 * Exchanges a token that has expired: once, however many calls hear of it in however many tabs. Rejects with an ApiError
 * when the server gives no answer.
 */
export function createTokenRenewal(holder: TokenHolder): (expired: string) => Promise<Renewal> {
  let running: Promise<Renewal> | undefined;

  const renewOnce = async (expired: string): Promise<Renewal> => {
    const shared = holder.getShared();
    if (holder.getCurrent() !== expired) return isSameLogin(holder.getCurrent(), expired) ? 'renewed' : 'replaced';
    if (shared !== undefined && shared !== expired) {
      if (!isSameLogin(shared, expired)) return 'replaced';
      holder.save(shared);
      return 'renewed';
    }
    const fresh = await undefinedIfRefused(holder.renew(expired));
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

/** undefined: the server says no. */
async function undefinedIfRefused(asked: Promise<string>): Promise<string | undefined> {
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

/** The claim `sid`: enough to tell logins apart, which is all that the phone reads of a token. */
function readLoginId(token: string): unknown {
  try {
    const text = atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(text) as { sid?: unknown }).sid;
  } catch {
    return undefined;
  }
}
