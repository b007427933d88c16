/** Problem reports of diners. The restaurant finds a report by its short code. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { id, optionalId, text, time, storableText } from '../fields.ts';
import { isReportCode } from './report-code.ts';

/** Limits of one report. The log of an evening is a tenth of it. */
export const reportLimits = {
  /** Characters of the packed logs. */
  packed: 200 * 1024,
  /** Bytes of the unpacked logs. */
  unpacked: 2 * 1024 * 1024,
  logs: 8,
  /** UTF-16 code units of the diner's description. */
  text: 2_000,
} as const;

/** The packed content: the texts of its log files. */
export const reportedLogs = z.array(z.string()).check(z.minLength(1), z.maxLength(reportLimits.logs));

/** Whether this server accepts reports. Servers of other makers do not know this call. */
export const reportsOffered = call('GET /api/member/report', {
  data: z.object({ offered: z.boolean() }),
});

const codeSchema = z.string().check(z.refine(isReportCode, 'must be the code of a report'));

export const sendReport = call('POST /api/member/report', {
  body: z.object({
    /** The diner's description. */
    text: storableText(reportLimits.text),
    /** Whether the logs are redacted. */
    redacted: z.boolean(),
    /** The table session that it is about. */
    sessionId: optionalId,
    /** The texts of the log files, as a JSON list, compressed with gzip, in base64. */
    packed: text(reportLimits.packed).check(z.regex(/^[A-Za-z0-9+/]+=*$/, 'must be base64')),
  }),
  data: z.object({ code: codeSchema }),
  timeout: 'commit',
});

const reportSchema = z.object({
  code: codeSchema,
  at: time,
  /** The diner's table; null for none, or for a table that the diner does not belong to. */
  tableName: z.nullable(z.string()),
  sessionId: z.nullable(id),
  text: z.string(),
  redacted: z.boolean(),
});
export type DinerReport = z.infer<typeof reportSchema>;

/** Lists reports, newest first. Only people may read them, not systems. */
export const listReports = call('GET /api/staff/report/list', {
  data: z.object({ reports: z.array(reportSchema) }),
  right: 'house',
});

/** Returns the logs as they were sent, because two megabytes of unpacked logs would be too long an answer. */
export const readReport = call('GET /api/staff/report/:code', {
  params: z.object({ code: codeSchema }),
  data: z.object({ packed: z.string() }),
  right: 'house',
});
