/** Automatic backups. The server makes one at a fixed interval, checks it, and deletes the oldest ones. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { BackupPlan } from '#server/platform/config/config.ts';

interface Backup {
  readonly path: string;
  /** The time of the backup, in ms since 1970. */
  readonly at: number;
  readonly bytes: number;
}

interface ScheduleOptions {
  readonly plan: BackupPlan;
  readonly clock: Clock;
  /** Writes a checked backup to this path. */
  readonly backUp: (path: string) => Promise<void>;
  readonly log: { info(facts: object, msg: string): void; error(facts: object, msg: string): void };
}

/** The digits are the UTC time, e.g. 20260131-093000. */
const fileName = /^lazy-susan-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.db$/;
/** How often the server checks whether a backup is due, in ms. A single long timer would fail on a sleeping laptop. */
const checkEveryMs = 60_000;

/** Lists the automatic backups in a folder, newest first. */
export function listBackups(dir: string): readonly Backup[] {
  return listNames(dir)
    .flatMap((file) => {
      const [, year, month, day, hour, minute, second] = fileName.exec(file)?.map(Number) ?? [];
      if (year === undefined) return [];
      const path = join(dir, file);
      const at = Date.UTC(year, month! - 1, day, hour, minute, second);
      return [{ path, at, bytes: statSync(path).size }];
    })
    .toSorted((a, b) => b.at - a.at);
}

/**
 * Makes a backup whenever the newest one is older than the plan allows, and at once if there is none.
 *
 * @returns a function that stops the schedule and waits for a backup in progress
 */
export function scheduleBackups({ plan, clock, backUp, log }: ScheduleOptions): () => Promise<void> {
  let running: Promise<void> | undefined;
  let failedAt = -Infinity;
  const backUpIfDue = (): void => {
    const now = clock.now();
    const intervalMs = plan.hours * 60 * 60_000;
    const newest = listBackups(plan.dir)[0]?.at ?? -Infinity;
    // After a failure the server waits a tenth of the interval. Else a full disk would fill the log every minute.
    if (running || now - newest < intervalMs || now - failedAt < intervalMs / 10) return;
    running = makeBackup(now).finally(() => (running = undefined));
  };
  const makeBackup = async (now: number): Promise<void> => {
    const path = join(plan.dir, `lazy-susan-${formatTime(now)}.db`);
    try {
      mkdirSync(plan.dir, { recursive: true, mode: 0o700 });
      await backUp(path);
      for (const old of listBackups(plan.dir).slice(plan.keep)) rmSync(old.path);
      log.info({ path }, 'a backup was made and checked');
    } catch (error) {
      failedAt = now;
      log.error(
        { err: error, path },
        'BACKUP_DIR: the backup could not be made; check the rights and the free space of the folder',
      );
    }
  };
  backUpIfDue();
  const timer = setInterval(backUpIfDue, checkEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

function formatTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

function listNames(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
