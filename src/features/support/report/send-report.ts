/** CX21: a report goes to the restaurant by itself, where its server takes one. */
import { reportsOffered, sendReport } from '#contract/calls/report.ts';
import { request } from '#client/api/call/client.ts';
import { dinerState } from '#client/api/diner-state.ts';
import type { KeptLog } from './stored-logs.ts';
import { packedWithin } from './pack-report.ts';
import type { Report } from './report-file.ts';

/** So long the way by hand waits for the answer of a server that may never come, ms. */
const patienceMs = 3_000;

/** False without a network, at a server of the contract alone, for somebody without a token, in a browser that packs nothing. */
export async function mayBeSent(): Promise<boolean> {
  if (!dinerState.value.member || !('CompressionStream' in globalThis)) return false;
  try {
    return (await request(reportsOffered, { signal: AbortSignal.timeout(patienceMs) })).offered;
  } catch {
    return false;
  }
}

/** @returns the code under which the restaurant has it; undefined: it is too long to be sent. Rejects as a call does */
export async function sendLogs(logs: readonly KeptLog[], report: Report): Promise<string | undefined> {
  const packed = await packedWithin(logs, report);
  if (packed === undefined) return undefined;
  const { sessionId } = logs[0]!.header;
  const { text, redacted } = report;
  return (await request(sendReport, { body: { text, redacted, sessionId, packed } })).code;
}
