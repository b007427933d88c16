import Libsql from 'libsql';
import { readErrorCode } from '#server/platform/error-code.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';

export const storeFile = 'lazy-susan.db';

export class FileInUse extends StartError {
  constructor(path: string) {
    super(`DATA_DIR: another server is running on ${path}; stop it or choose another folder`);
  }
}

/** How long a start waits for a stopping server to release the file, in ms. */
const lockWaitMs = 1_000;

/**
 * The connection locks the file exclusively, so a second server on the same folder cannot start. The operating system
 * releases the lock when the process ends, even after a crash. With `synchronous=FULL` a committed change survives a power
 * cut.
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

/** The driver's `close` releases the lock only at garbage collection. Leaving WAL mode releases it at once. */
export const closePragmas =
  'PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_master;';

/** Opens the database file for a command. Its work blocks the thread. */
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
  if (readErrorCode(error)?.startsWith('SQLITE_BUSY')) return new FileInUse(path);
  const message = error instanceof Error ? error.message : String(error);
  return new StartError(`DATA_DIR: ${path} cannot be opened (${message}); check that this user may write it`);
}
