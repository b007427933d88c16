import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** Equal to the last field, absent ones included; `toStrictEqual` says what differs, and is slow. */
export function expectSame(read: unknown, written: unknown): void {
  // What was generated inherits nothing, now and then.
  const plain: unknown = structuredClone(written);
  if (!isDeepStrictEqual(read, plain)) expect(read).toStrictEqual(plain);
}
