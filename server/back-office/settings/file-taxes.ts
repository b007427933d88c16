import type { HouseTax } from '#contract/calls/house.ts';

/** Returns taxes as in a menu file, where a missing rate to go is left out. */
export function toFileTaxes(taxes: readonly HouseTax[]) {
  return taxes.map(({ toGoRate, ...tax }) => ({ ...tax, ...(toGoRate !== null && { toGoRate }) }));
}
