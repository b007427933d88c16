import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares without telling by its time how much of the secret was right. */
export function isSameSecret(brought: string, expected: string): boolean {
  return timingSafeEqual(digest(brought), digest(expected));
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
