import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** Attributes whose text is shown or read aloud. */
const spoken = new Set('alt title placeholder label text aria-label aria-description hint'.split(' '));

/** Finds texts with letters in the markup itself. A path is in no language. */
function listWords(source: string): string[] {
  const words: string[] = [];
  visit(parseAst(source, { lang: 'tsx' }) as unknown as Node, words);
  return words.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text) && !text.startsWith('/'));
}

function visit(node: Node, words: string[]): void {
  if (node.type === 'JSXText') words.push(String(node['value']));
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    for (const child of node['children'] as Node[])
      if (child.type === 'JSXExpressionContainer') words.push(...listLiterals(child['expression'] as Node));
  if (node.type === 'JSXAttribute' && spoken.has(String((node['name'] as Node)['name']))) {
    const value = node['value'] as Node | null;
    if (value)
      words.push(
        ...listLiterals(value.type === 'JSXExpressionContainer' ? (value['expression'] as Node) : value),
      );
  }
  for (const value of Object.values(node))
    for (const child of [value].flat()) if (isNode(child)) visit(child, words);
}

/** The text of a literal, the texts of both branches of a condition, or the fixed parts of a template. */
function listLiterals(node: Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'TemplateLiteral':
      return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    case 'ConditionalExpression':
      return [...listLiterals(node['consequent'] as Node), ...listLiterals(node['alternate'] as Node)];
    case 'LogicalExpression':
      return listLiterals(node['right'] as Node);
    default:
      return [];
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

describe('every text of the app is in its locales', () => {
  const components = ['client', 'src', 'staff', 'ui'].flatMap((part) =>
    readdirSync(part, { recursive: true, encoding: 'utf8' }).map((path) => join(part, path)),
  );
  test.each(components.filter((path) => path.endsWith('.tsx')).sort())('%s', (path) => {
    expect(listWords(readFileSync(path, 'utf8'))).toEqual([]);
  });

  test('a text in a component is found wherever it is', () => {
    const findMarkupWords = (markup: string) => listWords(`export const X = ({ a }) => ${markup};`);
    expect(findMarkupWords('<p>Order</p>')).toEqual(['Order']);
    expect(findMarkupWords('<p>{a ? "Yes" : `No ${a}`}</p>')).toEqual(['Yes', 'No']);
    expect(findMarkupWords('<p>{a && "點餐"}</p>')).toEqual(['點餐']);
    expect(findMarkupWords('<img alt="A dish" />')).toEqual(['A dish']);
    expect(findMarkupWords('<Field label={a ?? "Name"} />')).toEqual(['Name']);
    expect(findMarkupWords('<p className="bar">× {a} · +1</p>')).toEqual([]);
  });
});
