/** Reads CSV as Excel, Numbers and other programs save it, with a header and the row numbers of the spreadsheet. */
import { CsvError, parse } from 'csv-parse/sync';
import { languageCodes } from '#contract/http/headers.ts';
import { languageTag } from '#contract/menu-file/localized.ts';
import { removeGuard } from '../csv.ts';
import type { Notice } from './source.ts';

export interface TableRow {
  /** As a spreadsheet counts: the header is row 1. */
  readonly number: number;
  /** The trimmed text of a cell, or undefined if the table has no such column. */
  readCell(column: string): string | undefined;
  /** The cells of all columns like `Name (zh-TW)`, by the language in brackets. */
  listLanguages(column: string): [language: string, text: string][];
}

export interface Table {
  /** As the file writes them. */
  readonly columns: readonly string[];
  readonly headerRow: number;
  /** Without empty rows. */
  readonly rows: readonly TableRow[];
  /** A comma is the sign before the decimals, as where lists are separated by semicolons. */
  readonly hasDecimalComma: boolean;
  readonly mistakes: readonly Notice[];
  /** The columns with a value that a reader did not ask for. */
  listUnused(isUsed: (column: string) => boolean): string[];
}

/** The header of some exports is below a title. */
const rowsBeforeHeader = 4;

/** Normalises the name of a column for comparisons. */
export function toColumnKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Returns `zh-TW` for the column `Name (zh-TW)`. */
export function readColumnLanguage(name: string, column: string): string | undefined {
  const [, text = '', language = ''] = /^(.*?) ?\(([^()]+)\)$/.exec(name.normalize('NFKC').trim()) ?? [];
  if (toColumnKey(text) !== toColumnKey(column)) return undefined;
  const offered = languageCodes.find((code) => code.toLowerCase() === language.trim().toLowerCase());
  return offered ?? (languageTag.test(language) ? language : undefined);
}

/** @param isHeader recognises the header from its normalised columns. Returns undefined if no row is one */
export function readTable(text: string, isHeader: (keys: readonly string[]) => boolean): Table | undefined {
  for (const delimiter of [',', ';', '\t']) {
    const start = findHeader(text, delimiter, isHeader);
    if (start === undefined) continue;
    const parsed = parseRows(text, delimiter);
    if ('line' in parsed) {
      const mistakes: Notice[] = [{ code: 'brokenCsv', place: { line: parsed.line } }];
      return { ...createTable([], 0, delimiter), mistakes };
    }
    return createTable(parsed.rows, start, delimiter);
  }
  return undefined;
}

/** Reads row by row, because a later one may be broken. */
function findHeader(
  text: string,
  delimiter: string,
  isHeader: (keys: readonly string[]) => boolean,
): number | undefined {
  for (let count = 1; count <= rowsBeforeHeader + 1; count += 1) {
    const parsed = parseRows(text, delimiter, count);
    if ('line' in parsed || parsed.rows.length < count) return undefined;
    if (isHeader(parsed.rows[count - 1]!.map(toColumnKey))) return count - 1;
  }
  return undefined;
}

function parseRows(
  text: string,
  delimiter: string,
  to = -1,
): { readonly rows: string[][] } | { readonly line: number } {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      to,
    });
    return { rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { line: Number(error['lines'] ?? 1) };
  }
}

function createTable(all: readonly (readonly string[])[], headerAt: number, delimiter: string): Table {
  const columns = (all[headerAt] ?? []).map((name) => name.trim());
  const keys = columns.map(toColumnKey);
  const places = new Map(keys.map((key, index) => [key, index] as const).toReversed());
  const twice = columns.filter((_, index) => keys[index] !== '' && keys.indexOf(keys[index]!) < index);
  const cells = all.map((row) => row.map((cell) => removeGuard(cell.trim())));
  const rows = cells.flatMap((row, index) => {
    if (index <= headerAt || row.every((cell) => cell === '')) return [];
    const readCell = (column: string) => {
      const place = places.get(toColumnKey(column));
      return place === undefined ? undefined : (row[place] ?? '');
    };
    const listLanguages = (column: string) =>
      columns.flatMap((name): [string, string][] => {
        const language = readColumnLanguage(name, column);
        return language === undefined ? [] : [[language, readCell(name) ?? '']];
      });
    return [{ number: index + 1, readCell, listLanguages }];
  });
  return {
    columns,
    headerRow: headerAt + 1,
    rows,
    hasDecimalComma: delimiter === ';',
    mistakes: twice.map((name) => ({ code: 'columnTwice', place: { row: headerAt + 1 }, values: { name } })),
    listUnused: (isUsed) =>
      columns.filter((name) => name !== '' && !isUsed(name) && rows.some(({ readCell }) => readCell(name))),
  };
}
