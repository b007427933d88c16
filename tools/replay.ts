/**
 * `npm run replay -- FILE…`: what the phones of exported logs showed, for people and (`--json`) for machines; with
 * `--merge` the logs of several phones of one table session together.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import type { LogFile } from '#events/log-file.ts';
import { createLog } from '#events/log.ts';
import { LiveView } from '#projections/live-view.ts';
import { viewJson } from '#projections/view-json.ts';
import { mergeLogs, ofSameReplica, whyNotTogether, type NamedLog } from './merge-logs.ts';
import { mergeJson, mergeTable } from './merge-table.ts';
import { openLog } from './replay-files.ts';
import { replayTable } from './replay-table.ts';
import { counted } from './replay-words.ts';
import { harmless, screenOf } from './terminal-text.ts';

// Sentences instead of a bare "Invalid input": the phone does without them to stay small.
z.config(z.locales.en());

const usage =
  'usage: npm run replay -- [--json] [--steps | --at N] FILE…\n' +
  '       npm run replay -- --merge [--json] FILE FILE…\n' +
  '  without --json  a table for people\n' +
  '  --json          one line of JSON: the view after the last record\n' +
  '  --steps         the view after every record (with --json)\n' +
  '  --at N          the view after record N\n' +
  '  --merge         several phones of one table session: where they differ, whether they converge';

interface Options {
  readonly json: boolean;
  readonly steps: boolean;
  readonly at: number | undefined;
}

/** @returns the exit status: 1 when a file could not be shown, 2 when the command makes no sense */
async function main(): Promise<number> {
  let options;
  try {
    options = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        steps: { type: 'boolean', default: false },
        at: { type: 'string' },
        merge: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(`${harmless((error as Error).message)}\n${usage}`);
    return 2;
  }
  const { values, positionals } = options;
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (positionals.length === 0) {
    console.error(usage);
    return 2;
  }
  if (values.merge) {
    if (values.steps || values.at !== undefined)
      return complain('--merge goes with --json, not with --steps or --at', 2);
    return merge(positionals, values.json);
  }
  const at = values.at === undefined ? undefined : Number(values.at);
  if (at !== undefined && !(Number.isInteger(at) && at >= 0))
    return complain(`--at takes a record's number, not "${values.at}"`, 2);
  return replay(positionals, { json: values.json, steps: values.steps, at });
}

async function replay(paths: readonly string[], { json, steps, at }: Options): Promise<number> {
  let status = 0;
  for (const path of paths) {
    const file = open(path);
    if (!file) {
      status = 1;
      continue;
    }
    if (at !== undefined && at > file.records.length) {
      status = complain(`${path}: has ${counted(file.records.length, 'record')}, none with number ${at}`, 1);
      continue;
    }
    const records = at === undefined ? file.records : file.records.slice(0, at);
    const text = json
      ? viewLines(records, steps)
      : [replayTable(path, file.header, records, screenOf(process.stdout))];
    await print(text);
  }
  return status;
}

/** Half a table would mislead: with one log that can't be read, or is of another table, nothing is joined. */
async function merge(given: readonly string[], json: boolean): Promise<number> {
  const paths = given.filter((path, index) => {
    const isFirst = given.findIndex((other) => resolve(other) === resolve(path)) === index;
    if (!isFirst) complain(`${path}: given twice, read once`, 0);
    return isFirst;
  });
  if (paths.length < 2) return complain('--merge takes the logs of two phones or more', 2);
  const logs = paths.flatMap((path): NamedLog[] => {
    const file = open(path);
    return file ? [{ path, file }] : [];
  });
  if (logs.length < paths.length) return 1;
  const reason = whyNotTogether(logs);
  if (reason !== undefined) return complain(reason, 1);
  for (const words of ofSameReplica(logs)) complain(words, 0);
  const merged = mergeLogs(logs);
  await print([
    json ? mergeJson(merged) : mergeTable(logs[0]!.file.header, merged, screenOf(process.stdout)),
  ]);
  return 0;
}

function* viewLines(records: LogFile['records'], everyStep: boolean): Generator<string> {
  const log = createLog();
  if (!everyStep) {
    for (const record of records) log.append(record);
    yield `${JSON.stringify(viewJson(new LiveView(log).view))}\n`;
    return;
  }
  const live = new LiveView(log);
  for (const record of records) {
    live.learn(log.append(record));
    yield `${JSON.stringify(viewJson(live.view))}\n`;
  }
}

function open(path: string): LogFile | undefined {
  const opened = openLog(path);
  if (!opened.ok) {
    complain(opened.complaint, 1);
    return undefined;
  }
  for (const warning of opened.warnings) complain(warning, 0);
  return opened.file;
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

// `| head` closes the pipe when it has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : complain(`nothing more can be written: ${error.message}`, 1));
});
process.exitCode = await main();
