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

/** Names of phones and secrets stand in it: for its owner only. */
const ownerOnly = 0o600;

/** Said wherever a command needs the file that a running server has. */
export const serverIsRunning = 'the server is running: stop it first';

/** Writes a checked copy, never over a file. @param vacuumInto runs `VACUUM INTO` with this path */
export async function writeBackup(
  file: string,
  vacuumInto: (path: string) => void | Promise<void>,
): Promise<void> {
  if (existsSync(file))
    throw new StartError(`${file} is there already: a backup is never written over another`);
  if (!existsSync(dirname(file))) throw new StartError(`there is no folder ${dirname(file)}`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  try {
    await vacuumInto(part);
    chmodSync(part, ownerOnly);
    const problem = problemOf(part);
    if (problem !== undefined) throw new StartError(`the copy ${problem}`);
    flush(part);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** A backup while no server runs; the database is left as it is, of whatever version. */
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

/** Puts a checked backup in the database's place; what stood there is kept. Nothing is changed when anything is wrong. */
export function restore(
  file: string,
  dataDir: string,
  { force, now }: { readonly force: boolean; readonly now: Date },
): { readonly keptAs: string | undefined } {
  if (!existsSync(file) || !statSync(file).isFile()) throw new StartError(`there is no file ${file}`);
  const path = join(dataDir, storeFile);
  refuseWhenRunning(path);
  if (existsSync(path) && !force)
    throw new StartError(`${path} is there already: --force puts the backup in its place and keeps it under another name`);
  const part = `${path}.part`;
  try {
    copyFileSync(file, part);
    chmodSync(part, ownerOnly);
    const problem = problemOf(part);
    if (problem !== undefined) throw new StartError(`${file} ${problem}`);
    mark(part, now);
    flush(part);
    const keptAs = existsSync(path) ? `${path}.${stamp(now)}` : undefined;
    // What a killed server left beside the file belongs to that file, never to the one that comes.
    for (const beside of ['', '-wal', '-shm'])
      if (keptAs !== undefined && existsSync(path + beside)) renameSync(path + beside, keptAs + beside);
    renameSync(part, path);
    return { keptAs };
  } finally {
    for (const beside of ['', '-wal', '-shm', '-journal']) rmSync(part + beside, { force: true });
  }
} // prettier-ignore

/** S2: the server that starts on it gives the open sessions new names. */
function mark(path: string, now: Date): void {
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
    // A damaged database is what a backup is for.
  }
}

/** Why the file cannot be a server's database, in words that follow its name; undefined when it can. */
function problemOf(path: string): string | undefined {
  let database: Libsql.Database | undefined;
  try {
    database = new Libsql(path);
    const [{ integrity_check: verdict }] = database.prepare('PRAGMA integrity_check').all() as [{ integrity_check: string }];
    if (verdict !== 'ok') return `is damaged: ${verdict}`;
    const tables = database.prepare(`select name from sqlite_master where name in ('kysely_migration', 'merchants')`).all();
    if (tables.length < 2) return 'is no database of a table server';
    const applied = database.prepare('select name from kysely_migration order by name').all() as { name: string }[];
    const later = applied.find(({ name }) => !isKnownMigration(name));
    if (later) return `comes from a newer version of this program (it has ${later.name}): update the program first`;
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return /not a database/.test(reason) ? 'is no SQLite database' : `is damaged: ${reason}`;
  } finally {
    database?.close();
  }
} // prettier-ignore

/** Power may fail at the next moment. */
function flush(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** 20260131-093000 */
function stamp(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
