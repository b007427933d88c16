/** Reads the titles of the tests in a file from its syntax, so that only tests that run count. */
import { parseAst } from 'vite';

export interface TitledTest {
  /** Titles of the blocks around the test, outermost first, and its own. `${…}` stands for an inserted value. */
  readonly titles: readonly string[];
  /** Where each of these calls begins in the source text. */
  readonly starts: readonly number[];
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** Every test of a source text that runs: neither skipped nor a todo, by itself or by its block. */
export function listTests(source: string, lang: 'ts' | 'tsx' = 'ts'): TitledTest[] {
  const tests: TitledTest[] = [];
  visit(parseAst(source, { lang }) as unknown as Node, { titles: [], starts: [] }, tests);
  return tests;
}

function visit(node: Node, around: TitledTest, tests: TitledTest[]): void {
  const call = node.type === 'CallExpression' ? callOf(node) : undefined;
  if (call?.isLeftOut) return;
  const here = call
    ? { titles: [...around.titles, call.title], starts: [...around.starts, node['start'] as number] }
    : around;
  if (call && call.kind !== 'describe') tests.push(here);
  for (const value of Object.values(node))
    for (const child of [value].flat()) if (isNode(child)) visit(child, here, tests);
}

interface TitledCall {
  readonly kind: 'test' | 'it' | 'describe';
  readonly title: string;
  readonly isLeftOut: boolean;
}

/** `test('…')`, `it.each([…])('…')`, `describe.only(…)`, or undefined for any other call. */
function callOf(node: Node): TitledCall | undefined {
  const names = listNames(node['callee'] as Node);
  const kind = names[0];
  if (kind !== 'test' && kind !== 'it' && kind !== 'describe') return undefined;
  const title = findText((node['arguments'] as readonly Node[])[0]);
  if (title === undefined) return undefined;
  return { kind, title, isLeftOut: names.includes('skip') || names.includes('todo') };
}

/** `test.each([…])` is `test`, `each`. */
function listNames(callee: Node): string[] {
  switch (callee.type) {
    case 'Identifier':
      return [callee['name'] as string];
    case 'MemberExpression':
      return [...listNames(callee['object'] as Node), ...listNames(callee['property'] as Node)];
    case 'CallExpression':
      return listNames(callee['callee'] as Node);
    default:
      return [];
  }
}

function findText(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node?.type !== 'TemplateLiteral') return undefined;
  const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join('${…}');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
