/** `npm run migrate` creates or upgrades the tables. A server does the same when it starts. */
import { openStore } from '#server/platform/store/open-store.ts';
import { runCommand, UsageError } from './admin/command.ts';

const usage =
  'usage: npm run migrate\n' +
  '  creates or upgrades the tables of DATABASE_URL, or of the SQLite file in DATA_DIR';

await runCommand(usage, {}, async ({ positionals, config }) => {
  if (positionals.length > 0) throw new UsageError('it takes no arguments');
  const db = await openStore(config);
  await db.destroy();
  console.log('the database has the tables of this release');
});
