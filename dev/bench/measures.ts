/** Arithmetic of measured times. */

/** The value below which this share of the list lies. NaN for an empty list. */
export function calculateQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function calculateMedian(values: readonly number[]): number {
  return calculateQuantile(values, 0.5);
}

export function formatRatio(value: number, of: number): string {
  return (value / of).toFixed(2);
}

type Figures = Readonly<Record<string, number>>;

/**
 * Runs each contender once in each round. Every round begins with another contender, so that a busy machine slows all of
 * them alike. The first round only warms up. Returns the median of each figure, by contender.
 */
export async function runInTurns<Name extends string, Found extends Figures>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Found | Promise<Found>>>,
): Promise<Record<Name, Found>> {
  const names = Object.keys(contenders) as Name[];
  const found = new Map(names.map((name): [Name, Found[]] => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length]!;
      const figures = await contenders[name]();
      if (round > 0) found.get(name)!.push(figures);
    }
  return Object.fromEntries([...found].map(([name, runs]) => [name, calculateMedians(runs)])) as Record<
    Name,
    Found
  >;
}

function calculateMedians<Found extends Figures>(runs: readonly Found[]): Found {
  const keys = Object.keys(runs[0]!);
  return Object.fromEntries(keys.map((key) => [key, calculateMedian(runs.map((run) => run[key]!))])) as Found;
}
