/** Limits of frames, messages and connections, as token buckets. A bucket is full at first and refills with time. */
import type { HubLimits } from '../limits.ts';

interface TokenBucket {
  /** Returns false, and spends nothing, if fewer units are left. */
  spend(units: number): boolean;
  isFull(): boolean;
}

export function createTokenBucket(perSecond: number, burst: number, now: () => number): TokenBucket {
  let left = burst;
  let countedAt = now();
  const refill = () => {
    const time = now();
    // A clock that was set back must not reduce the bucket, and 0 × Infinity is NaN.
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

/** The limits of one user over all connections, so that a new connection does not reset them. */
export interface UserLimits {
  /** Spends a message of this size. Returns false if the user sent too many. */
  allowMessage(bytes: number): boolean;
  /** Spends a connection. Returns false if the user connected too often. */
  allowConnect(): boolean;
}

/** From this number of users on, the limits of idle users are deleted. An idle user's buckets are full again anyway. */
const manyUsers = 1_000;

/** Returns a function that finds the limits of a user. An anonymous connection gets limits of its own. */
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
