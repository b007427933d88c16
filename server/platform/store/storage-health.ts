/**
 * Whether the database can be written. A fault is recognised by the error of its driver and lasts until the next
 * successful write. So the log reports it once, at its beginning, and not with every failed request.
 */
import { readErrorCode } from '#server/platform/error-code.ts';

export const storageFaults = {
  diskFull: 'the disk of the database is full; free some space',
  diskFails: 'the disk of the database cannot be written; check the disk and its mount',
  readOnly: 'the database is read-only; check the rights on its file, or the role of the PostgreSQL server',
  damaged: 'the database file is damaged; stop the server and restore a backup',
  unreachable: 'the database cannot be reached; check that it runs and that DATABASE_URL is right',
} as const;
type StorageFault = keyof typeof storageFaults;

/** The beginnings of SQLite's result codes and PostgreSQL's SQLSTATEs, then codes of the operating system. */
const causes: readonly (readonly [start: string, fault: StorageFault])[] = [
  ['SQLITE_FULL', 'diskFull'],
  ['SQLITE_IOERR', 'diskFails'],
  ['SQLITE_READONLY', 'readOnly'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['53100', 'diskFull'],
  ['58030', 'diskFails'],
  ['25006', 'readOnly'],
  // Too many connections, shut down or starting up, and the whole class of lost connections.
  ['53300', 'unreachable'],
  ['57P0', 'unreachable'],
  ['08', 'unreachable'],
  ['ECONNREFUSED', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
];
/** Errors of the PostgreSQL client that have no code. */
const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Returns undefined if the error does not come from the database's storage or connection. */
export function findStorageFault(error: unknown): StorageFault | undefined {
  const code = readErrorCode(error);
  if (code === undefined)
    return error instanceof Error && lostConnection.test(error.message) ? 'unreachable' : undefined;
  return causes.find(([start]) => code.startsWith(start))?.[1];
}

interface Health {
  current?: StorageFault | undefined;
  listener?: (fault: StorageFault | undefined) => void;
}

const healthByDb = new WeakMap<object, Health>();

function getHealth(db: object): Health {
  const health = healthByDb.get(db) ?? {};
  healthByDb.set(db, health);
  return health;
}

/** Returns the fault of the last write, or undefined if it succeeded. */
export function getStorageFault(db: object): StorageFault | undefined {
  return getHealth(db).current;
}

/** Calls the listener when a fault begins, changes into another one or ends (undefined). */
export function watchStorageFaults(db: object, listener: (fault: StorageFault | undefined) => void): void {
  getHealth(db).listener = listener;
}

/** Records the outcome of a write. @param error undefined if the write succeeded */
export function recordWrite(db: object, error?: unknown): void {
  const health = getHealth(db);
  const fault = error === undefined ? undefined : findStorageFault(error);
  // An error that is not a storage fault neither begins nor ends one.
  if ((error !== undefined && fault === undefined) || fault === health.current) return;
  health.current = fault;
  health.listener?.(fault);
}
