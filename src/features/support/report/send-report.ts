/** Sends a report to the restaurant, if its server accepts reports. */
import { reportsOffered, sendReport } from '#contract/calls/report.ts';
import { request } from '#client/api/call/request.ts';
import { dinerState } from '#client/api/diner-state.ts';
import type { StoredLog } from './stored-logs.ts';
import { packReport } from './pack-report.ts';
import type { Report } from './report-file.ts';

/** How long the sheet waits to know whether the server accepts reports, ms. Until then it only offers the file. */
const answerWithinMs = 3_000;

/**
 * True if the server accepts reports. It is false without a network, for a diner without a token, at a server without
 * problem reports (CX21), and in a browser that cannot compress.
 */
export async function isReportOffered(): Promise<boolean> {
  if (!dinerState.value.member || !('CompressionStream' in globalThis)) return false;
  try {
    return (await request(reportsOffered, { signal: AbortSignal.timeout(answerWithinMs) })).offered;
  } catch {
    return false;
  }
}

/**
 * Sends the report with its logs. Rejects like any other call.
 *
 * @returns the code under which the restaurant has the report; undefined if it is too long
 */
export async function sendReportWithLogs(
  logs: readonly StoredLog[],
  report: Report,
): Promise<string | undefined> {
  const packed = await packReport(logs, report);
  if (packed === undefined) return undefined;
  // `gatherReport` gives at least one log.
  const { sessionId } = logs[0]!.header;
  const { text, redacted } = report;
  return (await request(sendReport, { body: { text, redacted, sessionId, packed } })).code;
}
