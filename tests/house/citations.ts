/** Finds where the ids of the rules are defined, cited and proved. Three pages of docs define them. */
import { readdirSync, readFileSync } from 'node:fs';
import { listTests, type TitledTest } from './test-titles.ts';

/** A merge rule or decision (`V5c`, `CX8`), or a statement of the contract (`CN4`). S3 is a protocol for stores of files. */
const id = String.raw`(?:(?!S3\b)[ADEFGLOPSTV]\d{1,2}[a-e]?|C[A-Z]\d{1,2})`;
const citedIds = new RegExp(String.raw`\b${id}\b`, 'g');
/** `V1–V6`, `CN1 to CN9`: such a test proves that the rules hold together, and proves none of them. */
const ranges = new RegExp(String.raw`\b${id}\s?(?:[–-]|to)\s?(?:${id}|[a-e])\b`, 'g');
/** `**V1 Known**`, `## D24 Plain HTTP on the local network` */
const definitions = new RegExp(String.raw`(?:\*\*|^## )(${id})\b`, 'gm');
/** Block comments and line comments. Slashes inside a text have no space before them. */
export const comments = /(?:^|[\s{(,])\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm;
/** The rule that a mutant breaks. */
const brokenRules = /\brule: '[^']*'/g;

const root = new URL('../../', import.meta.url);
const folders = [
  'client', 'contract', 'deploy', 'dev', 'docs', 'e2e', 'events', 'locales', 'packages', 'projections', 'server', 'src', 'staff', 'sync', 'testing', 'tests', 'tools', 'ui',
]; // prettier-ignore

/** Every file of the project by its path from the root. */
export function projectFiles(): string[] {
  const inside = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path}`,
    ),
  );
  const atTop = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  // walls.test.ts writes probes and removes them again. A built package is no source.
  return [...inside, ...atTop.map(({ name }) => name)].filter((path) => !/wall-probe-|\/dist\//.test(path));
}

export function readText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

export interface Place {
  readonly path: string;
  readonly id: string;
  /** From 1. Computed only when it is asked for. */
  line(): number;
}

export function listDefinitions(path: string, text: string): Place[] {
  return [...text.matchAll(definitions)].map(({ 1: id, index }) => place(path, text, index, id!));
}

/** Ids that a page cites, or the comments and titles of code. */
export function listCitations(path: string, text: string): Place[] {
  if (path.endsWith('.md')) return listPlaces(path, text, text, 0);
  const cited = [...text.matchAll(comments), ...text.matchAll(brokenRules)].flatMap((match) =>
    listPlaces(path, text, match[0], match.index),
  );
  if (!isTest(path)) return cited;
  const titles = getTests(path, text).flatMap(({ titles: all, starts }) =>
    all.flatMap((title, depth) =>
      (title.match(citedIds) ?? []).map((each) => place(path, text, starts[depth]!, each)),
    ),
  );
  return [...cited, ...titles];
}

function listPlaces(path: string, text: string, part: string, offset: number): Place[] {
  return [...part.matchAll(citedIds)].map(({ 0: cited, index }) => place(path, text, offset + index, cited));
}

function place(path: string, text: string, offset: number, cited: string): Place {
  return { path, id: cited, line: () => text.slice(0, offset).split('\n').length };
}

export interface Proof {
  readonly path: string;
  /** Titles of the blocks around the test and its own. */
  readonly titles: readonly string[];
  /** Ids in these titles and in the comments directly above them. A range names no id. */
  readonly ids: readonly string[];
}

export function isTest(path: string): boolean {
  return /^(?:tests|e2e)\/.*\.(?:test|spec)\.tsx?$/.test(path);
}

export function listProofs(path: string, text: string): Proof[] {
  return getTests(path, text).map(({ titles, starts }) => {
    const named = [...titles, ...starts.map((start) => findComment(text, start))];
    return { path, titles, ids: named.flatMap(listNamedIds) };
  });
}

/** The ids that a text names, without those inside a range. */
export function listNamedIds(text: string): string[] {
  return text.replace(ranges, '').match(citedIds) ?? [];
}

const parsed = new Map<string, readonly TitledTest[]>();

/** Parsing takes most of the time, so each text is parsed once. */
function getTests(path: string, text: string): readonly TitledTest[] {
  const known = parsed.get(text) ?? listTests(text, path.endsWith('x') ? 'tsx' : 'ts');
  parsed.set(text, known);
  return known;
}

/** The lines of comment directly above the line of a place. */
function findComment(text: string, start: number): string {
  const lines = text.slice(0, text.lastIndexOf('\n', start) + 1).split('\n');
  // The text after the last line break is empty.
  lines.pop();
  const above: string[] = [];
  for (let line = lines.pop(); line !== undefined && /^\s*(?:\/\/|\/\*|\*)/.test(line); line = lines.pop())
    above.push(line);
  return above.join('\n');
}
