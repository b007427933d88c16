import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { reportLimits } from '#contract/calls/report.ts';

const textsSchema = z.array(z.string()).check(z.minLength(1), z.maxLength(reportLimits.logs));
const unzip = promisify(gunzip);

/** The texts of the logs in a report; undefined where it holds none, or more than it may. */
export async function unpackedLogs(packed: string): Promise<string[] | undefined> {
  try {
    const bytes = await unzip(Buffer.from(packed, 'base64'), { maxOutputLength: reportLimits.unpacked });
    const parsed = z.safeParse(textsSchema, JSON.parse(bytes.toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
