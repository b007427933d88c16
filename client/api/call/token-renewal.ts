import { ApiError } from '../api-error.ts';

/** What a browser's tabs share of the diner's token. */
export interface TokenHolder {
  /** Of this tab. */
  current(): string | undefined;
  /** As all tabs find it; undefined when there is none, or the browser keeps none. */
  shared(): string | undefined;
  keep(token: string): void;
  /** Another token of the same login. Rejects with an ApiError. */
  ask(expired: string): Promise<string>;
  /** Tabs wait for each other by it; absent on plain HTTP (D24), where two of them may each ask: both answers are good. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
}

/**
 * `renewed`: what was asked can be asked again. `refused`: this login is over. `replaced`: somebody else has logged in,
 * or this one out, in another tab; this tab follows by itself.
 */
export type Renewal = 'renewed' | 'refused' | 'replaced';

/** How long a tab waits for another one, which may sleep in the background, ms. */
const turnMs = 10_000;

/**
 * Exchanges a token that has expired: once, however many calls hear of it in however many tabs. Rejects with an ApiError
 * when the server gives no answer.
 */
export function createTokenRenewal(holder: TokenHolder): (expired: string) => Promise<Renewal> {
  let running: Promise<Renewal> | undefined;

  const exchange = async (expired: string): Promise<Renewal> => {
    const shared = holder.shared();
    if (holder.current() !== expired) return ofSameLogin(holder.current(), expired) ? 'renewed' : 'replaced';
    if (shared !== undefined && shared !== expired) {
      if (!ofSameLogin(shared, expired)) return 'replaced';
      holder.keep(shared);
      return 'renewed';
    }
    const fresh = await answerOf(holder.ask(expired));
    if (fresh === undefined) return 'refused';
    if (holder.current() !== expired || holder.shared() !== shared) return 'replaced';
    holder.keep(fresh);
    return 'renewed';
  };

  return (expired) => {
    if (holder.current() !== expired) return exchange(expired);
    running ??= inTurn(holder.locks, () => exchange(expired)).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** undefined: the server says no. */
async function answerOf(asked: Promise<string>): Promise<string | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError) || error.isWorthAnotherTry) throw error;
    return undefined;
  }
}

async function inTurn<T>(locks: TokenHolder['locks'], work: () => Promise<T>): Promise<T> {
  if (!locks) return await work();
  try {
    return await locks.request('token-renewal', { signal: AbortSignal.timeout(turnMs) }, work);
  } catch (error) {
    if (error instanceof DOMException) return await work();
    throw error;
  }
}

function ofSameLogin(one: string | undefined, other: string): boolean {
  const login = loginOf(other);
  return one !== undefined && login !== undefined && loginOf(one) === login;
}

/** The claim `sid`: enough to tell logins apart, which is all that the phone reads of a token. */
function loginOf(token: string): unknown {
  try {
    const text = atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(text) as { sid?: unknown }).sid;
  } catch {
    return undefined;
  }
}
