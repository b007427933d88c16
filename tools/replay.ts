/**
 * `npm run replay -- FILE…` replays exported logs and prints what the phones showed, as tables or as JSON (`--json`).
 * `--merge` replays the logs of several phones of one table session together. `--inputs` prints the recorded inputs of
 * the sync engine, and its decisions.
 */
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { LogFile } from '#events/records/log-file.ts';
import { logOf } from '#events/records/log.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readMore, type Reading } from '#projections/merge/reading.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import {
  mergeLogs,
  warnOfSameReplica,
  findDifferentPlace,
  type NamedLog,
} from './replay/merge/merge-logs.ts';
import { formatMergedJson, formatMerged } from './replay/merge/merge-table.ts';
import { createTest, checkTarget } from './regression/to-test.ts';
import { openLog } from './replay/files.ts';
import { parseReplayArgs, replayUsage, type ReplayCommand, type TestOptions } from './replay/options.ts';
import { explainEvent } from './replay/why.ts';
import { formatReplay } from './replay/table.ts';
import { countNoun } from './replay/words.ts';
import { exitOnClosedPipe } from './terminal/closed-pipe.ts';
import { escapeControls, toJsonLine, detectPaint } from './terminal/terminal-text.ts';

// Load zod's English messages. The phone does not load them, to stay small.
z.config(z.locales.en());

/** @returns the exit status: 1 if a file could not be shown completely, 2 for an invalid command line */
async function main(): Promise<number> {
  const command = parseReplayArgs(process.argv.slice(2));
  if (command.kind === 'help') {
    console.log(replayUsage);
    return 0;
  }
  if (command.kind === 'wrong') {
    if (command.complaint !== undefined) printError(command.complaint, 2);
    if (command.showUsage) console.error(replayUsage);
    return 2;
  }
  const { paths, toTest } = command;
  if (toTest) return writeTest(paths, toTest);
  if (command.isInputs) return replayInputs(paths, command);
  return command.isMerge ? replayMerged(paths, command) : replay(paths, command);
}

async function replay(
  paths: readonly string[],
  { json, steps, at, goOn, why }: ReplayCommand,
): Promise<number> {
  let status = 0;
  for (const path of paths) {
    const { file, status: read } = openWithComplaints(path, goOn);
    status ||= read;
    if (!file) continue;
    if (at !== undefined && at > file.records.length) {
      status = printError(
        `${path}: has ${countNoun(file.records.length, 'record')}, none with number ${at}`,
        1,
      );
      continue;
    }
    const records = at === undefined ? file.records : file.records.slice(0, at);
    if (why !== undefined) {
      const answer = explainEvent(records, why);
      if (!answer)
        status = printError(
          `${path}: there is no event ${why} in this part of the log; npm run replay -- FILE lists the ids`,
          1,
        );
      else await print(answer.map((words) => `${escapeControls(words)}\n`));
      continue;
    }
    const text = json
      ? listViews(records, steps)
      : [
          formatReplay(
            path,
            { ...file, records, service: takeServiceUpTo(file, at) },
            detectPaint(process.stdout),
          ),
        ];
    await print(text);
  }
  return status;
}

/** Returns the fulfilment events up to record `at`. */
function takeServiceUpTo({ service = [] }: LogFile, at: number | undefined): LogFile['service'] {
  return at === undefined ? service : service.filter(({ after }) => after < at);
}

/** `--inputs` */
async function replayInputs(paths: readonly string[], { json, goOn }: ReplayCommand): Promise<number> {
  // Loaded only here, because a server's image does not contain the sync engine.
  const { describeCut, listInputs, replayRuns, formatInputs } = await import('./replay/inputs/inputs.ts');
  let status = 0;
  for (const path of paths) {
    const { file, status: read } = openWithComplaints(path, goOn);
    status ||= read;
    if (!file) continue;
    const { runs, complaints } = replayRuns(file, goOn);
    for (const each of complaints) status = printError(`${path}: ${each}`, 1);
    for (const [index, run] of runs.entries()) {
      const place = { number: index + 1, count: runs.length };
      const formatTable = () => [formatInputs(path, file.header, run, place, detectPaint(process.stdout))];
      await print(json ? listInputs(run) : formatTable());
      const cut = describeCut(run);
      if (json && cut !== undefined) printError(`${path}: ${cut}`, 0);
    }
  }
  return status;
}

