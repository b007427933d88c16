/** `npm run restore -- FILE`: puts a backup in the place of the database; the server must not run. */
import { relative, resolve } from 'node:path';
import { runningServer } from '#server/operator/control.ts';
import { StartError } from '#server/process/start-error.ts';
import { restore, serverIsRunning } from '#server/store/backup.ts';
import { onlyWord, runCommand } from './operator/command.ts';

const usage =
  'usage: npm run restore -- FILE [--force]\n' +
  '  FILE     a backup\n' +
  '  --force  replaces a database that is there; it is kept under another name';

await runCommand(
  usage,
  { force: { type: 'boolean', default: false } },
  async ({ values: { force }, positionals, config: { dataDir, databaseUrl } }) => {
    const given = onlyWord(positionals, 'FILE');
    const file = resolve(given);
    if (databaseUrl !== undefined) {
      console.error('DATABASE_URL is set: PostgreSQL has its own command. Stop the servers, then run');
      console.error(
        `  pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" '${file}'`,
      );
      return 1;
    }
    if (await runningServer(dataDir)) throw new StartError(serverIsRunning);
    const { keptAs } = restore(file, dataDir, { force, now: new Date() });
    console.log(`${given} is the database of ${dataDir} now`);
    if (keptAs !== undefined) console.log(`the one before is kept as ${relative('.', keptAs) || keptAs}`);
    return 0;
  },
);
