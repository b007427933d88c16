import Libsql from 'libsql';
import { errorCode } from '#server/platform/error-code.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';

export const storeFile = 'lazy-susan.db';

export class FileInUse extends StartError {
  constructor(path: string) {
    super(`DATA_DIR: another server is running on ${path}`);
  }
}

/** How long a start waits for a server that is just going down to let go of the file, ms. */
const lockWaitMs = 1_000;

/**
 * One connection keeps the file locked for itself as long as it is open: a second server on the same folder is refused,
 * and the operating system drops the lock with the process, however that ends.
 * `synchronous=FULL`: an acknowledged change survives a power cut.
 */
export const openPragmas = `
  PRAGMA busy_timeout = ${lockWaitMs};
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  BEGIN IMMEDIATE;
  COMMIT;
`;

/** The driver's own close leaves the file locked until garbage is collected; leaving WAL mode lets go of it at once. */
export const closePragmas =
  'PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_master;';

/** The database's file for a command: its work waits for the disk. */
export function openFile(path: string): Libsql.Database {
  try {
    const database = new Libsql(path);
    database.exec(openPragmas);
    return database;
  } catch (error) {
    throw toOpenError(path, error);
  }
}

export function closeFile(database: Libsql.Database): void {
  database.exec(closePragmas);
  database.close();
}

export function toOpenError(path: string, error: unknown): StartError {
  if (errorCode(error)?.startsWith('SQLITE_BUSY')) return new FileInUse(path);
  const message = error instanceof Error ? error.message : String(error);
  return new StartError(`DATA_DIR: ${path} cannot be opened (${message})`);
}
