/**
 * `npm run -s export-log -- --merchant M --table T` writes the server's log of a table session. With `--report CODE` it
 * writes the logs of a diner's problem report.
 */
import { existsSync } from 'node:fs';
import { escapeSteering } from '#events/log/plain-text.ts';
import { runAsAdmin } from '#server/back-office/admin/open-admin.ts';
import { maxSessions } from '#server/back-office/admin/session-export.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { runCommand, UsageError } from './admin/command.ts';
import { exportReport, writeNewFile } from './admin/report-logs.ts';
import { exportSession, findSessions, describeSession } from './admin/session-log.ts';
import { escapeControls } from './terminal/terminal-text.ts';

const usage =
  'usage: npm run -s export-log -- --merchant ID (--table TABLE | --session ID) [--names] [--out FILE]\n' +
  '       npm run -s export-log -- --merchant ID [--table TABLE] --list\n' +
  '       npm run -s export-log -- --report CODE [--out FILE]\n' +
  '  --merchant ID  the id of a restaurant\n' +
  "  --table TABLE  a table's name, id or QR code's id: its open session, or else its last one\n" +
  '  --session ID   that session\n' +
  '  --report CODE  the problem report with this code, which the diner reads from the phone\n' +
  '  --list         lists the sessions, newest first\n' +
  '  --names        keeps names and notes of diners; without it they are replaced by placeholders\n' +
  '  --out FILE     writes to a file instead of printing';

await runCommand(
  usage,
  {
    merchant: { type: 'string' },
    table: { type: 'string' },
    session: { type: 'string' },
    report: { type: 'string' },
    list: { type: 'boolean', default: false },
    names: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
  async ({ values, positionals, config }) => {
    const { merchant, table, session, report, list, names, out } = values;
    if (positionals.length > 0) throw new UsageError(`"${positionals.join(' ')}" is too much`);
    if (report !== undefined) {
      await exportReport(config, report, out);
      return;
    }
    if (merchant === undefined) throw new UsageError('--merchant is missing');
    if (!list && table === undefined && session === undefined)
      throw new UsageError('which table? Give --table or --session, or --list to see the sessions');
    if (out !== undefined && existsSync(out)) throw new StartError(`${out} is there already`);
    await runAsAdmin(config, async (admin) => {
      const sessions = await findSessions(admin, merchant, { table, session });
      if (list) {
        for (const each of sessions) console.log(escapeControls(describeSession(each)));
        if (sessions.length === maxSessions) console.error(`older ones than these ${maxSessions} are not named`);
        return;
      }
      const chosen = sessions.find(({ closedAt }) => closedAt === null) ?? sessions[0]!;
      const { text, decisions } = await exportSession(admin, chosen, names);
      if (out === undefined) process.stdout.write(escapeSteering(text));
      else writeNewFile(out, text);
      const where = out === undefined ? '' : `${out}: `;
      console.error(escapeControls(`${where}${describeSession(chosen)}${names ? '' : '; names and notes are left out'}`));
      if (decisions === 0) console.error('nothing was decided in it yet: the log is empty');
    });
  },
); // prettier-ignore
