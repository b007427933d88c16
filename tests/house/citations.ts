/** Where the ids of the law (docs/merge-rules.md, decisions.md, contract.md) are defined, cited and proved. */
import { readdirSync, readFileSync } from 'node:fs';
import { testsIn, type TitledTest } from './test-titles.ts';

/** A merge rule or decision (`V5c`, `D16`), or a statement of the contract (`CN4`). */
const id = String.raw`(?:[ADEFGLOPSTV]\d{1,2}[a-e]?|C[A-Z]\d{1,2})`;
const citedIds = new RegExp(String.raw`\b${id}\b`, 'g');
/** `V1–V6`, `CN1 to CN9`: a test that says so proves that the whole holds together, and none of them. */
const ranges = new RegExp(String.raw`\b${id}\s?(?:[–-]|to)\s?(?:${id}|[a-e])\b`, 'g');
/** `**V1 Known**`, `**G7 Awake.** *planned*.` */
const definitions = new RegExp(String.raw`\*\*(${id})\b[^*]*\*\*(?: \*(in part planned|planned)\*)?`, 'g');
/** Block comments, and what follows two slashes; slashes inside of a text have no space before them. */
const comments = /(?:^|[\s{(,])\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm;
/** Which rule a deliberate fault breaks. */
const brokenRules = /\brule: '[^']*'/g;

const root = new URL('../../', import.meta.url);
const folders = [
  'client', 'contract', 'dev', 'docs', 'e2e', 'events', 'locales', 'projections', 'server', 'src', 'staff', 'sync', 'testing', 'tests', 'tools', 'ui',
]; // prettier-ignore

/** Every file of the project's own, by its path from the root. */
export function projectFiles(): string[] {
  const inside = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path}`,
    ),
  );
  const atTop = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  // The probes of walls.test.ts come and go.
  return [...inside, ...atTop.map(({ name }) => name)].filter((path) => !path.includes('wall-probe-'));
}

export function textOf(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

export interface Place {
  readonly path: string;
  readonly id: string;
  /** From 1; counted only where somebody asks. */
  line(): number;
}

export interface Definition extends Place {
  readonly isPlanned: boolean;
}

export function definitionsIn(path: string, text: string): Definition[] {
  return [...text.matchAll(definitions)].map(({ 1: defined, 2: planned, index }) => ({
    ...place(path, text, index, defined!),
    isPlanned: planned === 'planned',
  }));
}

/** Ids cited in a page, or in comments and titles of code. */
export function citationsIn(path: string, text: string): Place[] {
  if (path.endsWith('.md')) return placesIn(path, text, text, 0);
  const cited = [...text.matchAll(comments), ...text.matchAll(brokenRules)].flatMap((match) =>
    placesIn(path, text, match[0], match.index),
  );
  if (!isTest(path)) return cited;
  const titles = testsOf(path, text).flatMap(({ titles: all, starts }) =>
    all.flatMap((title, depth) =>
      (title.match(citedIds) ?? []).map((each) => place(path, text, starts[depth]!, each)),
    ),
  );
  return [...cited, ...titles];
}

function placesIn(path: string, text: string, part: string, offset: number): Place[] {
  return [...part.matchAll(citedIds)].map(({ 0: cited, index }) => place(path, text, offset + index, cited));
}

function place(path: string, text: string, offset: number, cited: string): Place {
  return { path, id: cited, line: () => text.slice(0, offset).split('\n').length };
}

export interface Proof {
  readonly path: string;
  /** Titles of the blocks around the test and its own. */
  readonly titles: readonly string[];
  /** What those titles, and the comments directly above them, name one by one. */
  readonly ids: readonly string[];
}

export function isTest(path: string): boolean {
  return /^(?:tests|e2e)\/.*\.(?:test|spec)\.tsx?$/.test(path);
}

export function proofsIn(path: string, text: string): Proof[] {
  return testsOf(path, text).map(({ titles, starts }) => {
    const named = [...titles, ...starts.map((start) => commentAbove(text, start))];
    return { path, titles, ids: named.flatMap(idsNamed) };
  });
}

/** The ids that a text names, those inside of a range left out. */
export function idsNamed(text: string): string[] {
  return text.replace(ranges, '').match(citedIds) ?? [];
}

const parsed = new Map<string, readonly TitledTest[]>();

/** Reading the syntax is what takes time: once a text. */
function testsOf(path: string, text: string): readonly TitledTest[] {
  const known = parsed.get(text) ?? testsIn(text, path.endsWith('x') ? 'tsx' : 'ts');
  parsed.set(text, known);
  return known;
}

/** The lines of comment that stand directly above the line of a place. */
function commentAbove(text: string, start: number): string {
  const lines = text.slice(0, text.lastIndexOf('\n', start) + 1).split('\n');
  // Behind the last line break there is nothing.
  lines.pop();
  const above: string[] = [];
  for (let line = lines.pop(); line !== undefined && /^\s*(?:\/\/|\/\*|\*)/.test(line); line = lines.pop())
    above.push(line);
  return above.join('\n');
}
