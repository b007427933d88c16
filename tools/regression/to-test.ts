/** `--to-test`: makes a regression case from one log, or from two logs of the same table. */
import { existsSync } from 'node:fs';
import type { LogFile } from '#events/records/log-file.ts';
import { logOf } from '#events/records/log.ts';
import { isRedacted, redactRecords } from '#events/records/redact.ts';
import type { LogRecord } from '#events/records/records.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { createLabeller } from '../replay/readable.ts';
import { countNoun } from '../replay/words.ts';
import type { TestOptions } from '../replay/options.ts';
import { chooseBetween, chooseInLog, findDivergence } from './choose.ts';
import { findCaseFolder, validateName, writeCase } from './case-files.ts';
import { shrink, type Progress } from './shrink.ts';

type ConversionResult =
  | { readonly ok: true; readonly words: readonly string[] }
  /** `status` is 1 if the case could not be made, and 2 for an invalid command line. */
  | { readonly ok: false; readonly complaint: string; readonly status: 1 | 2 };

const testFile = 'tests/projections/golden-logs.test.ts';

/** Checks the name and the folder before any log is read. Returns undefined if the case can be written. */
export function checkTarget({ name, force, into }: TestOptions): ConversionResult | undefined {
  const noName = validateName(name);
  if (noName !== undefined) return refuse(noName, 2);
  const folder = findCaseFolder(name, into);
  if (existsSync(folder) && !force) return refuse(`${folder} exists already: use --force to replace it`, 1);
  return undefined;
}

export function createTest(
  files: readonly LogFile[],
  options: TestOptions,
  tell: Progress,
): ConversionResult {
  const all = files.map(({ records }) => records);
  const cut = all.length === 1 ? cutLog(all[0]!, options.at) : cutLogs(all, options.at);
  if (!cut.ok) return cut;
  const headers = cut.which.map((index) => files[index]!.header);
  const isPlain = !options.names && !cut.logs.every(isRedacted);
  const logs = isPlain ? cut.logs.map((records, index) => redactRecords(headers[index]!, records)) : cut.logs;

  const [mine, theirs] = logs;
  const choice = theirs ? chooseBetween([mine!, theirs]) : chooseInLog(mine!, options);
  if (!choice.ok) return refuse(choice.complaint, 1);
  const { difference, found } = choice;
  const kept = options.shrink ? shrink(logs, difference, tell).logs : logs;
  const written = writeCase(findCaseFolder(options.name, options.into), {
    found,
    difference,
    logs: kept.map((records, index) => ({ header: headers[index]!, records, view: viewOf(records) })),
  });
  const read = createLabeller(logs.map((records) => ({ records })));
  return {
    ok: true,
    words: [
      read(found),
      ...(options.shrink
        ? [`${countNoun(countRecords(logs), 'record')} shrunk to ${countRecords(kept)}`]
        : []),
      ...(isPlain ? ['names and notes are replaced by placeholders'] : []),
      ...written.map((file) => `wrote ${file}`),
      `run it: npm run unit -- ${testFile} -t log-${options.name}`,
    ],
  };
}

type Cut =
  | {
      readonly ok: true;
      readonly logs: readonly (readonly LogRecord[])[];
      readonly which: readonly number[];
    }
  | Extract<ConversionResult, { ok: false }>;

function cutLog(records: readonly LogRecord[], at: string | undefined): Cut {
  if (at === undefined) return { ok: true, logs: [records], which: [0] };
  const count = /^\d+$/.test(at) ? Number(at) : undefined;
  if (count === undefined) return refuse(`--at takes a record's number, not "${at}"`, 2);
  if (count > records.length) return refuse(describeMissingRecord(records.length, at), 1);
  return { ok: true, logs: [records.slice(0, count)], which: [0] };
}

function cutLogs(logs: readonly (readonly LogRecord[])[], at: string | undefined): Cut {
  let moment: { phone: number; count: number } | undefined;
  if (at !== undefined) {
    const [, letter, number] = /^([a-z]):(\d+)$/i.exec(at) ?? [];
    const phone = letter === undefined ? -1 : letter.toLowerCase().charCodeAt(0) - 97;
    const records = logs[phone];
    if (!records) return refuse(`with --merge, --at takes a phone and its record's number, as in B:12, not "${at}"`, 2);
    moment = { phone, count: Number(number) };
    if (moment.count < 1 || moment.count > records.length) return refuse(describeMissingRecord(records.length, number!), 1);
  }
  const parted = findDivergence(logs, moment);
  if (!parted) return refuse(`${at === undefined ? 'at every moment' : `at ${at}`} all phones showed the same`, 1);
  const { counts, pair } = parted;
  return { ok: true, logs: pair.map((phone) => logs[phone]!.slice(0, counts[phone])), which: pair };
} // prettier-ignore

function describeMissingRecord(count: number, number: string): string {
  return `there are ${countNoun(count, 'record')}, none with number ${number}`;
}

function refuse(complaint: string, status: 1 | 2) {
  return { ok: false, complaint, status } as const;
}

function countRecords(logs: readonly (readonly LogRecord[])[]): number {
  return logs.reduce((sum, records) => sum + records.length, 0);
}

function viewOf(records: readonly LogRecord[]) {
  return convertViewToJson(projectCartView(logOf(records)));
}

/** No progress is shown before this time, ms. */
const silentMs = 1_000;
/** Time between two lines if the stream is not a terminal, ms. */
const everyMs = 5_000;
const everyMsOnTerminal = 100;

/** Writes progress to a stream: one changing line on a terminal, otherwise a line every few seconds. */
export function createProgress(
  stream: NodeJS.WriteStream,
  now: () => number = Date.now,
): { readonly tell: Progress; readonly end: () => void } {
  const start = now();
  let last = start + silentMs - everyMs;
  let isShown = false;
  return {
    tell: (left, all, tries) => {
      const time = now();
      const pause = stream.isTTY ? everyMsOnTerminal : everyMs;
      if (time - start < silentMs || time - last < pause) return;
      last = time;
      isShown = true;
      const words = `shrinking: ${left} of ${all} parts left after ${tries} tries`;
      stream.write(stream.isTTY ? `\r\u001b[K${words}` : `${words}\n`);
    },
    end: () => {
      if (isShown && stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}
