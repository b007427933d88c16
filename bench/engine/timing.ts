import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median } from '../load/measures.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** So that nobody pays for what another has left behind. */
export function collectGarbage(): void {
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

/** A step that takes so much longer than the others was interrupted: somebody else had the processor. */
const interrupted = { ms: 1, times: 20 };

/** The mean of many steps, without those that were interrupted. */
export class Mean {
  private sum = 0;
  private count = 0;

  /** ms, of one step. */
  add(duration: number): void {
    const most = interrupted.ms + (interrupted.times * this.sum) / (this.count || 1);
    if (duration > most && this.count > 0) return;
    this.sum += Math.max(0, duration - clockMs);
    this.count += 1;
  }

  get microseconds(): number {
    return this.count === 0 ? Number.NaN : (this.sum / this.count) * 1000;
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
 * warms up. Whoever takes long gets fewer rounds.
 */
export function inTurns<Found extends Readonly<Record<string, number>>>(
  contenders: readonly { readonly name: string; readonly run: () => Found }[],
  rounds: number,
  slowMs = 2_000,
): Map<string, Found> {
  const found = new Map<string, Found[]>(contenders.map(({ name }) => [name, []]));
  const isSlow = new Set<string>();
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const { name, run } = contenders[(turn + round) % contenders.length]!;
      const runs = found.get(name)!;
      if (isSlow.has(name) && runs.length >= 3) continue;
      collectGarbage();
      const start = performance.now();
      runs.push(run());
      if (performance.now() - start > slowMs) isSlow.add(name);
    }
  }
  return new Map(
    [...found].map(([name, runs]) => {
      const counted = runs.slice(1);
      const keys = Object.keys(counted[0]!);
      return [
        name,
        Object.fromEntries(keys.map((key) => [key, median(counted.map((run) => run[key]!))])) as Found,
      ];
    }),
  );
}
