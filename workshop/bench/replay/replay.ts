/** What reading and replaying a phone's log costs, beside parsing its JSON. */
import { readLogFile, writeLogFile } from '#events/log-file.ts';
import { logOf } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { emptyReading, readOn, type Reading } from '#projections/merge/reading.ts';
import { viewJson } from '#projections/merge/view-json.ts';
import { tableLogs } from './logs.ts';
import { inTurns, timed } from '../engine/timing.ts';
import type { Table } from '../table.ts';

const records = 10_000;
const phones = 8;
const target = 3;
const rounds = 15;

export async function run(): Promise<readonly Table[]> {
  const [{ header, records: written }] = tableLogs({ seed: '1', phones, records }) as [PhoneLog];
  const text = writeLogFile(header, written);
  const taken = recordsIn(text);
  const works: Readonly<Record<string, () => number>> = {
    parse: () => parsed(text),
    read: () => recordsIn(text).length,
    last: () => lastView(taken),
    replay: () => lastView(recordsIn(text)),
    steps: () => everyView(recordsIn(text)),
  };
  const found = inTurns(
    Object.entries(works).map(([name, work]) => ({ name, run: () => ({ ms: timed(work) }) })),
    rounds,
  );
  const ms = (name: string) => found.get(name)!.ms;
  const row = (what: string, name: string, aim = ''): string[] => [
    what,
    ms(name).toFixed(1),
    (ms(name) / ms('parse')).toFixed(2),
    aim,
  ];
  return [
    {
      title: `A log of ${records} records (${(text.length / 2 ** 20).toFixed(1)} MiB, ${phones} diners), in process and without start-up`,
      head: ['what', 'ms', '× JSON.parse', 'aim'],
      rows: [
        row('JSON.parse of every line', 'parse'),
        row('reading: every field checked', 'read'),
        row('folding what was read into the last view', 'last'),
        row('replay: reading, and the last view', 'replay', `≤ ${target}`),
        row('replay with the view after every record (`--steps`)', 'steps'),
      ],
      notes: [`Medians of ${rounds} rounds, in turn in one process.`],
    },
  ];
}

type PhoneLog = ReturnType<typeof tableLogs>[number];

function recordsIn(text: string): readonly LogRecord[] {
  const result = readLogFile(text);
  if (!result.ok) throw new Error(`the bench's own log is broken: ${JSON.stringify(result.error)}`);
  return result.file.records;
}

function parsed(text: string): number {
  let values = 0;
  for (const line of text.split('\n')) if (line !== '' && JSON.parse(line) !== null) values += 1;
  return values;
}

/** As the command line does it for the last view alone. */
function lastView(all: readonly LogRecord[]): number {
  const log = logOf(all);
  return JSON.stringify(viewJson(cartView(log))).length;
}

function everyView(all: readonly LogRecord[]): number {
  let reading: Reading = emptyReading;
  let shown = 0;
  for (const record of all) {
    reading = readOn(reading, [record]);
    shown += reading.merged.view.carts.length;
  }
  return shown;
}
