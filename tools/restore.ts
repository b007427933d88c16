/** `npm run restore -- FILE` replaces the database with a backup. The server must not run. */
import { relative, resolve } from 'node:path';
import { findRunningServer } from '#server/back-office/admin/control.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { restore, serverIsRunning } from '#server/platform/store/backup/backup.ts';
import { listBackups } from '#server/platform/store/backup/backup-schedule.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { markRestored } from '#server/platform/store/backup/restored-sessions.ts';
import type { Config } from '#server/platform/config/config.ts';
import { requireOneWord, runCommand } from './admin/command.ts';

const usage =
  'usage: npm run restore -- FILE [--force]\n' +
  '       npm run restore -- --mark\n' +
  '       npm run restore -- --list\n' +
  '  FILE     a backup\n' +
  '  --force  replaces a database that is there; it is kept under another name\n' +
  "  --mark   after the database's own tool has put data back: every open table goes on under a new name\n" +
  '  --list   the backups in BACKUP_DIR, newest first';

await runCommand(
  usage,
  {
    force: { type: 'boolean', default: false },
    mark: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
  async ({ values: { force, mark, list }, positionals, config }) => {
    const { dataDir, databaseUrl } = config;
    if (mark) return await markData(config);
    if (list) return printBackups(config.backups?.dir);
    const given = requireOneWord(positionals, 'FILE');
    const file = resolve(given);
    if (databaseUrl !== undefined) {
      console.error('DATABASE_URL is set: PostgreSQL has its own command. Stop the servers, then run');
      console.error(
        `  pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" '${file}'`,
      );
      console.error('  npm run restore -- --mark');
      return 1;
    }
    if (await findRunningServer(dataDir)) throw new StartError(serverIsRunning);
    const { keptAs } = restore(file, dataDir, { force, now: new Date() });
    console.log(`${given} is the database of ${dataDir} now`);
    if (keptAs !== undefined) console.log(`the one before is kept as ${relative('.', keptAs) || keptAs}`);
    return 0;
  },
);

/**
 * Marks the data as restored. Phones may have newer events than a backup, so the next server that starts gives every
 * open table a new session.
 */
async function markData(config: Config): Promise<void> {
  if (config.databaseUrl === undefined && (await findRunningServer(config.dataDir)))
    throw new StartError(serverIsRunning);
  const db = await openStore(config);
  try {
    await markRestored(db, Date.now());
  } finally {
    await db.destroy();
  }
  console.log('marked: the next server that starts gives every open table a new name');
}

function printBackups(dir: string | undefined): number {
  if (dir === undefined) throw new StartError('BACKUP_DIR is not set: nothing is backed up by itself');
  const files = listBackups(dir);
  for (const { path, at, bytes } of files)
    console.log(`${new Date(at).toISOString()}  ${(bytes / 1024).toFixed(0).padStart(8)} KiB  ${path}`);
  if (files.length === 0) console.log(`${dir}: there is no backup yet`);
  return 0;
}
