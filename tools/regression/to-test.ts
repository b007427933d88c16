/** `--to-test`: a regression case out of one log, or out of two of the same table. */
import { existsSync } from 'node:fs';
import type { LogFile } from '#events/records/log-file.ts';
import { logOf } from '#events/records/log.ts';
import { isRedacted, redactRecords } from '#events/records/redact.ts';
import type { LogRecord } from '#events/records/records.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { viewJson } from '#projections/merge/view-json.ts';
import { readable } from '../replay/readable.ts';
import { counted } from '../replay/words.ts';
import type { Wish } from '../replay/options.ts';
import { chooseBetween, chooseIn, partedAt } from './choose.ts';
import { caseFolder, whyNoName, writeCase } from './kept-log.ts';
import { shrink, type Progress } from './shrink.ts';

type ConversionResult =
  | { readonly ok: true; readonly words: readonly string[] }
  /** `status`: 1 when it could not be done, 2 when it makes no sense. */
  | { readonly ok: false; readonly complaint: string; readonly status: 1 | 2 };

const testFile = 'tests/projections/kept-logs.test.ts';

/** Why such a case cannot be written, before anything is read; undefined when it can. */
export function whyNotToTest({ name, force, into }: Wish): ConversionResult | undefined {
  const noName = whyNoName(name);
  if (noName !== undefined) return refused(noName, 2);
  const folder = caseFolder(name, into);
  if (existsSync(folder) && !force) return refused(`${folder} is there already: --force writes it anew`, 1);
  return undefined;
}

export function toTest(files: readonly LogFile[], wish: Wish, tell: Progress): ConversionResult {
  const all = files.map(({ records }) => records);
  const cut = all.length === 1 ? cutOne(all[0]!, wish.at) : cutSeveral(all, wish.at);
  if (!cut.ok) return cut;
  const headers = cut.which.map((index) => files[index]!.header);
  const isPlain = !wish.names && !cut.logs.every(isRedacted);
  const logs = isPlain ? cut.logs.map((records, index) => redactRecords(headers[index]!, records)) : cut.logs;

  const [mine, theirs] = logs;
  const choice = theirs ? chooseBetween([mine!, theirs]) : chooseIn(mine!, wish);
  if (!choice.ok) return refused(choice.complaint, 1);
  const { difference, found } = choice;
  const kept = wish.shrink ? shrink(logs, difference, tell).logs : logs;
  const written = writeCase(caseFolder(wish.name, wish.into), {
    found,
    difference,
    logs: kept.map((records, index) => ({ header: headers[index]!, records, view: viewOf(records) })),
  });
  const read = readable(logs.map((records) => ({ records })));
  return {
    ok: true,
    words: [
      read(found),
      ...(wish.shrink ? [`${counted(sizeOf(logs), 'record')} shrunk to ${sizeOf(kept)}`] : []),
      ...(isPlain ? ['names and notes are replaced by placeholders (L4)'] : []),
      ...written.map((file) => `wrote ${file}`),
      `run it: npm run unit -- ${testFile} -t log-${wish.name}`,
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

function cutOne(records: readonly LogRecord[], at: string | undefined): Cut {
  if (at === undefined) return { ok: true, logs: [records], which: [0] };
  const count = /^\d+$/.test(at) ? Number(at) : undefined;
  if (count === undefined) return refused(`--at takes a record's number, not "${at}"`, 2);
  if (count > records.length) return refused(noRecord(records.length, at), 1);
  return { ok: true, logs: [records.slice(0, count)], which: [0] };
}

function cutSeveral(logs: readonly (readonly LogRecord[])[], at: string | undefined): Cut {
  let moment: { phone: number; count: number } | undefined;
  if (at !== undefined) {
    const [, letter, number] = /^([a-z]):(\d+)$/i.exec(at) ?? [];
    const phone = letter === undefined ? -1 : letter.toLowerCase().charCodeAt(0) - 97;
    const records = logs[phone];
    if (!records) return refused(`with --merge, --at takes a phone and its record's number, as in B:12, not "${at}"`, 2);
    moment = { phone, count: Number(number) };
    if (moment.count < 1 || moment.count > records.length) return refused(noRecord(records.length, number!), 1);
  }
  const parted = partedAt(logs, moment);
  if (!parted) return refused(`${at === undefined ? 'at every moment' : `at ${at}`} all phones showed the same`, 1);
  const { counts, pair } = parted;
  return { ok: true, logs: pair.map((phone) => logs[phone]!.slice(0, counts[phone])), which: pair };
} // prettier-ignore

function noRecord(count: number, number: string): string {
  return `there are ${counted(count, 'record')}, none with number ${number}`;
}

function refused(complaint: string, status: 1 | 2) {
  return { ok: false, complaint, status } as const;
}

function sizeOf(logs: readonly (readonly LogRecord[])[]): number {
  return logs.reduce((sum, records) => sum + records.length, 0);
}

function viewOf(records: readonly LogRecord[]) {
  return viewJson(cartView(logOf(records)));
}

/** Short work is done in silence, ms. */
const patienceMs = 1_000;
/** Where no terminal is, a line every so often is enough, ms. */
const everyMs = 5_000;
const everyMsOnTerminal = 100;

/** Says how far it is on a stream: one line that changes on a terminal, else a line now and then. */
export function progressOn(
  stream: NodeJS.WriteStream,
  now: () => number = Date.now,
): { readonly tell: Progress; readonly end: () => void } {
  const start = now();
  let last = start + patienceMs - everyMs;
  let isShown = false;
  return {
    tell: (left, all, tries) => {
      const time = now();
      const pause = stream.isTTY ? everyMsOnTerminal : everyMs;
      if (time - start < patienceMs || time - last < pause) return;
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
