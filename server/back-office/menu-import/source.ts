/**
 * The result of reading a menu in one of the formats.
 *
 *   bytes ──decodeFile──► text ──readYaml | readOwnCsv | readSquare | readJsonLd──► Source
 *   Source + draft ──completeMenu──► menu file with ids ──checkMenu──► tree ──► edits
 *
 * The sections have the fields of a menu file, but any of them may be absent. An absent field keeps its value in the
 * menu; an empty text removes it. Texts may lack languages. Ids may be absent.
 */
import type { MenuFormat } from '#contract/calls/menu-import.ts';
import type { Path } from '#contract/menu-file/mistake.ts';
import type english from '#locales/en-US/menu-import.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A text, or the languages of it that the file has. */
export type FileText = string | Readonly<Record<string, string>>;

/** Where the reader finds a value: a cell, a line, or the path to a value of JSON. */
export type Place =
  | { readonly row: number; readonly column?: string | undefined }
  | { readonly line: number }
  | { readonly path: string };

type Key = keyof typeof english;
/** A code is the key of its text without the plural form. */
export type NoticeCode = Key extends infer K
  ? K extends `${infer Stem}_${'one' | 'other'}`
    ? Stem
    : K
  : never;

export interface Notice {
  readonly code: NoticeCode;
  /** Without it, the whole file. */
  readonly place?: Place | undefined;
  /** The values of its text. A long list of names is shortened. */
  readonly values?: Readonly<Record<string, string | number | readonly string[]>>;
}

export interface Source {
  readonly format: MenuFormat;
  readonly stations?: readonly unknown[];
  readonly categories: readonly unknown[];
  /** The place of a value of `categories` or `stations`. */
  placeOf(path: Path): Place | undefined;
  readonly mistakes: readonly Notice[];
  readonly warnings: readonly Notice[];
  /** Diets that the format has no word for. A known dish keeps them. */
  readonly unsayableDiets?: readonly string[];
  /** The format does not list all option groups. A known dish keeps its others. */
  readonly keepsGroups?: boolean;
}

/** The restaurant's settings that matter for reading its menu. */
export interface MenuSettings {
  readonly currency: string;
  readonly decimals: number;
}

/** Collects notices. */
export function createNotices() {
  const mistakes: Notice[] = [];
  const warnings: Notice[] = [];
  return { mistakes, warnings };
}
