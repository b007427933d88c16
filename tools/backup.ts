/** `npm run backup -- FILE` copies the database, whether the server runs or not. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { findPicturesFolder } from '#server/platform/pictures/open-pictures.ts';
import { findRunningServer } from '#server/back-office/admin/control.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { backUpStopped, serverIsRunning } from '#server/platform/store/backup/backup.ts';
import { FileInUse } from '#server/platform/store/sqlite/sqlite-file.ts';
import { requireOneWord, runCommand } from './admin/command.ts';

const usage =
  'usage: npm run backup -- FILE\n  FILE  where to write the copy of the database; the file must not exist yet';

await runCommand(usage, {}, async ({ positionals, config: { dataDir, databaseUrl, pictureStore } }) => {
  const file = resolve(requireOneWord(positionals, 'FILE'));
  if (databaseUrl !== undefined) {
    console.error('DATABASE_URL is set: PostgreSQL has its own command, run');
    console.error(`  pg_dump --format=custom --no-owner --file='${file}' "$DATABASE_URL"`);
    return 1;
  }
  const running = await findRunningServer(dataDir);
  try {
    if (running) await running.backUp(file);
    else await backUpStopped(dataDir, file);
  } catch (error) {
    if (error instanceof FileInUse) throw new StartError(serverIsRunning);
    throw error;
  }
  console.log(`${file}: ${(statSync(file).size / 1024).toFixed(0)} KiB, checked`);
  const pictures = findPicturesFolder(dataDir);
  if (!pictureStore && existsSync(pictures))
    console.log(`Pictures are not in it: copy the folder ${pictures} too.`);
  return 0;
});
