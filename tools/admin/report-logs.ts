import { existsSync, writeFileSync } from 'node:fs';
import { isReportCode, formatReportCode, readReportCode } from '#contract/calls/report-code.ts';
import { escapeSteering } from '#events/log/plain-text.ts';
import { runAsAdmin } from '#server/back-office/admin/open-admin.ts';
import type { Config } from '#server/platform/config/config.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { countNoun } from '../replay/words.ts';
import { escapeControls } from '../terminal/terminal-text.ts';
import { UsageError } from './command.ts';

/** File mode: only the owner may read a log, because it may contain names of diners. */
const ownerOnly = 0o600;

/** Writes a new file. Throws if it exists. */
export function writeNewFile(path: string, text: string): void {
  writeFileSync(path, text, { mode: ownerOnly, flag: 'wx' });
}

/**
 * Writes the logs of a problem report to `out`, or prints them. A second log goes to a file with a number. On stderr it
 * prints a summary of the report, and the command for the server's own log of that session.
 */
export async function exportReport(config: Config, typed: string, out: string | undefined): Promise<void> {
  const code = readReportCode(typed);
  if (!isReportCode(code))
    throw new UsageError(`"${typed}" is no code of a report: six of the digits 0 2 3 4 5 6 7 8`);
  const report = await runAsAdmin(config, async (admin) => await admin.readReport(code));
  if (!report) throw new StartError(`there is no report ${formatReportCode(code)}`);
  const { logs, at, tableName, sessionId, merchantId, redacted, text } = report;
  if (out === undefined && logs.length > 1)
    throw new StartError(
      `report ${formatReportCode(code)} has ${countNoun(logs.length, 'log')}: give --out FILE`,
    );
  const paths = logs.map((_, index) => addNumber(out ?? '', index + 1));
  const taken = out === undefined ? undefined : paths.find((path) => existsSync(path));
  if (taken !== undefined) throw new StartError(`${taken} is there already`);
  for (const [index, log] of logs.entries())
    if (out === undefined) process.stdout.write(escapeSteering(log));
    else writeNewFile(paths[index]!, log);
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const where = tableName === null ? 'no table' : `table ${tableName}`;
  const names = redacted ? 'names and notes are left out' : 'names and notes are in it';
  const files = out === undefined ? '' : `${paths.join(', ')}: `;
  console.error(escapeControls(`${files}report ${formatReportCode(code)}, ${where}, ${when} UTC; ${names}`));
  if (text.trim() !== '') console.error(escapeControls(`"${text.trim().replaceAll(/\s+/g, ' ')}"`));
  if (sessionId !== null)
    console.error(
      escapeControls(
        `the server's side: npm run -s export-log -- --merchant ${merchantId} --session ${sessionId}`,
      ),
    );
}

/** Returns `report.jsonl` for the first file, then `report-2.jsonl`. */
function addNumber(path: string, number: number): string {
  return number === 1 ? path : path.replace(/(\.[^./\\]*)?$/, (ending) => `-${number}${ending}`);
}
