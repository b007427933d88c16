// @module-tag sqlite
/** Backup and restore, with and without a running server, and the socket that commands use. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getTinyMerchant } from '#contract/calls/merchant.ts';
import { findControlPath, findRunningServer } from '#server/back-office/admin/control.ts';
import { runAsAdmin } from '#server/back-office/admin/open-admin.ts';
import { backUpStopped, restore, writeBackup } from '#server/platform/store/backup/backup.ts';
import { storeFile } from '#server/platform/store/sqlite/sqlite-file.ts';
import { startServer } from '../server-under-test.ts';

let folder: string;
let dataDir: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  file = join(folder, 'copy.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const now = new Date('2026-01-31T09:30:00Z');
const listDatabases = () => readdirSync(dataDir).filter((name) => name.startsWith(storeFile)).sort(); // prettier-ignore

async function runServerOnce(): Promise<void> {
  const server = await startServer({ dataDir });
  await server.guest();
  await server.close();
}

function change(path: string, sql: string): void {
  const database = new Libsql(path);
  database.exec(sql);
  database.close();
}

async function countUsers(dir: string): Promise<number> {
  const server = await startServer({ dataDir: dir });
  const { length } = await server.db.selectFrom('users').select('id').execute();
  await server.close();
  return length;
}

describe('backup', () => {
  test('of a running server, through its socket, contains no later changes', async () => {
    const server = await startServer({ dataDir });
    await server.guest();
    const operator = (await findRunningServer(dataDir))!;
    await operator.backUp(file);
    await server.guest();
    await server.close();
    expect(await countUsers(dataDir)).toBe(2);
    expect(restore(file, dataDir, { force: true, now }).keptAs).toBe(join(dataDir, `${storeFile}.20260131-093000`));
    expect(await countUsers(dataDir)).toBe(1);
    expect(listDatabases()).toEqual([storeFile, `${storeFile}.20260131-093000`]);
  }); // prettier-ignore

  test('is restored without a server, into an empty folder on another machine', async () => {
    await runServerOnce();
    await backUpStopped(dataDir, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = join(folder, 'other');
    mkdirSync(other);
    expect(restore(file, other, { force: false, now })).toEqual({ keptAs: undefined });
    expect(await countUsers(other)).toBe(1);
  });

  test('never overwrites a file, and needs an existing folder and database', async () => {
    await expect(backUpStopped(dataDir, file)).rejects.toThrow(`DATA_DIR: there is no database ${join(dataDir, storeFile)}`);
    await runServerOnce();
    writeFileSync(file, 'mine');
    await expect(backUpStopped(dataDir, file)).rejects.toThrow(`${file} exists already; choose another name`);
    await expect(backUpStopped(dataDir, join(folder, 'no', 'copy.db'))).rejects.toThrow(`there is no folder ${join(folder, 'no')}`);
  }); // prettier-ignore

  test.each<[what: string, content: string]>([
    ['that is no database', 'no database '.repeat(100)],
    ['that is empty', ''],
  ])('with a copy %s fails, and leaves nothing behind', async (_, content) => {
    await expect(writeBackup(file, (path) => writeFileSync(path, content))).rejects.toThrow(/^the copy is /);
    expect(readdirSync(folder)).toEqual(['data']);
  });

  test('cannot replace the database of a running server', async () => {
    await runServerOnce();
    await backUpStopped(dataDir, file);
    const server = await startServer({ dataDir });
    expect(() => restore(file, dataDir, { force: true, now })).toThrow(
      'the server is running: stop it first',
    );
    await server.close();
    expect(() => restore(file, dataDir, { force: false, now })).toThrow(
      /exists already; with --force the backup replaces it/,
    );
  });

  test.each<[what: string, spoil: () => void, words: RegExp]>([
    ['no database', () => writeFileSync(file, 'no database '.repeat(100)), /copy\.db is not a SQLite database$/],
    ['that is truncated', () => truncateSync(file, 90_000), /copy\.db is damaged: /],
    ['with damaged pages', () => {
      const bytes = readFileSync(file);
      bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 4 * 4096);
      writeFileSync(file, bytes);
    }, /copy\.db is damaged: /],
    ['of another program', () => {
      rmSync(file);
      change(file, 'create table notes (id)');
    }, /copy\.db is not a database of this server$/],
    ['of a newer version', () => {
      change(file, `insert into kysely_migration values ('9999-later', '')`);
    }, /copy\.db comes from a newer version of this program \(it has 9999-later\): update the program first$/],
    ['whose rows break its own rules', () => {
      change(file, 'create table notes (n check (n > 0)); pragma ignore_check_constraints = on; insert into notes values (-1)');
    }, /copy\.db is damaged: CHECK constraint failed in notes$/],
    ['that is not there', () => rmSync(file), /^there is no file .*copy\.db$/],
  ])('a file %s is refused, and the database stays', async (_, spoil, words) => {
    await runServerOnce();
    await backUpStopped(dataDir, file);
    spoil();
    expect(() => restore(file, dataDir, { force: true, now })).toThrow(words);
    expect(listDatabases()).toEqual([storeFile]);
    expect(await countUsers(dataDir)).toBe(1);
  }); // prettier-ignore

  test('replaces a damaged database', async () => {
    await runServerOnce();
    await backUpStopped(dataDir, file);
    const path = join(dataDir, storeFile);
    for (const beside of ['', '-wal', '-shm']) writeFileSync(path + beside, 'no database '.repeat(100));
    const { keptAs } = restore(file, dataDir, { force: true, now });
    expect(listDatabases()).toEqual([
      storeFile,
      ...['', '-shm', '-wal'].map((beside) => basename(keptAs!) + beside),
    ]);
    expect(await countUsers(dataDir)).toBe(1);
  });
});

describe('the socket of a running server', () => {
  test('accepts a menu, which phones get at once, reports mistakes, and is removed with the server', async () => {
    const server = await startServer({ dataDir });
    await runAsAdmin(server.config, async (operator) => {
      const whole = (await operator.readMerchant('1001'))!;
      const changes = await operator.writeMerchant({ ...whole, taxRate: '0.06' }, false);
      expect(changes.map(({ facts }) => facts)).toEqual([['taxRate 0.05 → 0.06']]);
    });
    expect((await server.ask(getTinyMerchant, { query: { id: '1001' } })).taxRate).toBe('0.06');
    const operator = (await findRunningServer(dataDir))!;
    expect(await operator.readMerchant('9')).toBeUndefined();
    writeFileSync(file, '');
    await expect(operator.backUp(file)).rejects.toThrow(`${file} exists already`);
    expect(statSync(findControlPath(dataDir)!).mode & 0o777).toBe(0o600);
    await server.close();
    expect(existsSync(findControlPath(dataDir)!)).toBe(false);
    expect(await findRunningServer(dataDir)).toBeUndefined();
  });

  test('does not count as a server if the server was killed', async () => {
    const server = await startServer({ dataDir });
    const path = findControlPath(dataDir)!;
    await server.close();
    writeFileSync(path, '');
    expect(await runAsAdmin(server.config, async (operator) => await operator.listMerchantIds())).toContain(
      '1001',
    );
    const next = await startServer({ dataDir });
    expect(await findRunningServer(dataDir)).toBeDefined();
    await next.close();
  });

  test('if it is unavailable, makes the command say to stop the server', async () => {
    const server = await startServer({ dataDir });
    rmSync(findControlPath(dataDir)!);
    await expect(
      runAsAdmin(server.config, async (operator) => await operator.listMerchantIds()),
    ).rejects.toThrow('the server is running: stop it first');
    await server.close();
    expect(findControlPath(join('/', 'x'.repeat(120)))).toBeUndefined();
  });
});

test.each<[what: string, sql: string, words: RegExp]>([
  ['an empty file', '', /lazy-susan\.db is empty; restore a backup/],
  [
    'another program’s',
    'create table notes (id)',
    /lazy-susan\.db is the database of another program; choose another folder$/,
  ],
])('%s in the database’s place is not mistaken for a new restaurant', async (_, sql, words) => {
  const path = join(dataDir, storeFile);
  writeFileSync(path, '');
  change(path, sql);
  const { size } = statSync(path);
  await expect(startServer({ dataDir })).rejects.toThrow(words);
  expect(statSync(path).size).toBe(size);
});
