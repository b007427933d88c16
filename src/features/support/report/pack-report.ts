import { reportLimits } from '#contract/calls/report.ts';
import type { StoredLog } from './stored-logs.ts';
import { reportFile, type Report } from './report-file.ts';

/**
 * Packs a report for the server, as base64 of gzipped JSON. If it is too long, the recordings are left out, and then all
 * logs except the table's newest. Returns undefined if even that log is too long.
 */
export async function packReport(logs: readonly StoredLog[], report: Report): Promise<string | undefined> {
  const plain = logs.map(({ header, records }) => ({ header, records }));
  for (const some of [logs, plain, plain.slice(0, 1)]) {
    const texts = some.slice(0, reportLimits.logs).map((log) => reportFile(log, report));
    const bytes = new TextEncoder().encode(JSON.stringify(texts));
    if (bytes.length > reportLimits.unpacked) continue;
    const packed = await base64Of(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip')));
    if (packed.length <= reportLimits.packed) return packed;
  }
  return undefined;
}

async function base64Of(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
