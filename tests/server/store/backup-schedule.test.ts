// @module-tag sqlite
/** Scheduled backups, and the start of a server on a restored one. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getGuests } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import { restore } from '#server/platform/store/backup/backup.ts';
import { listBackups } from '#server/platform/store/backup/backup-schedule.ts';
import { fakeClock, startServer } from '../server-under-test.ts';

let folder: string;
let dataDir: string;
const getBackupDir = () => join(folder, 'backups');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
  dataDir = join(folder, 'data');
  mkdirSync(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true }));

// S2
test('after the server’s own backup is restored, the next server that starts notes it once', async () => {
  const first = await startServer({ dataDir });
  const ann = await first.seat(await first.guest());
  await first.close();
  await (await startServer({ dataDir, environment: { BACKUP_DIR: getBackupDir() } })).close();
  restore(listBackups(getBackupDir())[0]!.path, dataDir, {
    force: true,
    now: new Date('2026-01-31T09:30:00Z'),
  });
  const second = await startServer({ dataDir });
  const { data } = await second.call(getGuests, ann);
  expect(data).toMatchObject({ restoredFrom: ann.sessionId });
  expect(second.logged.join('')).toContain('the data was restored from a backup');
  await second.close();
  const third = await startServer({ dataDir });
  const { sessionId } = data as unknown as { sessionId: string };
  expect(await third.codeOf(getGuests, { ...ann, sessionId })).toBe(codes.ok);
  await third.close();
});

describe('automatic backups', () => {
  const hour = 60 * 60_000;

  test('are made at the start and when the newest is old enough; the newest are kept, other files stay', async () => {
    mkdirSync(getBackupDir());
    writeFileSync(join(getBackupDir(), 'notes.txt'), 'mine');
    const midnight = Date.UTC(2026, 0, 31);
    const environment = { BACKUP_DIR: getBackupDir(), BACKUP_HOURS: '2', BACKUP_KEEP: '2' };
    const seen: number[] = [];
    for (const at of [0, 1, 2, 5, 9]) {
      const server = await startServer({ dataDir, environment, clock: fakeClock(midnight + at * hour) });
      await server.close();
      seen.push(listBackups(getBackupDir()).length);
    }
    // Backups were made at 0, 2, 5 and 9 o'clock.
    expect(seen).toEqual([1, 1, 2, 2, 2]);
    expect(listBackups(getBackupDir()).map(({ at }) => (at - midnight) / hour)).toEqual([9, 5]);
    expect(readdirSync(getBackupDir())).toContain('notes.txt');
  });

  test('fail with a message if the folder cannot be used, and the server continues', async () => {
    writeFileSync(join(folder, 'file'), '');
    const server = await startServer({ dataDir, environment: { BACKUP_DIR: join(folder, 'file') } });
    await server.seat(await server.guest());
    expect(server.logged.join('')).toContain('BACKUP_DIR: the backup could not be made');
    expect(existsSync(join(folder, 'file'))).toBe(true);
    await server.close();
  });
});
