/** A regression case on the disk: a folder with the logs, and what they must show at their ends. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLogFile } from '#events/records/log-file.ts';
import type { LogHeader, LogRecord } from '#events/records/records.ts';
import type { ViewJson } from '#projections/merge/view-json.ts';
import { casesFolder } from '../replay/options.ts';
import type { Difference } from './difference.ts';

/** Beside the folders are the kept simulations, which are files. */
const folderPrefix = 'log-';
const factsFile = 'case.json';

export interface KeptLog {
  readonly header: LogHeader;
  readonly records: readonly LogRecord[];
  /** V6 after the last record. */
  readonly view: ViewJson;
}

export interface Case {
  readonly found: string;
  /** Taken out where that was the bug. */
  readonly difference?: Difference | undefined;
  readonly logs: readonly KeptLog[];
}

interface Facts {
  readonly found: string;
  readonly difference?: Difference | undefined;
  readonly shows: Readonly<Record<string, ViewJson>>;
}

export function whyNoName(name: string): string | undefined {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= 64) return undefined;
  return `"${name}" is no name of a case: small letters, digits and single dashes, 64 at most, as in tea-vanished`;
}

export function caseFolder(name: string, into = casesFolder): string {
  return join(into, folderPrefix + name);
}

/** @returns the files that were written, the folder's old content is gone */
export function writeCase(folder: string, { found, difference, logs }: Case): string[] {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const files = logs.map((log, index) => ({ ...log, file: `${letterOf(index)}.jsonl` }));
  const shows = Object.fromEntries(files.map(({ file, view }) => [file, view]));
  const facts: Facts = { found, difference, shows };
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  return [
    ...files.map(({ file, header, records }) => write(file, writeLogFile(header, records))),
    write(factsFile, `${JSON.stringify(facts, null, 2)}\n`),
  ];
}

/** A case as it stands on the disk; its logs as text, since reading them is part of what is tested. */
export interface KeptCase extends Facts {
  readonly name: string;
  readonly logs: readonly { readonly text: string; readonly view: ViewJson }[];
}

export function keptCases(from = casesFolder): KeptCase[] {
  return readdirSync(from)
    .filter((name) => name.startsWith(folderPrefix))
    .sort()
    .map((name) => {
      const read = (file: string) => readFileSync(join(from, name, file), 'utf8');
      const facts = JSON.parse(read(factsFile)) as Facts;
      const logs = Object.entries(facts.shows).map(([file, view]) => ({ text: read(file), view }));
      return { ...facts, name, logs };
    });
}

function letterOf(index: number): string {
  return String.fromCharCode(97 + index);
}
