/** Answers with one or two places gone wrong: the rest is used, and what is left out is named. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readAnswer } from '#contract/reading/read-answer.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { readWire } from '#workshop/simulation/wire/read-wire.ts';
import { callNamed, callNames } from './phone-calls.ts';
import { valueAt, withValue } from './variations.ts';
import { isTime, placesOf, wholeAnswer, type Path } from './whole-answer.ts';

const now = 1_795_000_000_000;
const anything = [
  undefined, null, '', ' ', '0', '12', '2.000', '-3', '1e400', '0x10', 'Infinity', 'text', '$', '\0', '\uD800',
  '2026-11-23T07:00:00Z', '2026-13-45', 'long '.repeat(2_000), 0, 1, -1, 1.5, -1e9, 1e9, 9e15, 1e21, 1e300,
  now / 1_000, now * 1_000, now * 1_000_000, true, false, [], {}, [null], [[]], { id: 1 }, { a: { b: [{}] } },
]; // prettier-ignore

const answers = new Map(callNames.map((name) => [name, wholeAnswer(callNamed(name))]));
const names = fc.constantFrom(...callNames);

interface Wrong {
  readonly path: Path;
  readonly value: unknown;
}

const broken = names.chain((name) => {
  const paths: Path[] = [[], ...placesOf(answers.get(name)).map(({ path }) => path)];
  const wrong = fc.record({ path: fc.constantFrom(...paths), value: fc.constantFrom(...anything) });
  return fc.record({ name: fc.constant(name), wrongs: fc.array(wrong, { minLength: 1, maxLength: 2 }) });
});

function breakAt(data: unknown, wrongs: readonly Wrong[]): unknown {
  let whole = data;
  for (const { path, value } of wrongs)
    if (path.length === 0 || valueAt(whole, path) !== undefined) whole = withValue(whole, path, value);
  return whole;
}

/** Nothing is lost that has nothing to do with what is wrong. */
function expectRest(expected: unknown, found: unknown, wrong: readonly Path[], at: Path = []): void {
  if (wrong.some((path) => path.length === 0)) return;
  const below = (name: string | number) =>
    wrong.filter(([first]) => first === name).map(([, ...rest]) => rest);
  if (Array.isArray(expected)) {
    const entries: unknown[] = Array.isArray(found) ? found : [];
    const whole = expected.filter((_, index) => below(index).length === 0);
    expect(entries, at.join('.')).toEqual(expect.arrayContaining(whole));
    if (entries.length === expected.length)
      expected.forEach((each, index) => expectRest(each, entries[index], below(index), [...at, index]));
  } else if (typeof expected === 'object' && expected !== null && wrong.length > 0)
    for (const [name, each] of Object.entries(expected))
      expectRest(each, (found as Record<string, unknown> | undefined)?.[name], below(name), [...at, name]);
  else expect(found, at.join('.')).toEqual(expected);
}

/** An id that is not there, and text that is longer than the phone itself would write. */
function mayBeOdd(value: unknown): boolean {
  return value === '' || (typeof value === 'string' && value.length > 1_000);
}

/** What a browser throws at: dates that there are not, currencies that are none; and more guests than there are seats. */
function expectShowable(value: unknown, name = ''): void {
  if (isTime(name) && typeof value === 'number')
    expect(() => new Date(value).toISOString(), name).not.toThrow();
  if (name === 'currency') expect(String(value)).toMatch(/^[A-Z]{3}$/);
  if (name === 'guests' && typeof value === 'number') expect(value).toBeLessThan(100);
  if (typeof value === 'object' && value !== null)
    for (const [each, inside] of Object.entries(value)) expectShowable(inside, each);
}

/** Whether one of them lies on the way to the other. */
function touches(one: string, other: string): boolean {
  return one === '' || other === '' || `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);
}

// P5
test('the rest of an answer is used, and has the shape of our own; what is missing or left out is named', () => {
  fc.assert(
    fc.property(broken, ({ name, wrongs }) => {
      const [call, data] = [callNamed(name), answers.get(name)];
      const given: unknown = JSON.parse(JSON.stringify(breakAt(data, wrongs) ?? null));
      const named = wrongs.map(({ path }) => path.join('.'));
      const read = readAnswer(call, given);
      const left = read.ok ? read.leftOut : [read.missing];
      for (const { path } of left)
        expect(named.some((each) => touches(each, path)), `${path} of ${named.join(', ')}`).toBe(true);
      if (!read.ok) return;
      expectShowable(read.value);
      const odd = z.safeParse(call.data, read.value).error?.issues ?? [];
      expect(odd.filter(({ path }) => !mayBeOdd(valueAt(read.value, path as Path)))).toEqual([]);
      const wrong = wrongs.map(({ path }) => path);
      expectRest(z.parse(call.data, data), read.value, wrong);
    }),
    { numRuns: 4_000 },
  );
}); // prettier-ignore

// P5
test('whatever the envelope is, an answer is read or ends in the typed error', () => {
  const fields = ['success', 'code', 'msg', 'data'] as const;
  fc.assert(
    fc.property(
      names,
      fc.constantFrom(...fields),
      fc.constantFrom(...fields),
      fc.constantFrom(...anything),
      fc.constantFrom(...anything),
      (name, one, other, value, otherValue) => {
        const body = {
          success: true,
          code: 0,
          msg: '',
          data: answers.get(name),
          [one]: value,
          [other]: otherValue,
        };
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
