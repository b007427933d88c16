/** Reads and writes regression cases: a folder with logs, and the views that they must show at their ends. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LogHeader, writeLogFile } from '#events/records/log-file.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { ViewJson } from '#projections/merge/view-json.ts';
import { casesFolder } from '../replay/options.ts';

/** Prefix of the folders. `tests/regressions` also contains simulations, which are files. */
const folderPrefix = 'log-';
const viewsFile = 'case.json';

export interface CaseLog {
  readonly header: LogHeader;
  readonly records: readonly LogRecord[];
  /** The view after the last record. */
  readonly view: ViewJson;
}

interface Views {
  /** By the name of the log's file. */
  readonly shows: Readonly<Record<string, ViewJson>>;
}

export function validateName(name: string): string | undefined {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= 64) return undefined;
  return `"${name}" is not a valid name: use small letters, digits and single dashes, at most 64, as in tea-vanished`;
}

export function findCaseFolder(name: string, into = casesFolder): string {
  return join(into, folderPrefix + name);
}

/** Writes a case and deletes the old content of the folder. @returns the paths of the files */
export function writeCase(folder: string, logs: readonly CaseLog[]): string[] {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const files = logs.map((log, index) => ({ ...log, file: `${index + 1}.jsonl` }));
  const views: Views = { shows: Object.fromEntries(files.map(({ file, view }) => [file, view])) };
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  return [
    ...files.map(({ file, header, records }) => write(file, writeLogFile(header, records))),
    write(viewsFile, `${JSON.stringify(views, null, 2)}\n`),
  ];
}

/** A stored case. Its logs are text, because the tests also cover the reading of logs. */
export interface StoredCase {
  readonly name: string;
  readonly logs: readonly { readonly file: string; readonly text: string; readonly view: ViewJson }[];
}

export function readCases(from = casesFolder): StoredCase[] {
  return readdirSync(from)
    .filter((name) => name.startsWith(folderPrefix))
    .sort()
    .map((name) => {
      const read = (file: string) => readFileSync(join(from, name, file), 'utf8');
      const { shows } = JSON.parse(read(viewsFile)) as Views;
      return { name, logs: Object.entries(shows).map(([file, view]) => ({ file, text: read(file), view })) };
    });
}
