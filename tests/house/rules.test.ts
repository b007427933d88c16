/**
 * Every rule id that is cited anywhere is defined in docs, and every rule is proved by a test: its id stands in a title
 * or in a comment directly above the test. Decisions are defined and cited, but need no proof.
 * A run writes the list of rules with their tests to `.cache/rules.md`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  listCitations, listDefinitions, listNamedIds, isTest, projectFiles, listProofs, readText, type Place,
} from './citations.ts'; // prettier-ignore
import { listTests } from './test-titles.ts';

const rulePages = ['docs/merge-rules.md', 'docs/contract.md'];
const decisionPage = 'docs/decisions.md';
/** These files cite ids that are made up. */
const examples = ['tests/house/rules.test.ts', 'tests/house/citations.ts'];

const files = projectFiles()
  .filter((path) => /\.(?:tsx?|mjs|md)$/.test(path) && !examples.includes(path))
  .map((path) => [path, readText(path)] as const);
const rules = rulePages.flatMap((path) => listDefinitions(path, readText(path)));
const definitions = [...rules, ...listDefinitions(decisionPage, readText(decisionPage))];
const proofs = files.filter(([path]) => isTest(path)).flatMap(([path, text]) => listProofs(path, text));

const formatPlace = (cited: Place) => `${cited.path}:${cited.line()} ${cited.id}`;

describe('the rules', () => {
  test('each id is defined once', () => {
    expect(rules.length).toBeGreaterThan(200);
    const first = new Map(definitions.toReversed().map((each) => [each.id, each]));
    expect(definitions.filter((each) => first.get(each.id) !== each).map(formatPlace)).toEqual([]);
  });

  test('each cited id is defined', () => {
    const defined = new Set(definitions.map(({ id }) => id));
    const cited = files.flatMap(([path, text]) => listCitations(path, text));
    expect(cited.length).toBeGreaterThan(500);
    expect(cited.filter(({ id }) => !defined.has(id)).map(formatPlace)).toEqual([]);
  });

  test('each rule is proved: a test names its id in a title or right above it', () => {
    const testsOf = new Map(rules.map(({ id }) => [id, [] as string[]]));
    for (const { path, titles, ids } of proofs)
      for (const id of new Set(ids)) testsOf.get(id)?.push(`${path}: ${titles.join(' › ')}`);
    const list = [...testsOf].map(
      ([id, tests]) => `## ${id}\n\n${tests.map((each) => `- ${each}\n`).join('')}`,
    );
    mkdirSync('.cache', { recursive: true });
    writeFileSync('.cache/rules.md', `# Rules and the tests that prove them\n\n${list.join('\n')}`);
    expect(rules.filter(({ id }) => testsOf.get(id)!.length === 0).map(formatPlace)).toEqual([]);
  });
});

describe('the reader of rules', () => {
  test('finds no id within a range', () => {
    expect(listNamedIds('V1–V6, E6: order of delivery')).toEqual(['E6']);
    expect(listNamedIds('V5a–V5c, V5a-e, CN1 to CN9 and T1 - T6')).toEqual([]);
    expect(listNamedIds('F1, G5: a snapshot (V5c), CN4')).toEqual(['F1', 'G5', 'V5c', 'CN4']);
    expect(listNamedIds('HTML5, UTF-16: S100')).toEqual([]);
  });

  test('finds definitions at the start of bold text or a heading', () => {
    const text = '- **V1 Known**: x\n## CL1 Two\n- **G7 Awake.** z E1';
    expect(listDefinitions('a.md', text).map((each) => [each.id, each.line()])).toEqual([
      ['V1', 1],
      ['CL1', 2],
      ['G7', 3],
    ]);
  });

  test('reads ids in code, comments and titles', () => {
    const source =
      "const t = '**/api/**'; // V1\n/** E2,\n * E3 */\ntest('F1', () => f('G5', 'M0 0 L105'));\n";
    const cited = listCitations('tests/a.test.ts', source).map((each) => `${each.line()} ${each.id}`);
    expect(cited.toSorted()).toEqual(['1 V1', '2 E2', '3 E3', '4 F1']);
    expect(listProofs('tests/a.test.ts', source)).toEqual([
      { path: 'tests/a.test.ts', titles: ['F1'], ids: ['F1', 'E3', 'E2'] },
    ]);
  });

  test('finds the tests, with the titles of the blocks around them', () => {
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
    expect(listTests(source).map(({ titles }) => titles)).toEqual([['T1: a'], ['T2: b'], ['T4: ${…}', 'd']]);
    expect(proofs.length).toBeGreaterThan(1_000);
  });
});
