import type { Config } from '#server/platform/config/config.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { serverIsRunning } from '#server/platform/store/backup/backup.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { FileInUse } from '#server/platform/store/sqlite/sqlite-file.ts';
import { findRunningServer } from './control.ts';
import { createAdmin, type Admin } from './admin.ts';

/**
 * Runs an admin operation: through the running server if there is one, else directly on the database.
 * @throws StartError, for example if another program has the database open
 */
export async function runAsAdmin<T>(config: Config, act: (admin: Admin) => Promise<T>): Promise<T> {
  const running = config.databaseUrl === undefined ? await findRunningServer(config.dataDir) : undefined;
  if (running) return await act(running);
  let db;
  try {
    db = await openStore(config);
  } catch (error) {
    if (error instanceof FileInUse) throw new StartError(serverIsRunning);
    throw error;
  }
  try {
    return await act(createAdmin({ db, now: Date.now }));
  } finally {
    await db.destroy();
  }
}
