/** How much somebody may send: an allowance that fills again with time. */
import type { HubLimits } from '../limits.ts';

interface TokenBucket {
  /** False when there is not enough left; nothing is taken then. */
  spend(units: number): boolean;
  /** Nothing of it is missing. */
  isFull(): boolean;
}

export function createTokenBucket(perSecond: number, burst: number, now: () => number): TokenBucket {
  let left = burst;
  let countedAt = now();
  const refill = () => {
    const time = now();
    // A clock set back must not take allowance away; no time at all times Infinity is no number.
    if (time > countedAt) left = Math.min(burst, left + ((time - countedAt) / 1000) * perSecond);
    countedAt = time;
  };
  return {
    spend(units) {
      refill();
      if (left < units) return false;
      left -= units;
      return true;
    },
    isFull() {
      refill();
      return left === burst;
    },
  };
}

/** What a user says to groups, through all of their connections: whoever connects anew does not begin anew. */
export interface UserLimits {
  /** False: it is too much. */
  allowMessage(bytes: number): boolean;
  /** False: they have connected too often. */
  allowConnect(): boolean;
}

/** So many users are remembered before those who are silent are forgotten. */
const manyUsers = 1_000;

export function createUserLimits(
  limits: HubLimits,
  now: () => number,
): (user: string | undefined) => UserLimits {
  const users = new Map<string, UserLimits & { isFull(): boolean }>();
  const createLimits = () => {
    const messages = createTokenBucket(limits.messagesPerSecond, limits.messageBurst, now);
    const bytes = createTokenBucket(limits.messageBytesPerSecond, limits.messageByteBurst, now);
    const connects = createTokenBucket(limits.connectsPerSecond, limits.connectBurst, now);
    return {
      allowMessage: (length: number) => messages.spend(1) && bytes.spend(length),
      allowConnect: () => connects.spend(1),
      isFull: () => messages.isFull() && bytes.isFull() && connects.isFull(),
    };
  };
  return (user) => {
    if (user === undefined) return createLimits();
    const known = users.get(user);
    if (known) return known;
    if (users.size >= manyUsers) for (const [name, each] of users) if (each.isFull()) users.delete(name);
    const fresh = createLimits();
    users.set(user, fresh);
    return fresh;
  };
}
