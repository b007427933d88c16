import * as z from 'zod/mini';
import { type LogHeader, writeLogFile } from '#events/records/log-file.ts';
import { redactRecords } from '#events/records/redact.ts';
import { redactRunLines } from '#sync/recording/redact-run.ts';
import type { StoredLog } from './stored-logs.ts';

/** An event of the connection. `what` is a kind, a code or a call, and never personal data. */
const noteSchema = z.object({ t: z.number(), kind: z.string(), what: z.optional(z.string()) });

/** The report as a field of the log's header. Readers of log files ignore fields that they do not know. */
const reportSchema = z.looseObject({
  text: z.string(),
  app: z.string(),
  device: z.string(),
  /** Names and notes are replaced by placeholders. */
  redacted: z.boolean(),
  error: z.optional(z.string()),
  connection: z.array(noteSchema),
});

export type Report = z.infer<typeof reportSchema>;

/** The report in a log's header, if there is one. */
export function reportIn(header: LogHeader): Report | undefined {
  const parsed = z.safeParse(reportSchema, (header as { report?: unknown }).report);
  return parsed.success ? parsed.data : undefined;
}

/**
 * The text of the file that leaves the phone. It contains the report, one log and its recording. Names and notes are
 * redacted unless the diner chose to include them (L4).
 */
export function reportFile({ header, records, run }: StoredLog, report: Report): string {
  const whole = { ...header, report } as LogHeader;
  if (!report.redacted) return writeLogFile(whole, records, { run });
  return writeLogFile(whole, redactRecords(header, records), { run: run && redactRun(header, run) });
}

/** Redacts a recording. If it cannot be read it is left out, because names in it could not be found. */
function redactRun(header: LogHeader, run: readonly string[]): readonly string[] {
  try {
    return redactRunLines(header, run);
  } catch (error) {
    console.warn('a recorded run can not be read, it is left out', error);
    return [];
  }
}
