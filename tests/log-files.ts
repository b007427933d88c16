/** Log files as tests write and read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type LogFile, type LogHeader, readLogFile } from '#events/records/log-file.ts';

/** A header of replica ra at table 7. */
export function parseHeader(more: Partial<LogHeader> = {}): LogHeader {
  const place = { merchantId: '1001', tableId: '7', sessionId: 's1', replicaId: 'ra' };
  return { format: 'cart-log', version: 1, ...place, exportedAt: 0, ...more };
}

/** Reads the text of a log file. Throws the reader's error. */
export function readLog(text: string): LogFile {
  const result = readLogFile(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.file;
}

/** @param path from the root of the repository */
export function logAt(path: string | URL): LogFile {
  return readLog(readFileSync(path, 'utf8'));
}

/** Names the logs of a folder that have a file with the expected views. The names have no ending. */
export function listExamples(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && !name.endsWith('.expected.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length));
}

/** Reads the views that the log must show, one for each record. */
export function readExpectedViews(folder: URL, name: string): unknown[] {
  const text = readFileSync(new URL(`${name}.expected.jsonl`, folder), 'utf8');
  return text.trimEnd().split('\n').map((line) => JSON.parse(line) as unknown); // prettier-ignore
}

/** Packs logs as a phone sends them with a report. */
export function packLogs(texts: readonly string[]): string {
  return gzipSync(JSON.stringify(texts)).toString('base64');
}

/** @param path from the root of the repository */
export function readTextFile(path: string): string {
  return readFileSync(path, 'utf8');
}
