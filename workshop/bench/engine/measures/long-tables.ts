/** What becomes of the figures when a table has seen many operations. */
import type { Engine } from '../engine.ts';
import { inTurns } from '../timing.ts';
import { upTo, type Recording } from '../workload.ts';
import { actions, type Actions } from './actions.ts';

/** So many operations after each length are measured. */
const window = 4_000;

/** A table's own length at its end, less the window. */
export const lengths = { few: 1_000, many: 100_000 - window } as const;

interface Growth {
  readonly few: Actions;
  readonly many: Actions;
}

/** In turns, on the same trace. */
export function growth(engine: Engine, recording: Recording): Growth {
  const short = upTo(lengths.few + window, recording);
  const found = inTurns(
    [
      { name: 'few', run: () => actions(engine, short, lengths.few, false) },
      { name: 'many', run: () => actions(engine, recording, lengths.many, false) },
    ],
    3,
    { ms: 500, runs: 1 },
  );
  return { few: found.get('few')!, many: found.get('many')! };
}
