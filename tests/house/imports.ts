/** Reads the imports of the project for all tests about its folders. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Each file with the files that it imports. Paths start at the root of the repository, with `/`. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** `import … from`, `export … from`, `import '…'` and `import('…')`, of values and of types. */
const specifiers = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g;

/** The imports of every TypeScript file in these folders, without imports of other folders. */
export function importGraph(folders: readonly string[]): ImportGraph {
  const files = new Set(folders.flatMap(listSources));
  return new Map([...files].map((file) => [file, listImports(file, files)]));
}

function listSources(folder: string): string[] {
  return (
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      // walls.test.ts writes probes and removes them again.
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('wall-probe-'))
      .map((name) => join(folder, name).replaceAll(sep, '/'))
  );
}

function listImports(file: string, files: ReadonlySet<string>): Set<string> {
  const paths = listSpecifiers(readFileSync(join(root, file), 'utf8')).map((specifier) => {
    // The aliases of package.json: `#server/x.ts` is `server/x.ts`.
    if (specifier.startsWith('#')) return specifier.slice(1);
    return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)).replaceAll(sep, '/') : '';
  });
  return new Set(paths.filter((path) => files.has(path)));
}

/** The specifiers of a text's imports. Comments do not count. */
export function listSpecifiers(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(specifiers)].map(([, , specifier = '']) => specifier);
}

/** The graph between groups of files. Imports inside a group and files without a group do not count. */
export function groupImports(graph: ImportGraph, groupOf: (file: string) => string | undefined): ImportGraph {
  const groups = new Map<string, Set<string>>();
  for (const [file, imports] of graph) {
    const from = groupOf(file);
    if (from === undefined) continue;
    const reached = groups.get(from) ?? new Set<string>();
    groups.set(from, reached);
    for (const each of imports) {
      const to = groupOf(each);
      if (to !== undefined && to !== from) reached.add(to);
    }
  }
  return groups;
}

/** The rings of a graph: lists of names in which each name reaches every other one (Tarjan's algorithm). */
export function findRings(graph: ImportGraph): string[][] {
  const found: string[][] = [];
  const indices = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): void => {
    const index = indices.size;
    indices.set(node, index);
    lowest.set(node, index);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!indices.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== index) return;
    const ring = stack.splice(stack.indexOf(node));
    if (ring.length > 1 || graph.get(node)?.has(node)) found.push(ring.toSorted());
  };
  for (const node of graph.keys()) if (!indices.has(node)) visit(node);
  return found;
}
