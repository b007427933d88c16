/** Moves a table on beside the page: what it is asked for happens one after the other, and the page is told. */
import type { TableAction } from '#workshop/simulation/live/actions/actions.ts';
import { LiveTable } from '#workshop/simulation/live/live-table.ts';
import type { LogText } from '#workshop/simulation/live/log-files.ts';
import { replay } from '#workshop/simulation/live/replay.ts';
import { linkOf, type LinkedRun, type RunStart } from '#workshop/simulation/live/link/run-link.ts';
import type { Settings } from '#workshop/simulation/live/settings.ts';
import type { TableShown } from '#workshop/simulation/live/table-shown.ts';

export const speeds = [0.1, 0.25, 1, 4, 16] as const;
export type Speed = (typeof speeds)[number];

export interface RunState {
  /** The run as it began. */
  readonly start: RunStart;
  readonly shown: TableShown | undefined;
  readonly settings: Settings;
  readonly byThemselves: boolean;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  /** Until when a link's run is being played, ms. */
  readonly replaysUntil: number | undefined;
  /** What happened last, for engineers. */
  readonly notes: readonly string[];
}

/** ms of virtual time that one frame moves on at most, at speed 1: a page that was hidden does not catch up. */
const longestFrame = 100;
/** ms after which a step ends also when nothing travels. */
const longestStep = 10_000;

const breath = () => new Promise<void>((resolve) => setTimeout(resolve));

export class RunDriver {
  private table: LiveTable | undefined;
  private jobs: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private listeners = new Set<() => void>();
  state: RunState;

  constructor(linked: Pick<LinkedRun, 'run' | 'isRecorded'>, plays: boolean) {
    const { run, isRecorded } = linked;
    this.state = {
      start: startOf(run),
      shown: undefined,
      settings: run.settings,
      byThemselves: run.byThemselves,
      isPlaying: plays && !isRecorded,
      speed: 1,
      replaysUntil: run.until > 0 ? run.until : undefined,
      notes: [],
    };
    this.do(async () => {
      const look = async (table: LiveTable) => {
        this.table = table;
        this.publish();
        await breath();
      };
      this.table = await replay(run, look);
      this.change({ replaysUntil: undefined });
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): RunState => this.state;

  /** One frame of `ms` went by on the page. */
  frame(ms: number): void {
    if (!this.state.isPlaying || this.waiting > 0) return;
    const passed = Math.min(ms, longestFrame) * this.state.speed;
    this.do((table) => table.advance(passed));
  }

  readonly take = (action: TableAction): void => this.do((table) => table.take(action));

  readonly step = (): void => {
    this.change({ isPlaying: false });
    this.do((table) => table.step(longestStep));
  };

  readonly play = (isPlaying: boolean): void => this.change({ isPlaying });

  readonly setSpeed = (speed: Speed): void => this.change({ speed });

  /** Another run, from its beginning. */
  readonly begin = (start: RunStart): void => {
    this.do(async () => {
      this.table = new LiveTable(start);
      this.change({ start });
    });
  };

  /** The run so far, as parameters of the page's address. */
  link(): Record<string, string> {
    return this.table ? linkOf(this.table.recorded()) : { seed: this.state.start.seed };
  }

  /** L2: a phone's logs as they are once everything that was asked for has happened. */
  async logsOf(phone: number): Promise<LogText[]> {
    let logs: LogText[] = [];
    this.do(async (table) => {
      logs = await table.logsOf(phone);
    });
    await this.jobs;
    return logs;
  }

  private do(job: (table: LiveTable) => Promise<void>): void {
    this.waiting += 1;
    this.jobs = this.jobs.then(async () => {
      await job(this.table!);
      this.waiting -= 1;
      this.publish();
    });
  }

  private publish(): void {
    const { table } = this;
    if (!table) return;
    this.change({
      shown: table.shown(),
      settings: table.netSettings,
      byThemselves: table.isByThemselves,
      notes: table.notes,
    });
  }

  private change(change: Partial<RunState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

function startOf({ seed, phones, settings, byThemselves }: RunStart): RunStart {
  return { seed, phones, settings, byThemselves };
}
