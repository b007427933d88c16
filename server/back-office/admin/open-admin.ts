import type { Config } from '#server/platform/config/config.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { serverIsRunning } from '#server/platform/store/backup/backup.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { FileInUse } from '#server/platform/store/sqlite/sqlite-file.ts';
import { runningServer } from './control.ts';
import { createOperator, type Operator } from './admin.ts';

/** Through the running server where there is one, else on the database itself. A StartError says what is wrong. */
export async function withOperator<T>(config: Config, act: (operator: Operator) => Promise<T>): Promise<T> {
  const running = config.databaseUrl === undefined ? await runningServer(config.dataDir) : undefined;
  if (running) return await act(running);
  let db;
  try {
    db = await openStore(config);
  } catch (error) {
    if (error instanceof FileInUse) throw new StartError(serverIsRunning);
    throw error;
  }
  try {
    return await act(createOperator({ db, now: Date.now }));
  } finally {
    await db.destroy();
  }
}
