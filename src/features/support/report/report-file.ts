import * as z from 'zod/mini';
import { writeLogFile } from '#events/records/log-file.ts';
import { redactRecords } from '#events/records/redact.ts';
import type { LogHeader } from '#events/records/records.ts';
import { redactRunLines } from '#sync/recording/redact-run.ts';
import type { KeptLog } from './stored-logs.ts';

/** Something that happened to the connection; `what` is no personal data: a kind, a code, a call. */
const noteSchema = z.object({ t: z.number(), kind: z.string(), what: z.optional(z.string()) });

/** What a report has beside the log. It stands in the log's header, which may have more fields (L1): any reader reads it. */
const reportSchema = z.looseObject({
  text: z.string(),
  app: z.string(),
  device: z.string(),
  /** Names and notes are placeholders (L4). */
  redacted: z.boolean(),
  error: z.optional(z.string()),
  connection: z.array(noteSchema),
});

export type Report = z.infer<typeof reportSchema>;

/** The report in a log's header, if that log came with one. */
export function reportIn(header: LogHeader): Report | undefined {
  const parsed = z.safeParse(reportSchema, (header as { report?: unknown }).report);
  return parsed.success ? parsed.data : undefined;
}

/**
 * L4: the text of the file that leaves the phone: one log and what was recorded with it, redacted unless the diner said
 * otherwise, and the report.
 */
export function reportFile({ header, records, run }: KeptLog, report: Report): string {
  const whole = { ...header, report } as LogHeader;
  if (!report.redacted) return writeLogFile(whole, records, { run });
  return writeLogFile(whole, redactRecords(header, records), { run: run && redactedRun(header, run) });
}

/** A run that can't be read stays at home: nobody could say whose names are in it. */
function redactedRun(header: LogHeader, run: readonly string[]): readonly string[] {
  try {
    return redactRunLines(header, run);
  } catch (error) {
    console.warn('a recorded run can not be read, it is left out', error);
    return [];
  }
}
