// @module-tag sqlite
/** Backups that the server makes by itself, and what a server finds that starts on one. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getGuests } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import { backUpStopped, restore } from '#server/platform/store/backup/backup.ts';
import { backupsIn } from '#server/platform/store/backup/backup-schedule.ts';
import { fakeClock, startServer } from '../server-under-test.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
  dataDir = join(folder, 'data');
  mkdirSync(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true }));

// S2
test('a backup that is put back: the next server that starts does it once', async () => {
  const first = await startServer({ dataDir });
  const ann = await first.seat(await first.guest());
  await first.close();
  const copy = join(folder, 'copy.db');
  await backUpStopped(dataDir, copy);
  restore(copy, dataDir, { force: true, now: new Date('2026-01-31T09:30:00Z') });
  const second = await startServer({ dataDir });
  const { data } = await second.call(getGuests, ann);
  expect(data).toMatchObject({ restoredFrom: ann.sessionId });
  expect(second.logged.join('')).toContain('the data was put back from a copy');
  await second.close();
  const third = await startServer({ dataDir });
  const { sessionId } = data as unknown as { sessionId: string };
  expect(await third.codeOf(getGuests, { ...ann, sessionId })).toBe(codes.ok);
  await third.close();
});

describe('backups by themselves', () => {
  const dir = () => join(folder, 'backups');
  const hour = 60 * 60_000;

  test('one at the start, the next when the newest is old enough; the newest are kept, what is not theirs stays', async () => {
    mkdirSync(dir());
    writeFileSync(join(dir(), 'notes.txt'), 'mine');
    const midnight = Date.UTC(2026, 0, 31);
    const environment = { BACKUP_DIR: dir(), BACKUP_HOURS: '2', BACKUP_KEEP: '2' };
    const seen: number[] = [];
    for (const at of [0, 1, 2, 5, 9]) {
      const server = await startServer({ dataDir, environment, clock: fakeClock(midnight + at * hour) });
      await server.close();
      seen.push(backupsIn(dir()).length);
    }
    // At 0, 2, 5 and 9 o'clock.
    expect(seen).toEqual([1, 1, 2, 2, 2]);
    expect(backupsIn(dir()).map(({ at }) => (at - midnight) / hour)).toEqual([9, 5]);
    expect(readdirSync(dir())).toContain('notes.txt');
  });

  test('each can be put back', async () => {
    const server = await startServer({ dataDir, environment: { BACKUP_DIR: dir() } });
    await server.close();
    const path = backupsIn(dir())[0]!.path;
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    restore(path, elsewhere, { force: false, now: new Date() });
    const other = await startServer({ dataDir: elsewhere });
    expect(await other.db.selectFrom('merchants').select('id').execute()).not.toEqual([]);
    await other.close();
  });

  test('where the folder cannot be used the server says so and goes on', async () => {
    writeFileSync(join(folder, 'file'), '');
    const server = await startServer({ dataDir, environment: { BACKUP_DIR: join(folder, 'file') } });
    await server.seat(await server.guest());
    expect(server.logged.join('')).toContain('BACKUP_DIR: the backup could not be made');
    expect(existsSync(join(folder, 'file'))).toBe(true);
    await server.close();
  });
});
