import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { reportedLogs, reportLimits } from '#contract/calls/report.ts';

const unzip = promisify(gunzip);

/** The texts of the logs in a report. Undefined if there are none, or if they are too long. */
export async function unpackLogs(packed: string): Promise<string[] | undefined> {
  try {
    const bytes = await unzip(Buffer.from(packed, 'base64'), { maxOutputLength: reportLimits.unpacked });
    const parsed = reportedLogs.safeParse(JSON.parse(bytes.toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
