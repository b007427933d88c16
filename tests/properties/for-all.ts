/** Checks properties with random values, at least `runs` times each. */
import * as fc from 'fast-check';

/** At least 1 000, more with `PROPERTY_RUNS`. */
export const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1_000) };

/** For cheap properties: twice as many. */
const manyRuns = { numRuns: 2 * runs.numRuns };

/** Time for them on a busy machine, ms. */
export const manyRunsTime = { timeout: Math.max(20_000, 100 * runs.numRuns) };

type Arbitraries<Values> = { [Index in keyof Values]: fc.Arbitrary<Values[Index]> };
type Property<Values extends unknown[], Verdict> = [
  ...arbitraries: Arbitraries<Values>,
  holds: (...values: Values) => Verdict,
];
type Some = [unknown, ...unknown[]];

export function forAll<Values extends Some>(...property: Property<Values, boolean | void>): void {
  fc.assert(fc.property<Values>(...property), runs);
}

export function forAllOften<Values extends Some>(...property: Property<Values, boolean | void>): void {
  fc.assert(fc.property<Values>(...property), manyRuns);
}

export async function forAllAsync<Values extends Some>(
  ...property: Property<Values, Promise<boolean | void>>
): Promise<void> {
  await fc.assert(fc.asyncProperty<Values>(...property), runs);
}

export async function forAllOftenAsync<Values extends Some>(
  ...property: Property<Values, Promise<boolean | void>>
): Promise<void> {
  await fc.assert(fc.asyncProperty<Values>(...property), manyRuns);
}
