/** `npm run -s replay -- --json [--steps | --at N] FILE…`: the view that a log's replica showed. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { describeLogFileError, readLogFile, type LogFile } from '#events/log-file.ts';
import { createLog } from '#events/log.ts';
import { LiveView } from '#projections/live-view.ts';
import { viewJson } from '#projections/view-json.ts';
import { replayTable } from './replay-table.ts';

// Sentences instead of a bare "Invalid input": the phone does without them to stay small.
z.config(z.locales.en());

const usage =
  'usage: npm run replay -- [--json] [--steps | --at N] FILE…\n' +
  '  without --json  a table for people\n' +
  '  --json          one line of JSON: the view after the last record\n' +
  '  --steps         the view after every record (with --json)\n' +
  '  --at N          the view after record N';

function main(): number {
  let options;
  try {
    options = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        steps: { type: 'boolean', default: false },
        at: { type: 'string' },
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
  const at = values.at === undefined ? undefined : Number(values.at);
  if (at !== undefined && !(Number.isInteger(at) && at >= 0))
    return complain(`--at takes a record's number, not "${values.at}"`, 2);

  let status = 0;
  for (const path of positionals) {
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
    const output = values.json ? json(records, values.steps) : replayTable(path, file.header, records);
    process.stdout.write(output);
  }
  return status;
}

function json(records: LogFile['records'], everyStep: boolean): string {
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

process.exitCode = main();
