/**
 * `npm run replay -- FILE…`: what the phones of exported logs showed, for people and (`--json`) for machines; with
 * `--merge` the logs of several phones of one table session together, with `--inputs` what their engines were told.
 */
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { LogFile } from '#events/records/log-file.ts';
import { logOf } from '#events/records/log.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readMore, type Reading } from '#projections/merge/reading.ts';
import { viewJson } from '#projections/merge/view-json.ts';
import { mergeLogs, ofSameReplica, whyNotTogether, type NamedLog } from './replay/merge/merge-logs.ts';
import { mergeJson, mergeTable } from './replay/merge/merge-table.ts';
import { progressOn, toTest, whyNotToTest } from './regression/to-test.ts';
import { openLog } from './replay/files.ts';
import { replayAsked, replayUsage, type ReplayAsked, type Wish } from './replay/options.ts';
import { whyWords } from './replay/why.ts';
import { replayTable } from './replay/table.ts';
import { counted } from './replay/words.ts';
import { endWithTheReader } from './terminal/closed-pipe.ts';
import { harmless, jsonLine, screenOf } from './terminal/terminal-text.ts';

// Sentences instead of a bare "Invalid input": the phone does without them to stay small.
z.config(z.locales.en());

/** @returns the exit status: 1 when a file could not be shown, or not whole, 2 when the command makes no sense */
async function main(): Promise<number> {
  const asked = replayAsked(process.argv.slice(2));
  if (asked.kind === 'help') {
    console.log(replayUsage);
    return 0;
  }
  if (asked.kind === 'wrong') {
    if (asked.complaint !== undefined) complain(asked.complaint, 2);
    if (asked.showUsage) console.error(replayUsage);
    return 2;
  }
  const { paths, wish } = asked;
  if (wish) return keep(paths, asked.isMerge, wish);
  if (asked.isInputs) return inputs(paths, asked);
  return asked.isMerge ? merge(paths, asked) : replay(paths, asked);
}

async function replay(
  paths: readonly string[],
  { json, steps, at, goOn, why }: ReplayAsked,
): Promise<number> {
  let status = 0;
  for (const path of paths) {
    const { file, status: read } = open(path, goOn);
    status ||= read;
    if (!file) continue;
    if (at !== undefined && at > file.records.length) {
      status = complain(`${path}: has ${counted(file.records.length, 'record')}, none with number ${at}`, 1);
      continue;
    }
    const records = at === undefined ? file.records : file.records.slice(0, at);
    if (why !== undefined) {
      const answer = whyWords(records, why);
      if (!answer) status = complain(`${path}: no record up to there speaks of ${why}`, 1);
      else await print(answer.map((words) => `${harmless(words)}\n`));
      continue;
    }
    const text = json
      ? viewLines(records, steps)
      : [replayTable(path, { ...file, records, service: serviceUpTo(file, at) }, screenOf(process.stdout))];
    await print(text);
  }
  return status;
}

/** What was done after placing until record `at` was there. */
function serviceUpTo({ service = [] }: LogFile, at: number | undefined): LogFile['service'] {
  return at === undefined ? service : service.filter(({ after }) => after < at);
}

/** `--inputs` */
async function inputs(paths: readonly string[], { json, goOn }: ReplayAsked): Promise<number> {
  // The engine is no part of a server's image; the logs are read without it.
  const { cutWords, inputLines, inputsOf, inputTable } = await import('./replay/inputs/inputs.ts');
  let status = 0;
  for (const path of paths) {
    const { file, status: read } = open(path, goOn);
    status ||= read;
    if (!file) continue;
    const { runs, complaints } = inputsOf(file, goOn);
    for (const each of complaints) status = complain(`${path}: ${each}`, 1);
    for (const [index, run] of runs.entries()) {
      const place = { number: index + 1, count: runs.length };
      const table = () => [inputTable(path, file.header, run, place, screenOf(process.stdout))];
      await print(json ? inputLines(run) : table());
      const cut = cutWords(run);
      if (json && cut !== undefined) complain(`${path}: ${cut}`, 0);
    }
  }
  return status;
}

async function merge(paths: readonly string[], { json, goOn }: ReplayAsked): Promise<number> {
  const read = together(paths, goOn);
  if (typeof read === 'number') return read;
  const merged = mergeLogs(read.logs);
  await print([
    json ? mergeJson(merged) : mergeTable(read.logs[0]!.file.header, merged, screenOf(process.stdout)),
  ]);
  return read.status;
}

/**
 * The logs of one table. Half a table would mislead: with one that can't be read, or is of another table, nothing is
 * joined, unless it goes on with those that belong to the first.
 * @returns an exit status where there is nothing to join
 */
function together(given: readonly string[], goOn: boolean): { logs: NamedLog[]; status: number } | number {
  const paths = given.filter((path, index) => {
    const isFirst = given.findIndex((other) => resolve(other) === resolve(path)) === index;
    if (!isFirst) complain(`${path}: given twice, read once`, 0);
    return isFirst;
  });
  if (paths.length < 2) return complain('--merge takes the logs of two phones or more', 2);
  let status = 0;
  const read = paths.flatMap((path): NamedLog[] => {
    const opened = open(path, goOn);
    status ||= opened.status;
    return opened.file ? [{ path, file: opened.file }] : [];
  });
  if (status !== 0 && !goOn) return status;
  const logs = read.filter((log, index) => {
    const reason = index === 0 ? undefined : whyNotTogether([read[0]!, log]);
    if (reason !== undefined) status = complain(reason, 1);
    return reason === undefined;
  });
  if (logs.length < read.length && !goOn) return status;
  if (logs.length < 2) return complain('fewer than two logs of one table are left: nothing to join', 1);
  for (const words of ofSameReplica(logs)) complain(words, 0);
  return { logs, status };
}

/** `--to-test` */
function keep(paths: readonly string[], isMerge: boolean, wish: Wish): number {
  const refusal = whyNotToTest(wish);
  if (refusal && !refusal.ok) return complain(refusal.complaint, refusal.status);
  let files: readonly LogFile[];
  if (isMerge) {
    const read = together(paths, false);
    if (typeof read === 'number') return read;
    files = read.logs.map(({ file }) => file);
  } else {
    const { file } = open(paths[0]!, false);
    if (!file) return 1;
    files = [file];
  }
  const progress = progressOn(process.stderr);
  const outcome = toTest(files, wish, progress.tell);
  progress.end();
  if (!outcome.ok) return complain(outcome.complaint, outcome.status);
  for (const words of outcome.words) console.log(harmless(words));
  return 0;
}

function* viewLines(records: LogFile['records'], everyStep: boolean): Generator<string> {
  if (!everyStep) {
    yield jsonLine(viewJson(cartView(logOf(records))));
    return;
  }
  let reading: Reading = emptyReading;
  for (const record of records) {
    reading = readMore(reading, [record]);
    yield jsonLine(viewJson(reading.merged.view));
  }
}

function open(path: string, goOn: boolean): { file?: LogFile; status: number } {
  const opened = openLog(path, goOn);
  for (const words of opened.complaints) complain(words, 0);
  for (const words of opened.warnings) complain(words, 0);
  const status = opened.complaints.length > 0 ? 1 : 0;
  return opened.file ? { file: opened.file, status } : { status };
}

/** A piece at a time, as fast as they are taken. */
async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces)
    await new Promise<void>((resolve) => {
      process.stdout.write(piece, () => resolve());
    });
}

/** One line, whatever stands in the names of files and fields. */
function complain(text: string, status: number): number {
  console.error(harmless(text));
  return status;
}

endWithTheReader();
process.exitCode = await main();
