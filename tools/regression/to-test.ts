/** `--to-test`: makes a regression case from the log of a phone, or from the logs of several phones. */
import { existsSync } from 'node:fs';
import type { LogFile } from '#events/records/log-file.ts';
import { logOf } from '#events/records/log.ts';
import { isRedacted, redactRecords } from '#events/records/redact.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { countNoun } from '../replay/words.ts';
import type { TestOptions } from '../replay/options.ts';
import { findCaseFolder, validateName, writeCase } from './case-files.ts';

/** `status` is 1 if the case cannot be made, and 2 for an invalid command line. */
interface Refusal {
  readonly complaint: string;
  readonly status: 1 | 2;
}

/** Checks the name and the folder before any log is read. Returns undefined if the case can be written. */
export function checkTarget({ name, force, into }: TestOptions): Refusal | undefined {
  const noName = validateName(name);
  if (noName !== undefined) return { complaint: noName, status: 2 };
  const folder = findCaseFolder(name, into);
  if (existsSync(folder) && !force)
    return { complaint: `${folder} exists already: use --force to replace it`, status: 1 };
  return undefined;
}

/** Writes the case. @returns the lines to print */
export function createTest(files: readonly LogFile[], options: TestOptions): readonly string[] | Refusal {
  const { at = Infinity } = options;
  const missing = files.find(({ records }) => at !== Infinity && at > records.length);
  if (missing) {
    const count = countNoun(missing.records.length, 'record');
    return { complaint: `there are ${count}, none with number ${at}`, status: 1 };
  }
  const hasNames = !options.names && !files.every(({ records }) => isRedacted(records));
  const logs = files.map(({ header, records }) => {
    const first = records.slice(0, at);
    const kept = hasNames ? redactRecords(header, first) : first;
    return { header, records: kept, view: convertViewToJson(projectCartView(logOf(kept))) };
  });
  const written = writeCase(findCaseFolder(options.name, options.into), logs);
  return [
    ...(hasNames ? ['names and notes are replaced by placeholders'] : []),
    ...written.map((file) => `wrote ${file}`),
    `run it: npm run unit -- tests/projections/golden-logs.test.ts -t log-${options.name}`,
  ];
}
