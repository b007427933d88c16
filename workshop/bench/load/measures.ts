/** Small arithmetic of measured times. */

/** The value below which so much of the list lies. NaN for an empty one. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** As many at once as `works`, each again and again for so long; answers how often in a second. */
export async function perSecond(
  works: readonly (() => Promise<unknown>)[],
  seconds: number,
): Promise<number> {
  const start = performance.now();
  const isOver = () => performance.now() - start > seconds * 1000;
  let count = 0;
  await Promise.all(
    works.map(async (work) => {
      while (!isOver()) {
        await work();
        count += 1;
      }
    }),
  );
  return (count * 1000) / (performance.now() - start);
}

/** Each so many times, one after the other, so that a busy machine weighs on all alike; what each answered. */
export async function alternately(
  rounds: number,
  works: readonly (() => Promise<number>)[],
): Promise<readonly number[][]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [n, work] of works.entries()) times[n]!.push(await work());
  return times;
}

/** ms until the work is done. */
export async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
