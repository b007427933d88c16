import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time, so that the time reveals nothing about the expected one. */
export function isSameSecret(presented: string, expected: string): boolean {
  return timingSafeEqual(hash(presented), hash(expected));
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
