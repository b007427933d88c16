import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Libsql from 'libsql';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { isKnownMigration } from '../migrations.ts';
import { closeFile, FileInUse, openFile, storeFile } from '../sqlite/sqlite-file.ts';
import { restoredKey } from './restored-sessions.ts';

/** A backup contains phone numbers and secrets, so only its owner may read it. */
const ownerOnly = 0o600;

/** The error of a command that needs the database file while a server uses it. */
export const serverIsRunning = 'the server is running: stop it first';

/**
 * Writes a backup and checks it. Throws a StartError if the file exists.
 *
 * @param vacuumInto runs `VACUUM INTO` with this path
 */
export async function writeBackup(
  file: string,
  vacuumInto: (path: string) => void | Promise<void>,
): Promise<void> {
  if (existsSync(file)) throw new StartError(`${file} exists already; choose another name`);
  if (!existsSync(dirname(file)))
    throw new StartError(`there is no folder ${dirname(file)}; create it first`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  try {
    await vacuumInto(part);
    chmodSync(part, ownerOnly);
    const problem = findProblem(part);
    if (problem !== undefined) throw new StartError(`the copy ${problem}`);
    flush(part);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Makes a backup while no server runs. It does not migrate the database, which may be of any version. */
export async function backUpStopped(dataDir: string, file: string): Promise<void> {
  const path = join(dataDir, storeFile);
  if (!existsSync(path)) throw new StartError(`DATA_DIR: there is no database ${path}`);
  const database = openFile(path);
  try {
    await writeBackup(file, (target) => void database.prepare('VACUUM INTO ?').run(target));
  } finally {
    closeFile(database);
  }
}

/**
 * Replaces the database by a backup. It checks the backup first, and keeps the old database under another name. If
 * anything is wrong it changes nothing.
 */
export function restore(
  file: string,
  dataDir: string,
  { force, now }: { readonly force: boolean; readonly now: Date },
): { readonly keptAs: string | undefined } {
  if (!existsSync(file) || !statSync(file).isFile()) throw new StartError(`there is no file ${file}`);
  const path = join(dataDir, storeFile);
  refuseWhenRunning(path);
  if (existsSync(path) && !force)
    throw new StartError(`${path} exists already; with --force the backup replaces it, and it is kept under another name`);
  const part = `${path}.part`;
  try {
    copyFileSync(file, part);
    chmodSync(part, ownerOnly);
    const problem = findProblem(part);
    if (problem !== undefined) throw new StartError(`${file} ${problem}`);
    markAsRestored(part, now);
    flush(part);
    const keptAs = existsSync(path) ? `${path}.${formatTime(now)}` : undefined;
    // A killed server leaves a WAL next to its file. SQLite must not apply it to the backup.
    for (const suffix of ['', '-wal', '-shm'])
      if (keptAs !== undefined && existsSync(path + suffix)) renameSync(path + suffix, keptAs + suffix);
    renameSync(part, path);
    return { keptAs };
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(part + suffix, { force: true });
  }
} // prettier-ignore

/** The next server that starts on the file gives new ids to the open sessions, see `restored-sessions.ts`. */
function markAsRestored(path: string, now: Date): void {
  const database = new Libsql(path);
  try {
    database
      .prepare(
        'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
      )
      .run(restoredKey, String(now.getTime()));
  } finally {
    database.close();
  }
}

function refuseWhenRunning(path: string): void {
  if (!existsSync(path)) return;
  try {
    closeFile(openFile(path));
  } catch (error) {
    if (error instanceof FileInUse) throw new StartError(serverIsRunning);
    // A damaged database may be replaced.
  }
}

/** Returns why the file is not a usable database, as text that follows its name. Returns undefined if it is usable. */
function findProblem(path: string): string | undefined {
  let database: Libsql.Database | undefined;
  try {
    database = new Libsql(path);
    const [{ integrity_check: result }] = database.prepare('PRAGMA integrity_check').all() as [{ integrity_check: string }];
    if (result !== 'ok') return `is damaged: ${result}`;
    const tables = database.prepare(`select name from sqlite_master where name in ('kysely_migration', 'merchants')`).all();
    if (tables.length < 2) return 'is not a database of this server';
    const applied = database.prepare('select name from kysely_migration order by name').all() as { name: string }[];
    const later = applied.find(({ name }) => !isKnownMigration(name));
    if (later) return `comes from a newer version of this program (it has ${later.name}): update the program first`;
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return /not a database/.test(reason) ? 'is not a SQLite database' : `is damaged: ${reason}`;
  } finally {
    database?.close();
  }
} // prettier-ignore

/** Writes the file to the disk, so that it survives a power cut. */
function flush(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Formats a time as 20260131-093000. */
function formatTime(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
