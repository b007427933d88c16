/** Log files from the disk; every complaint names the file and the line. */
import { readFileSync } from 'node:fs';
import { describeLogFileError, readLogFile, type LogFile } from '#events/log-file.ts';
import { isSuspect, whereNotText } from '#events/log-text.ts';
import { counted } from './replay-words.ts';

export type OpenedLog =
  | { readonly ok: true; readonly file: LogFile; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly complaint: string };

/** L1, L3: the log in a file, or why there is none, in one line. */
export function openLog(path: string): OpenedLog {
  const refused = (reason: string): OpenedLog => ({ ok: false, complaint: `${path}: ${reason}` });
  let bytes: Buffer;
  let text: string;
  try {
    bytes = readFileSync(path);
    text = bytes.toString('utf8');
  } catch (error) {
    return refused(systemWords(error as NodeJS.ErrnoException));
  }
  const noText = isSuspect(text) ? whereNotText(bytes) : undefined;
  if (noText) return refused(`line ${noText.line}: not text in UTF-8${noText.isLast ? ', or cut off' : ''}`);
  const result = readLogFile(text);
  if (!result.ok) return refused(describeLogFileError(result.error));
  const warnings = skippedWords(result.file.skipped).map((words) => `${path}: ${words}`);
  return { ok: true, file: result.file, warnings };
}

/** What the system says about a file that can't be read, in plain words where it is one of the usual things. */
function systemWords({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'is a directory, not a log file';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read';
    case 'ERR_FS_FILE_TOO_LARGE':
    case 'ERR_STRING_TOO_LONG':
      return 'is too big to be a log file';
    default:
      return message;
  }
}

/** How many unknown fields of a record are named. */
const namedFields = 4;

/** How many lines with a record of the same unknown kind are named. */
const namedLines = 12;

/** L3: the records that were passed over, those of one kind together. */
function skippedWords(skipped: LogFile['skipped']): string[] {
  const byKind = new Map<string, number[]>();
  for (const { line, kinds } of skipped) {
    const kind = kindWords(kinds);
    const lines = byKind.get(kind);
    if (lines) lines.push(line);
    else byKind.set(kind, [line]);
  }
  return [...byKind].map(
    ([kind, [first, ...others]]) =>
      `line ${first}: skipped, a record of an unknown kind (${kind})${moreLines(others)}`,
  );
}

function moreLines(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  return lines.length <= namedLines
    ? `, as in line ${lines.join(', ')}`
    : `, as in ${counted(lines.length, 'more line')} up to ${lines.at(-1)}`;
}

function kindWords(kinds: readonly string[]): string {
  if (kinds.includes('format')) return 'a second header: two logs in one file?';
  const more = kinds.length > namedFields ? ', …' : '';
  return kinds.slice(0, namedFields).join(', ') + more || 'empty';
}
