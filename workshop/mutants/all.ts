import type { Mutant } from './mutant.ts';
import { webhook } from './webhook.ts';

/** Every fault, by the area whose name `npm run mutants -- NAME` takes. */
export const areas: Readonly<Record<string, readonly Mutant[]>> = {
  webhook,
};
