/** What keeps the database from being written: found in what its driver says, known until a write succeeds again. */
import { errorCode } from '#server/platform/error-code.ts';

export const storageFaults = {
  diskFull: 'the disk of the database is full',
  diskFails: 'the disk of the database cannot be written',
  readOnly: 'the database may only be read',
  damaged: 'the database file is damaged',
  unreachable: 'the database cannot be reached',
} as const;
type Trouble = keyof typeof storageFaults;

/** By SQLite's result codes and PostgreSQL's SQLSTATE, by how they begin; then the operating system's. */
const causes: readonly (readonly [start: string, trouble: Trouble])[] = [
  ['SQLITE_FULL', 'diskFull'],
  ['SQLITE_IOERR', 'diskFails'],
  ['SQLITE_READONLY', 'readOnly'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['53100', 'diskFull'],
  ['58030', 'diskFails'],
  ['25006', 'readOnly'],
  // Too many connections, shut down, starting up, and the whole class of lost connections.
  ['53300', 'unreachable'],
  ['57P0', 'unreachable'],
  ['08', 'unreachable'],
  ['ECONNREFUSED', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
];
/** What the PostgreSQL client says without a code. */
const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** undefined: the error is none of the database's own. */
export function findStorageFault(error: unknown): Trouble | undefined {
  const code = errorCode(error);
  if (code === undefined)
    return error instanceof Error && lostConnection.test(error.message) ? 'unreachable' : undefined;
  return causes.find(([start]) => code.startsWith(start))?.[1];
}

interface Watched {
  current?: Trouble | undefined;
  listener?: (trouble: Trouble | undefined) => void;
}

const watched = new WeakMap<object, Watched>();

function watchedOf(db: object): Watched {
  const known = watched.get(db) ?? {};
  watched.set(db, known);
  return known;
}

/** What the last write met; undefined: it succeeded. */
export function currentStorageFault(db: object): Trouble | undefined {
  return watchedOf(db).current;
}

/** Hears when a trouble begins, changes into another one or is over. */
export function onStorageFault(db: object, listener: (trouble: Trouble | undefined) => void): void {
  watchedOf(db).listener = listener;
}

/** @param error undefined: the write succeeded */
export function recordWrite(db: object, error?: unknown): void {
  const state = watchedOf(db);
  const trouble = error === undefined ? undefined : findStorageFault(error);
  // Another error says nothing about the disk.
  if ((error !== undefined && trouble === undefined) || trouble === state.current) return;
  state.current = trouble;
  state.listener?.(trouble);
}
