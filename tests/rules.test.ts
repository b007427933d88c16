import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testsIn } from './test-titles.ts';

/** The rules of the shared cart, each in a line. A rule that no test names is a rule that nobody proves. */
const rules = {
  T1: 'a replica is one writer of one log, for one user',
  T2: 'ids have gapless numbers, never used twice',
  T3: 'hybrid logical clock: minting and receiving',
  T4: 'a phone clock that is ahead costs the diner nothing',
  T5: 'total order: wall, counter, replica, number',
  T6: 'a version vector names all of a replica up to n',
  E1: 'seen is what the author knew just before',
  E2: 'an item is one unit, its quantity separate',
  E3: 'the key of an item; notes tidied when minted',
  E4: "the line id of an add is the author's line of that key, else its own id",
  E5: 'what comes in is validated once, and nobody speaks for another',
  E6: 'the same id twice: the first stays',
  E7: 'unknown types and newer versions are kept; older versions are brought up',
  E8: 'the replica ids server and desk are the table server’s',
  F1: 'the newest snapshot counts',
  F2: 'what was rejected counts as known and never shows',
  F3: 'accepted changes what is pending, not what shows',
  F4: 'what is settled can be left out of answers',
  V1: 'known, and waiting',
  V2: 'live: known, not covered, not rejected',
  V3: 'void is what a live cut had seen',
  V4: 'the base: the carts of the snapshot without those that were cut',
  V5a: 'adding',
  V5b: 'decreasing, never below 0',
  V5c: 'new notes, and lines that become one',
  V5d: 'guests and order type',
  V5e: 'the last order',
  V6: 'the result and its order',
  G1: 'the same answer with less work',
  G2: 'settled events leave memory',
  G3: 'write before send',
  G4: 'in order, one at a time',
  G5: 'divergence is noticed',
  G6: 'reconnect means catch up',
  G7: 'nothing waits longer than there is reason to',
  O1: 'an order takes what its submitter saw',
  O2: 'the same placement gets the same answer',
  O3: 'too late is said',
  O4: 'login keeps what the guest had picked',
  P1: 'each request carries both forms',
  P2: 'with a plain server the phone works out what is covered',
  P3: 'the table hears of what the server accepted',
  S1: 'a log belongs to one table session',
  L1: 'the header of a log file',
  L2: 'the records of a log file',
  L3: 'what a reader skips, refuses and names',
  L4: 'an export is redacted',
} as const;

/** What is agreed and not built, or not wholly: whoever builds it takes it into the list above. */
const planned = {
  O5: 'an order may leave lines where they are: the command (its events are folded)',
  P4: 'others write too, at a plain server',
  P5: 'answers of other servers are read tolerantly',
  S2: 'a restored server gives sessions a new name',
  A1: 'one life of an order after it was placed',
  A2: 'nothing owed is hidden',
  A3: 'acts count once',
  A4: 'one record for support',
} as const;

const here = new URL('./', import.meta.url);
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.test\.tsx?$/.test(name) && name !== 'rules.test.ts',
);

/**
 * The rules that a title names. A range such as `V1–V6` names none of them: such a test says that the whole holds
 * together, and would not notice that nothing looks at V4.
 */
function rulesIn(title: string): string[] {
  const withoutRanges = title.replace(/\b[A-Z]\d[a-e]?\s?[–-]\s?[A-Z]?\d?[a-e]?\b/g, '');
  return withoutRanges.match(/\b[TEFVGOPSL]\d[a-e]?\b/g) ?? [];
}

const tests = files.flatMap((name) =>
  testsIn(readFileSync(new URL(name, here), 'utf8'), name.endsWith('x') ? 'tsx' : 'ts'),
);
const named = new Set(tests.flatMap(({ titles }) => titles.flatMap(rulesIn)));

describe('every rule is named by a test', () => {
  test('by itself, not by a range', () => {
    expect(Object.keys(rules).filter((rule) => !named.has(rule))).toEqual([]);
  });

  test('and no test names a rule that is none', () => {
    // V5 as a whole is V5a to V5e.
    const all = { ...rules, ...planned };
    expect([...named].filter((rule) => rule !== 'V5' && !Object.hasOwn(all, rule))).toEqual([]);
  });

  test('what a title names', () => {
    expect(rulesIn('V1–V6, E6: order of delivery')).toEqual(['E6']);
    expect(rulesIn('V5a–V5c, V5a-e and T1 - T6')).toEqual([]);
    expect(rulesIn('F1, G5: a snapshot (V5c)')).toEqual(['F1', 'G5', 'V5c']);
    expect(rulesIn('HTML5, D18, UTF-16: S100')).toEqual([]);
  });

  test('the tests are found, with the titles of the blocks around them', () => {
    const source = `
      test('T1: a', f);
      it.each([1])("T2: b", f);
      // test('T3: c', f);
      describe(\`T4: \${n}\`, () => { test.each<[string]>([
        ['T5'],
      ])('d', f); test.skip('T6', f); });
      describe.skip('E1', () => { test('E2', f); });
      describe('E3', () => {});
      test.todo('E4');
      notes('E5', f);
    `;
    expect(testsIn(source).map(({ titles }) => titles)).toEqual([['T1: a'], ['T2: b'], ['T4: ${…}', 'd']]);
    expect(tests.length).toBeGreaterThan(200);
  });
});
