/** Log files as tests write and read them. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readLogFile, type LogFile } from '#events/records/log-file.ts';
import type { LogHeader } from '#events/records/records.ts';

/** Of replica ra at table 7. */
export function headerOf(more: Partial<LogHeader> = {}): LogHeader {
  const place = { merchantId: '1001', tableId: '7', sessionId: 's1', replicaId: 'ra' };
  return { format: 'cart-log', version: 1, ...place, exportedAt: 0, ...more };
}

/** Throws what is wrong with a text that is no log file. */
export function readLog(text: string): LogFile {
  const result = readLogFile(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.file;
}

/** @param path from the root of the repository */
export function logAt(path: string | URL): LogFile {
  return readLog(readFileSync(path, 'utf8'));
}

/** CX21: logs as a phone sends them. */
export function packedLogs(texts: readonly string[]): string {
  return gzipSync(JSON.stringify(texts)).toString('base64');
}

/** @param path from the root of the repository */
export function textAt(path: string): string {
  return readFileSync(path, 'utf8');
}
