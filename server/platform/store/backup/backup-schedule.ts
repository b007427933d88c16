/** Backups that a server makes by itself: every so many hours, each checked, the newest of them kept. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { BackupPlan } from '#server/platform/config/config.ts';

interface Backup {
  readonly path: string;
  /** When it was made, ms since 1970. */
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

/** Digits of a UTC time: 20260131-093000. */
const name = /^lazy-susan-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.db$/;
/** How often it is looked whether one is due, ms: a laptop sleeps, and clocks are set. */
const lookEvery = 60_000;

/** The backups in a folder that were made by the plan, newest first. */
export function backupsIn(dir: string): readonly Backup[] {
  return namesIn(dir)
    .flatMap((file) => {
      const [, year, month, day, hour, minute, second] = name.exec(file)?.map(Number) ?? [];
      if (year === undefined) return [];
      const path = join(dir, file);
      const at = Date.UTC(year, month! - 1, day, hour, minute, second);
      return [{ path, at, bytes: statSync(path).size }];
    })
    .toSorted((a, b) => b.at - a.at);
}

/** Makes a backup whenever the newest is as old as the plan allows, at once where there is none. @returns how to stop */
export function scheduleBackups({ plan, clock, backUp, log }: ScheduleOptions): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  let failedAt = -Infinity;
  const look = (): void => {
    const now = clock.now();
    const every = plan.hours * 60 * 60_000;
    const newest = backupsIn(plan.dir)[0]?.at ?? -Infinity;
    // A failed one is tried again after a tenth of the time: a full disk is told of, and not once a minute.
    if (underWay || now - newest < every || now - failedAt < every / 10) return;
    underWay = make(now).finally(() => (underWay = undefined));
  };
  const make = async (now: number): Promise<void> => {
    const path = join(plan.dir, `lazy-susan-${stamp(now)}.db`);
    try {
      mkdirSync(plan.dir, { recursive: true, mode: 0o700 });
      await backUp(path);
      for (const old of backupsIn(plan.dir).slice(plan.keep)) rmSync(old.path);
      log.info({ path }, 'a backup was made and checked');
    } catch (error) {
      failedAt = now;
      log.error({ err: error, path }, 'BACKUP_DIR: the backup could not be made');
    }
  };
  look();
  const timer = setInterval(look, lookEvery);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
