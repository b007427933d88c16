import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashText } from '#events/log/text-hash.ts';

/** The algorithm as it is defined. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

test('G5: the hash of a text is 64-bit FNV-1a for any characters', () => {
  expect(['', 'a', 'foobar'].map(hashText)).toEqual([
    'cbf29ce484222325',
    'af63dc4c8601ec8c',
    '85944171f73967e8',
  ]);
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 });
  fc.assert(
    fc.property(units, (codes) => {
      const text = String.fromCharCode(...codes);
      expect(hashText(text)).toBe(fnv1a(text));
    }),
  );
});