async function replayMerged(paths: readonly string[], { json, goOn }: ReplayCommand): Promise<number> {
  const read = openTogether(paths, goOn);
  if (typeof read === 'number') return read;
  const merged = mergeLogs(read.logs);
  await print([
    json
      ? formatMergedJson(merged)
      : formatMerged(read.logs[0]!.file.header, merged, detectPaint(process.stdout)),
  ]);
  return read.status;
}

/**
 * Opens the logs for `--merge`. If one of them cannot be read or is from another table, nothing is merged, because half
 * a table would mislead. With `--go-on`, the logs that belong to the first one are merged.
 * @returns the logs, or an exit status if there is nothing to merge
 */
function openTogether(
  given: readonly string[],
  goOn: boolean,
): { logs: NamedLog[]; status: number } | number {
  const paths = given.filter((path, index) => {
    const isFirst = given.findIndex((other) => resolve(other) === resolve(path)) === index;
    if (!isFirst) printError(`${path}: given twice, read once`, 0);
    return isFirst;
  });
  if (paths.length < 2) return printError('--merge takes the logs of two phones or more', 2);
  let status = 0;
  const read = paths.flatMap((path): NamedLog[] => {
    const opened = openWithComplaints(path, goOn);
    status ||= opened.status;
    return opened.file ? [{ path, file: opened.file }] : [];
  });
  if (status !== 0 && !goOn) return status;
  const logs = read.filter((log, index) => {
    const reason = index === 0 ? undefined : findDifferentPlace([read[0]!, log]);
    if (reason !== undefined) status = printError(reason, 1);
    return reason === undefined;
  });
  if (logs.length < read.length && !goOn) return status;
  if (logs.length < 2) return printError('fewer than two logs of one table are left: nothing to join', 1);
  for (const words of warnOfSameReplica(logs)) printError(words, 0);
  return { logs, status };
}

/** `--to-test` */
function writeTest(paths: readonly string[], options: TestOptions): number {
  const refusal = checkTarget(options);
  if (refusal) return printError(refusal.complaint, refusal.status);
  const files = paths.flatMap((path) => openWithComplaints(path, false).file ?? []);
  if (files.length < paths.length) return 1;
  const result = createTest(files, options);
  if ('complaint' in result) return printError(result.complaint, result.status);
  for (const words of result) console.log(escapeControls(words));
  return 0;
}

function* listViews(records: LogFile['records'], everyStep: boolean): Generator<string> {
  if (!everyStep) {
    yield toJsonLine(convertViewToJson(projectCartView(logOf(records))));
    return;
  }
  let reading: Reading = emptyReading;
  for (const record of records) {
    reading = readMore(reading, [record]);
    yield toJsonLine(convertViewToJson(reading.merged.view));
  }
}

function openWithComplaints(path: string, goOn: boolean): { file?: LogFile; status: number } {
  const opened = openLog(path, goOn);
  for (const words of opened.complaints) printError(words, 0);
  for (const words of opened.warnings) printError(words, 0);
  const status = opened.complaints.length > 0 ? 1 : 0;
  return opened.file ? { file: opened.file, status } : { status };
}

/** Prints piece by piece, and waits while the reader is slower. */
async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces)
    await new Promise<void>((resolve) => {
      process.stdout.write(piece, () => resolve());
    });
}

/** Prints an error as one safe line. */
function printError(text: string, status: number): number {
  console.error(escapeControls(text));
  return status;
}

exitOnClosedPipe();
process.exitCode = await main();
