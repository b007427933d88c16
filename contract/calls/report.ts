/** CX21: a diner's report of a problem goes to the restaurant by itself, and is found there by a short code. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { id, optionalId, text, time, word } from '../fields.ts';
import { isReportCode } from './report-code.ts';

/** Bounds on what one report brings; an evening's log is a tenth of it. */
export const reportLimits = {
  /** Characters of the packed logs. */
  packed: 200 * 1024,
  /** Bytes that they unpack to. */
  unpacked: 2 * 1024 * 1024,
  logs: 8,
  /** UTF-16 code units of the diner's own words. */
  text: 2_000,
} as const;

/** What is packed in a report: the texts of its logs (L1). */
export const reportedLogs = z.array(z.string()).check(z.minLength(1), z.maxLength(reportLimits.logs));

/** Whether this server takes reports: a server of the contract alone answers nothing of the kind. */
export const reportsOffered = call('GET /api/member/report', {
  data: z.object({ offered: z.boolean() }),
});

const codeSchema = z.string().check(z.refine(isReportCode, 'must be the code of a report'));

export const sendReport = call('POST /api/member/report', {
  body: z.object({
    /** What the diner wrote. */
    text: word(reportLimits.text),
    /** L4: the logs name nobody. */
    redacted: z.boolean(),
    /** S1: the party that it is about. */
    sessionId: optionalId,
    /** The texts of the logs (L1) as a list in JSON, with gzip, in base64. */
    packed: text(reportLimits.packed).check(z.regex(/^[A-Za-z0-9+/]+=*$/, 'must be base64')),
  }),
  data: z.object({ code: codeSchema }),
  timeout: 'commit',
});

const reportSchema = z.object({
  code: codeSchema,
  at: time,
  /** Where its diner sat; null: at no table, or at one that they do not belong to. */
  tableName: z.nullable(z.string()),
  sessionId: z.nullable(id),
  text: z.string(),
  redacted: z.boolean(),
});
export type DinerReport = z.infer<typeof reportSchema>;

/** For people alone (CX12): a diner wrote it. The newest first. */
export const listReports = call('GET /api/staff/report/list', {
  data: z.object({ reports: z.array(reportSchema) }),
  right: 'house',
});

/** The logs as they were sent: two megabytes of them would be too long an answer (D37). */
export const readReport = call('GET /api/staff/report/:code', {
  params: z.object({ code: codeSchema }),
  data: z.object({ packed: z.string() }),
  right: 'house',
});
