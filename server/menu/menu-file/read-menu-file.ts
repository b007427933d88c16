import { isMap, isScalar, LineCounter, parseDocument, visit, type Alias, type Document } from 'yaml';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import type { MenuFile } from '#contract/menu-file/menu-file-schema.ts';
import { formatPath, type Path } from '#contract/menu-file/mistake.ts';
import { describeMistake } from './mistake-words.ts';
import type { Pictures } from './pictures.ts';
import { findPictureMistakes } from './picture-mistakes.ts';
import { findNode } from './yaml-nodes.ts';

type MenuFileResult =
  | { readonly ok: true; readonly file: MenuFile; placeOf(path: Path): string }
  /** One line per mistake, in the order of the file: `menu.yaml:12:5: categories[2].products[0].price: must be …`. */
  | { readonly ok: false; readonly mistakes: readonly string[] };

/** Limit for uses of YAML aliases. A menu may use one list of options at every dish. The limit stops YAML bombs. */
const maxAliases = 10_000;

/** A mistake of the syntax, at its place in the text. */
interface SyntaxMistake {
  readonly offset: number;
  readonly message: string;
}

type ParsedYaml =
  | {
      readonly ok: true;
      readonly raw: unknown;
      offsetOf(path: Path, atName?: boolean): number;
      locate: LinePos;
    }
  | { readonly ok: false; readonly mistakes: readonly SyntaxMistake[]; locate: LinePos };

type LinePos = (offset: number) => { readonly line: number; readonly col: number };

/** Parses YAML or JSON. Numbers become text as it is written. */
export function parseMenuYaml(text: string): ParsedYaml {
  const counter = new LineCounter();
  const locate: LinePos = (offset) => counter.linePos(offset);
  const doc = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  if (doc.errors.length > 0) {
    const mistakes = doc.errors.map(({ pos: [offset], message }) => ({ offset, message }));
    return { ok: false, mistakes, locate };
  }
  const unknown = findUnknownAliases(doc).map(({ range, source }) => ({
    offset: range?.[0] ?? 0,
    message: `*${source} is unknown: define &${source} above this line`,
  }));
  if (unknown.length > 0) return { ok: false, mistakes: unknown, locate };
  keepNumbersAsWritten(doc);
  try {
    const raw: unknown = doc.toJS({ maxAliasCount: maxAliases });
    return {
      ok: true,
      raw,
      locate,
      offsetOf: (path, atName = false) => findNode(doc, path, atName)?.range?.[0] ?? 0,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, mistakes: [{ offset: -1, message }], locate };
  }
}

/**
 * Reads a menu file, YAML or JSON, and reports all its mistakes.
 * @param name the file's name in the messages
 * @param where the folders of the pictures that the file names
 */
export async function readMenuFile(text: string, name: string, where: Pictures): Promise<MenuFileResult> {
  const parsed = parseMenuYaml(text);
  const locate = (offset: number) => {
    if (offset < 0) return name;
    const { line, col } = parsed.locate(offset);
    return `${name}:${line}:${col}`;
  };
  if (!parsed.ok)
    return {
      ok: false,
      mistakes: parsed.mistakes.map(({ offset, message }) => `${locate(offset)}: ${message}`),
    };
  const { raw, offsetOf } = parsed;
  const checked = checkMenu(raw);
  const mistakes = [...(checked.ok ? [] : checked.mistakes), ...(await findPictureMistakes(raw, where))];
  if (checked.ok && mistakes.length === 0)
    return {
      ok: true,
      file: checked.file,
      placeOf: (path) => `${locate(offsetOf(path))}: ${formatPath(path)}`,
    };
  const lines = mistakes
    .map((mistake) => ({
      offset: offsetOf(mistake.path, mistake.atName),
      path: mistake.path,
      words: describeMistake(mistake, 'en-US', (path) => locate(offsetOf(path))),
    }))
    .sort((a, b) => a.offset - b.offset)
    .map(
      ({ offset, path, words }) => `${locate(offset)}: ${path.length ? `${formatPath(path)}: ` : ''}${words}`,
    );
  return { ok: false, mistakes: [...new Set(lines)] };
}

/** Reads numbers as text, so that a price keeps its trailing zeros and an id its leading zeros. */
function keepNumbersAsWritten(doc: Document): void {
  visit(doc, {
    Scalar(_, node) {
      if (typeof node.value === 'number' && node.source !== undefined) node.value = node.source;
    },
    Map(_, node) {
      for (const { key } of node.items)
        if (isScalar(key) && typeof key.value !== 'string') key.value = String(key.value);
    },
  });
  // An empty file is read as an empty object.
  if (doc.contents === null || (isScalar(doc.contents) && doc.contents.value === null))
    doc.contents = doc.createNode({});
  if (isMap(doc.contents)) doc.contents.range ??= [0, 0, 0];
}

/** Finds uses of aliases (`*name`) that no anchor (`&name`) above them defines. */
function findUnknownAliases(doc: Document): Alias[] {
  const known = new Set<string>();
  const unknown: Alias[] = [];
  // `Alias.resolve` would search the whole file for each alias.
  visit(doc, {
    Alias: (_, node) => void (known.has(node.source) || unknown.push(node)),
    Value: (_, { anchor }) => void (anchor !== undefined && known.add(anchor)),
  });
  return unknown;
}
