/** Answers with one or two broken places. The phone uses the rest, and names what it leaves out. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { unreadLinesField } from '#contract/order-fields.ts';
import { readAnswer } from '#contract/reading/read-answer.ts';
import { ApiError } from '#client/api/api-error.ts';
import { readWire } from '#testing/read-wire.ts';
import { callNamed, callNames } from './phone-calls.ts';
import { getValue, withValue } from './variations.ts';
import { isTime, listPlaces, createWholeAnswer, type Path } from './whole-answer.ts';

const now = 1_795_000_000_000;
const anything = [
  undefined, null, '', ' ', '0', '12', '2.000', '-3', '1e400', '0x10', 'Infinity', 'text', '$', '\0', '\uD800',
  '2026-11-23T07:00:00Z', '2026-13-45', 'long '.repeat(2_000), 0, 1, -1, 1.5, -1e9, 1e9, 9e15, 1e21, 1e300,
  now / 1_000, now * 1_000, now * 1_000_000, true, false, [], {}, [null], [[]], { id: 1 }, { a: { b: [{}] } },
]; // prettier-ignore

const names = fc.constantFrom(...callNames);
const answers = new Map(
  callNames.map((name) => {
    const data = createWholeAnswer(callNamed(name));
    return [name, { data, expected: z.parse(callNamed(name).data, data) }];
  }),
);

interface Wrong {
  readonly path: Path;
  readonly value: unknown;
}

/** An answer with one or two broken places. */
const broken = fc.oneof(
  ...callNames.map((name) => {
    const paths: Path[] = [[], ...listPlaces(answers.get(name)?.data).map(({ path }) => path)];
    const wrong = fc.record({ path: fc.constantFrom(...paths), value: fc.constantFrom(...anything) });
    return fc.record({ name: fc.constant(name), wrongs: fc.array(wrong, { minLength: 1, maxLength: 2 }) });
  }),
);

function breakAt(data: unknown, wrongs: readonly Wrong[]): unknown {
  let whole = data;
  for (const { path, value } of wrongs)
    if (path.length === 0 || getValue(whole, path) !== undefined) whole = withValue(whole, path, value);
  return whole;
}

/** The first place that is lost although it has nothing to do with a broken place. */
function findLostPlace(
  expected: unknown,
  found: unknown,
  wrong: readonly Path[],
  at: Path = [],
): Path | undefined {
  if (wrong.length === 0) return isEqual(expected, found) ? undefined : at;
  if (wrong.some((path) => path.length === 0)) return undefined;
  const listPathsBelow = (name: string | number) =>
    wrong.filter(([first]) => first === name).map(([, ...rest]) => rest);
  if (!Array.isArray(expected))
    return findFirst(Object.entries(expected as object), ([name, each]) =>
      findLostPlace(each, (found as Record<string, unknown> | undefined)?.[name], listPathsBelow(name), [
        ...at,
        name,
      ]),
    );
  const entries: unknown[] = Array.isArray(found) ? found : [];
  return findFirst([...expected.entries()], ([index, each]) => {
    if (entries.length === expected.length)
      return findLostPlace(each, entries[index], listPathsBelow(index), [...at, index]);
    const mayBeLeftOut = listPathsBelow(index).length > 0;
    return mayBeLeftOut || entries.some((entry) => isEqual(each, entry)) ? undefined : [...at, index];
  });
}

function findFirst<T, Found>(list: readonly T[], find: (each: T) => Found | undefined): Found | undefined {
  for (const each of list) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A value that a browser throws at: an invalid date or currency (an empty one is the currency of the language). Also a
 * number of guests above the number of seats.
 */
function findOddField(value: unknown, name = ''): string | undefined {
  const isOdd =
    (isTime(name) && typeof value === 'number' && Number.isNaN(new Date(value).getTime())) ||
    (name === 'guests' && typeof value === 'number' && value > 99);
  if (isOdd) return `${name}: ${String(value)}`;
  if (typeof value !== 'object' || value === null) return undefined;
  // An unreadable line is stored as it came, and never shown.
  return findFirst(Object.entries(value), ([each, inside]) =>
    each === unreadLinesField ? undefined : findOddField(inside, each),
  );
}

/** An order may have any, see `getOrderCurrency`. */
const knownCurrency = expect.stringMatching(/^([A-Z]{3})?$/) as unknown;

/** A missing id, or a text that is longer than the phone itself would write. */
function canBeOdd(value: unknown): boolean {
  return value === '' || (typeof value === 'string' && value.length > 1_000);
}

/** True if one path contains the other. */
function isOverlapping(one: string, other: string): boolean {
  return one === '' || other === '' || `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);
}

// P5
test('the rest of an answer is used, in the shape of our own; missing fields are named', () => {
  fc.assert(
    fc.property(broken, ({ name, wrongs }) => {
      const call = callNamed(name);
      const { data, expected } = answers.get(name)!;
      const given: unknown = JSON.parse(JSON.stringify(breakAt(data, wrongs) ?? null));
      const named = wrongs.map(({ path }) => path.join('.'));
      const read = readAnswer(call, given);
      const left = read.ok ? read.leftOut : [read.missing];
      expect(left.filter(({ path }) => !named.some((each) => isOverlapping(each, path)))).toEqual([]);
      if (!read.ok) return;
      expect(findOddField(read.value)).toBe(undefined);
      if (name === 'getTinyMerchant') expect(read.value).toHaveProperty('currency', knownCurrency);
      const odd = z.safeParse(call.data, read.value).error?.issues ?? [];
      expect(odd.filter(({ path }) => !canBeOdd(getValue(read.value, path as Path)))).toEqual([]);
      const places = wrongs.map(({ path }) => path);
      expect(findLostPlace(expected, read.value, places)).toBe(undefined);
    }),
    { numRuns: 4_000 },
  );
}, 60_000);

// P5
test('for any envelope, an answer is read or ends in the typed error', () => {
  const fields = ['success', 'code', 'msg', 'data'] as const;
  const values = fc.constantFrom(...anything);
  fc.assert(
    fc.property(
      names,
      fc.constantFrom(...fields),
      fc.constantFrom(...fields),
      values,
      values,
      (name, one, other, ...[first, second]) => {
        const { data } = answers.get(name)!;
        const body = { success: true, code: 0, msg: '', data, [one]: first, [other]: second };
        try {
          readWire(callNamed(name), JSON.stringify(body));
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect(['malformed', 'refused']).toContain((error as ApiError).failure.kind);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
