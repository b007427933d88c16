/** Walks JSON-LD: entries by their types, links within `@graph`, and texts in several languages. */
import { languageCodes } from '#contract/http/headers.ts';
import { languageTag } from '#contract/menu-file/localized.ts';
import { isNamed } from '#contract/menu-file/edits.ts';
import type { Fields, FileText } from './source.ts';

/** A value of the document, and the path to it. */
export interface Node {
  readonly value: Fields;
  readonly path: string;
}

export interface Document {
  /** Returns the objects at a field, one or a list, with links resolved. */
  list(node: Node, field: string): Node[];
  /** Finds all objects of a type, except those inside another one of it. */
  findAll(type: string): Node[];
}

/** Objects in one document. A menu of 4 MiB has fewer. */
const maxDepth = 60;

export function openDocument(root: unknown): Document {
  const byId = new Map<unknown, Node>();
  const walk = (value: unknown, path: string, visit: (node: Node) => boolean, depth = 0): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value))
      return value.forEach((each, index) => walk(each, `${path}[${index}]`, visit, depth + 1));
    if (!isNamed(value) || !visit({ value, path })) return;
    for (const [name, each] of Object.entries(value)) walk(each, joinPath(path, name), visit, depth + 1);
  };
  walk(root, '', (node) => {
    const { '@id': id, ...rest } = node.value;
    // An object with only an id is a link.
    if (id !== undefined && Object.keys(rest).length > 0 && !byId.has(id)) byId.set(id, node);
    return true;
  });
  const resolve = (node: Node): Node => {
    const { '@id': id, ...rest } = node.value;
    return Object.keys(rest).length === 0 ? (byId.get(id) ?? node) : node;
  };
  return {
    list: ({ value, path }, field) => {
      const given = value[field];
      const at = joinPath(path, field);
      const all = Array.isArray(given)
        ? given.map((each, index) => [each as unknown, `${at}[${index}]`] as const)
        : [[given, at] as const];
      return all.flatMap(([each, place]) => (isNamed(each) ? [resolve({ value: each, path: place })] : []));
    },
    findAll: (type) => {
      const found: Node[] = [];
      walk(root, '', (node) => {
        const isOne = isOfType(node.value, type);
        if (isOne) found.push(node);
        return !isOne;
      });
      return found;
    },
  };
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

export function isOfType({ '@type': type }: Fields, name: string): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.some((each) => typeof each === 'string' && stripVocabulary(each) === name);
}

/** `https://schema.org/VeganDiet` and `schema:VeganDiet` are `VeganDiet`. */
export function stripVocabulary(name: string): string {
  return name.replace(/^(https?:\/\/schema\.org\/|schema:)/, '');
}

/** Reads a text: plain, or one `{ "@value", "@language" }` for each language. */
export function readText(value: unknown): FileText | undefined {
  if (typeof value === 'string') return value.trim();
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = all.flatMap((each): [string | undefined, string][] => {
    const { '@value': text, '@language': tag } = isNamed(each) ? each : { '@value': each };
    return typeof text === 'string' ? [[readLanguage(tag), text.trim()]] : [];
  });
  const inLanguages = texts.filter(([language]) => language !== undefined);
  return inLanguages.length > 0 ? Object.fromEntries(inLanguages) : texts[0]?.[1];
}

/** A language of the app: `zh-Hant` and `zh` are zh-TW, `en-GB` is en-US. Another one stays what it is. */
function readLanguage(tag: unknown): string | undefined {
  if (typeof tag !== 'string' || !languageTag.test(tag)) return undefined;
  // Simplified Chinese is another text than zh-TW.
  if (/^zh-(hans|cn|sg)\b/i.test(tag)) return tag;
  const [own] = tag.toLowerCase().split('-');
  return languageCodes.find((code) => code.split('-')[0] === own) ?? tag;
}
