/**
 * `npm run replay -- FILE…`: what the phones of exported logs showed, for people and (`--json`) for machines; with
 * `--merge` the logs of several phones of one table session together.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { describeLogFileError, readLogFile, type LogFile } from '#events/log-file.ts';
import { createLog } from '#events/log.ts';
import { LiveView } from '#projections/live-view.ts';
import { viewJson } from '#projections/view-json.ts';
import { mergeLogs, whyNotTogether, type NamedLog } from './merge-logs.ts';
import { mergeJson, mergeTable } from './merge-table.ts';
import { replayTable } from './replay-table.ts';
import { paintFor } from './terminal-text.ts';

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

function main(): number {
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
    return complain(`${(error as Error).message}\n${usage}`, 2);
  }
  const { values, positionals } = options;
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (positionals.length === 0) return complain(usage, 2);
  if (values.merge) {
    if (values.steps || values.at !== undefined)
      return complain('--merge goes with --json, not with --steps or --at', 2);
    if (positionals.length < 2) return complain('--merge takes the logs of two phones or more', 2);
    return merge(positionals, values.json);
  }
  const at = values.at === undefined ? undefined : Number(values.at);
  if (at !== undefined && !(Number.isInteger(at) && at >= 0))
    return complain(`--at takes a record's number, not "${values.at}"`, 2);
  return replay(positionals, { json: values.json, steps: values.steps, at });
}

function replay(paths: readonly string[], { json, steps, at }: Options): number {
  let status = 0;
  for (const path of paths) {
    const file = open(path);
    if (!file) {
      status = 1;
      continue;
    }
    if (at !== undefined && at > file.records.length) {
      status = complain(`${path}: has ${file.records.length} records, none with number ${at}`, 1);
      continue;
    }
    const records = at === undefined ? file.records : file.records.slice(0, at);
    process.stdout.write(
      json ? viewLines(records, steps) : replayTable(path, file.header, records, paintFor(process.stdout)),
    );
  }
  return status;
}

/** Half a table would mislead: with one log that can't be read, or is of another table, nothing is joined. */
function merge(paths: readonly string[], json: boolean): number {
  const logs = paths.flatMap((path): NamedLog[] => {
    const file = open(path);
    return file ? [{ path, file }] : [];
  });
  if (logs.length < paths.length) return 1;
  const reason = whyNotTogether(logs);
  if (reason !== undefined) return complain(reason, 1);
  const merged = mergeLogs(logs);
  process.stdout.write(
    json ? mergeJson(merged) : mergeTable(logs[0]!.file.header, merged, paintFor(process.stdout)),
  );
  return 0;
}

function viewLines(records: LogFile['records'], everyStep: boolean): string {
  const log = createLog();
  if (!everyStep) {
    for (const record of records) log.append(record);
    return `${JSON.stringify(viewJson(new LiveView(log).view))}\n`;
  }
  const live = new LiveView(log);
  const lines = records.map((record) => {
    live.learn(log.append(record));
    return JSON.stringify(viewJson(live.view));
  });
  return lines.map((line) => line + '\n').join('');
}

function open(path: string): LogFile | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    complain(`${path}: ${(error as Error).message}`, 1);
    return undefined;
  }
  const result = readLogFile(text);
  if (!result.ok) {
    complain(`${path}: ${describeLogFileError(result.error)}`, 1);
    return undefined;
  }
  for (const { line, kinds } of result.file.skipped)
    console.error(
      `${path}: line ${line}: skipped, a record of an unknown kind (${kinds.join(', ') || 'empty'})`,
    );
  return result.file;
}

function complain(text: string, status: number): number {
  console.error(text);
  return status;
}

// `| head` closes the pipe when it has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = main();
