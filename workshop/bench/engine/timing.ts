import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median } from '../load/measures.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** So that nobody pays for what another has left behind. */
function collectGarbage(): void {
  collect();
}

/** What reading the clock twice costs by itself, ms: taken off every single step that is measured. */
export const clockMs = (() => {
  const costs: number[] = [];
  for (let n = 0; n < 20_000; n += 1) {
    const start = performance.now();
    costs.push(performance.now() - start);
  }
  // The clock is coarser than what it costs: only the mean says it.
  const late = costs.slice(10_000);
  return late.reduce((sum, cost) => sum + cost, 0) / late.length;
})();

/** A step that takes longer, ms, was interrupted: somebody else had the processor, or all engines' garbage was collected. */
const interruptedMs = 1;

/** The mean of many steps. */
export class Mean {
  private readonly all = { ms: 0, steps: 0 };
  private readonly whole = { ms: 0, steps: 0 };

  /** ms, of one step. */
  add(duration: number): void {
    count(this.all, duration);
    if (duration < interruptedMs) count(this.whole, duration);
  }

  /**
   * Without the steps that were interrupted. Where most steps take that long by themselves all of them count.
   *
   * @param share of the processor that the whole run had
   */
  microseconds(share: number): number {
    const isSlow = this.whole.steps < this.all.steps / 2;
    const { ms, steps } = isSlow ? this.all : this.whole;
    return (ms / steps) * 1000 * (isSlow ? share : 1);
  }
}

function count(sum: { ms: number; steps: number }, duration: number): void {
  sum.ms += Math.max(0, duration - clockMs);
  sum.steps += 1;
}

/** How much of the processor a run has had. */
export class Share {
  private readonly start = performance.now();
  private readonly cpu = process.cpuUsage();

  get sofar(): number {
    return Math.min(1, cpuMsSince(this.cpu) / (performance.now() - this.start));
  }
}

/** ms that the work takes of the processor; it must answer something that it read. */
export function timed(work: () => number): number {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const read = work();
  const duration = Math.min(performance.now() - start, cpuMsSince(cpu));
  if (!(read > 0)) throw new Error('nothing was read');
  return duration;
}

/** Of the processor, by this process. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Runs each contender in turn, again and again, and answers the medians of what their runs said. The first round only
 * warms up. Who is slow, by what a run takes of the processor, gets fewer runs.
 */
export function inTurns<Found extends Readonly<Record<string, number>>>(
  contenders: readonly { readonly name: string; readonly run: () => Found }[],
  rounds: number,
  slow: { readonly ms: number; readonly runs: number } = { ms: 1_000, runs: 3 },
): Map<string, Found> {
  const found = new Map<string, Found[]>(contenders.map(({ name }) => [name, []]));
  const isSlow = new Set<string>();
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const { name, run } = contenders[(turn + round) % contenders.length]!;
      const runs = found.get(name)!;
      if (isSlow.has(name) && runs.length >= slow.runs) continue;
      collectGarbage();
      const cpu = process.cpuUsage();
      runs.push(run());
      if (cpuMsSince(cpu) > slow.ms) isSlow.add(name);
    }
  }
  return new Map(
    [...found].map(([name, runs]) => {
      const counted = runs.length > 1 ? runs.slice(1) : runs;
      const keys = Object.keys(counted[0]!);
      return [
        name,
        Object.fromEntries(keys.map((key) => [key, median(counted.map((run) => run[key]!))])) as Found,
      ];
    }),
  );
}
