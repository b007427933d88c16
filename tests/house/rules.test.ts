/** Every cited id is defined in docs. Every defined id is proved by a test, or marked as planned. */
import { describe, expect, test } from 'vitest';
import {
  citationsIn, definitionsIn, idsNamed, isTest, projectFiles, proofsIn, textOf, type Place,
} from './citations.ts'; // prettier-ignore
import { testsIn } from './test-titles.ts';

const lawBooks = ['docs/merge-rules.md', 'docs/decisions.md', 'docs/contract.md'];
const coverage = 'docs/spec-coverage.md';
/** These files cite ids that are made up. */
const examples = ['tests/house/rules.test.ts', 'tests/house/citations.ts'];

const files = projectFiles();
const read = files
  .filter((path) => /\.(?:tsx?|mjs|md)$/.test(path) && !examples.includes(path))
  .map((path) => [path, textOf(path)] as const);
const definitions = lawBooks.flatMap((path) => definitionsIn(path, textOf(path)));
const defined = new Set(definitions.map(({ id }) => id));
const planned = new Set(definitions.filter(({ isPlanned }) => isPlanned).map(({ id }) => id));
const proofs = read.filter(([path]) => isTest(path)).flatMap(([path, text]) => proofsIn(path, text));
const proved = new Set(proofs.flatMap(({ ids }) => ids));

const shown = (cited: Place) => `${cited.path}:${cited.line()} ${cited.id}`;

interface Row {
  readonly line: number;
  readonly id: string;
  /** Ends of paths. */
  readonly code: readonly string[];
  readonly claims: readonly { readonly path: string; readonly title: string }[];
  readonly saysNotYet: boolean;
}

const rows = textOf(coverage)
  .split('\n')
  .flatMap((text, index): Row[] => {
    const [id, , code = '', run = ''] = text
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    if (id === undefined || !/^C[A-Z]\d+$/.test(id)) return [];
    return [
      {
        line: index + 1,
        id,
        code: [...code.matchAll(/`([^`]+)`/g)].map(([, path]) => path!),
        claims: [...run.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, path, title]) => ({
          path: path!,
          title: title!,
        })),
        saysNotYet: run.includes('*not yet*'),
      },
    ];
  });
const at = (row: Row) => `${coverage}:${row.line} ${row.id}`;
/** Ids of which the coverage itself says that no test shows them. */
const unproved = new Set(rows.filter(({ claims, saysNotYet }) => claims.length === 0 && saysNotYet).map(({ id }) => id)); // prettier-ignore

describe('the law', () => {
  test('defines each id once', () => {
    expect(definitions.length).toBeGreaterThan(250);
    const first = new Map(definitions.toReversed().map((each) => [each.id, each]));
    expect(definitions.filter((each) => first.get(each.id) !== each).map(shown)).toEqual([]);
  });

  test('has every id that is cited anywhere', () => {
    const cited = read.flatMap(([path, text]) => citationsIn(path, text));
    expect(cited.length).toBeGreaterThan(2_000);
    expect(cited.filter(({ id }) => !defined.has(id)).map(shown)).toEqual([]);
  });

  test('is proved: every id that is not planned is named by a test, in its title or right above it', () => {
    const missing = definitions.filter(({ id }) => !planned.has(id) && !unproved.has(id) && !proved.has(id));
    expect(missing.map(shown)).toEqual([]);
  });

  test('what the coverage calls unproved is named by no test', () => {
    expect(rows.filter(({ id }) => unproved.has(id) && proved.has(id)).map(at)).toEqual([]);
  });
});

describe('the coverage of the contract', () => {
  test('has one row for every statement, and none for what is no statement', () => {
    const statements = definitions.filter(({ path }) => path === 'docs/contract.md').map(({ id }) => id);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(statements.toSorted());
  });

  test('names code that is there', () => {
    const isThere = (end: string) => files.some((path) => path === end || path.endsWith(`/${end}`));
    expect(rows.flatMap((row) => row.code.filter((end) => !isThere(end)).map((end) => `${at(row)} ${end}`))).toEqual(
      [],
    ); // prettier-ignore
  });

  test('names tests that are there and name the id', () => {
    const isProof = ({ path, title }: Row['claims'][number], id: string) =>
      proofs.some(
        (proof) => proof.path === path && proof.titles.join(' › ') === title && proof.ids.includes(id),
      );
    const wrong = rows.flatMap((row) =>
      row.claims
        .filter((claim) => !isProof(claim, row.id))
        .map(({ path, title }) => `${at(row)} ${path} “${title}”`),
    );
    expect(wrong).toEqual([]);
  });

  test('claims something or says that it is not there yet; what is planned is claimed by nobody', () => {
    const empty = rows.filter(({ claims, saysNotYet }) => claims.length === 0 && !saysNotYet);
    const early = rows.filter(({ id, claims }) => planned.has(id) && claims.length > 0);
    expect([...empty, ...early].map(at)).toEqual([]);
  });
});

describe('how it is read', () => {
  test('a range names none of its ids', () => {
    expect(idsNamed('V1–V6, E6: order of delivery')).toEqual(['E6']);
    expect(idsNamed('V5a–V5c, V5a-e, CN1 to CN9 and T1 - T6')).toEqual([]);
    expect(idsNamed('F1, G5: a snapshot (V5c), CN4')).toEqual(['F1', 'G5', 'V5c', 'CN4']);
    expect(idsNamed('HTML5, UTF-16: S100')).toEqual([]);
  });

  test('definitions are bold, with their mark right behind', () => {
    const text =
      '- **V1 Known**: x\n| **D2** | y |\n- **G7 Awake.** *planned*. z\n- **P2** *in part planned*. E1';
    expect(definitionsIn('a.md', text).map((each) => [each.id, each.line(), each.isPlanned])).toEqual([
      ['V1', 1, false],
      ['D2', 2, false],
      ['G7', 3, true],
      ['P2', 4, false],
    ]);
  });

  test('of code, comments and titles are read', () => {
    const source =
      "const t = '**/api/**'; // V1\n/** E2,\n * E3 */\ntest('F1', () => f('G5', 'M0 0 L105'));\n";
    const cited = citationsIn('tests/a.test.ts', source).map((each) => `${each.line()} ${each.id}`);
    expect(cited.toSorted()).toEqual(['1 V1', '2 E2', '3 E3', '4 F1']);
    expect(proofsIn('tests/a.test.ts', source)).toEqual([
      { path: 'tests/a.test.ts', titles: ['F1'], ids: ['F1', 'E3', 'E2'] },
    ]);
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
    expect(proofs.length).toBeGreaterThan(1_000);
  });
});
