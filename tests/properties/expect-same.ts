import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** Expects equality down to absent fields. `toStrictEqual` names the difference but is slow, so it runs only then. */
export function expectSame(read: unknown, written: unknown): void {
  // Generated objects have no prototype now and then.
  const plain: unknown = structuredClone(written);
  if (!isDeepStrictEqual(read, plain)) expect(read).toStrictEqual(plain);
}
