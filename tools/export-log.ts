/**
 * `npm run -s export-log -- --merchant M --table T`: what the table server decided in a session, as a log file; with
 * `--report CODE` what a diner's phone sent (CX21).
 */
import { existsSync } from 'node:fs';
import { escapeSteering } from '#events/log/plain-text.ts';
import { withAdmin } from '#server/back-office/admin/open-admin.ts';
import { mostSessions } from '#server/back-office/admin/session-export.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { runCommand, UsageError } from './operator/command.ts';
import { exportReport, writeNew } from './operator/report-logs.ts';
import { logOf, sessionsOf, sessionWords } from './operator/session-log.ts';
import { harmless } from './terminal/terminal-text.ts';

const usage =
  'usage: npm run -s export-log -- --merchant ID (--table TABLE | --session ID) [--names] [--out FILE]\n' +
  '       npm run -s export-log -- --merchant ID [--table TABLE] --list\n' +
  '       npm run -s export-log -- --report CODE [--out FILE]\n' +
  '  --merchant ID  the id of a restaurant\n' +
  "  --table TABLE  a table's name, id or QR code's id: its open session, or else its last one\n" +
  '  --session ID   that session\n' +
  '  --report CODE  what a diner reported, by the code that they say aloud\n' +
  '  --list         the sessions that there are, the newest first\n' +
  '  --names        names of diners and their notes stay in it; without this placeholders stand for them\n' +
  '  --out FILE     writes there instead of printing';

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
    await withAdmin(config, async (operator) => {
      const sessions = await sessionsOf(operator, merchant, { table, session });
      if (list) {
        for (const each of sessions) console.log(harmless(sessionWords(each)));
        if (sessions.length === mostSessions) console.error(`older ones than these ${mostSessions} are not named`);
        return;
      }
      const chosen = sessions.find(({ closedAt }) => closedAt === null) ?? sessions[0]!;
      const { text, decisions } = await logOf(operator, chosen, names);
      if (out === undefined) process.stdout.write(escapeSteering(text));
      else writeNew(out, text);
      const where = out === undefined ? '' : `${out}: `;
      console.error(harmless(`${where}${sessionWords(chosen)}${names ? '' : '; names and notes are left out'}`));
      if (decisions === 0) console.error('nothing was decided in it yet: the log is empty');
    });
  },
); // prettier-ignore
