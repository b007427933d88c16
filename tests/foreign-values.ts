import { switchNames, switchTable, type SwitchName } from '#testing/foreign-server/switches.ts';

/** Values of the foreign server's switches. */
export type SwitchValues = Partial<Record<SwitchName, readonly string[]>>;

/** All values that are not the default and not in one of the lists, as `NAME=VALUE`. */
export function listValues(...without: readonly SwitchValues[]): string[] {
  return switchNames.flatMap((name) => {
    const entry: { kind: string; values?: readonly string[] } = switchTable[name];
    const values = (entry.values ?? []).slice(1);
    return values
      .filter((value) => !without.some((list) => list[name]?.includes(value)))
      .map((value) => `${name}=${value}`);
  });
}

/** Deals the values out to so many evenings. An evening has at most one value of a switch. */
export function dealValues(values: readonly string[], evenings: number): string[][] {
  const hands = Array.from({ length: evenings }, (): string[] => []);
  // Values of one switch are neighbours, so they go to different evenings.
  for (const [index, value] of values.entries()) hands[index % evenings]!.push(value);
  return hands;
}
