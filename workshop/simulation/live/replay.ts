import type { TableAction } from './actions/actions.ts';
import { LiveTable } from './live-table.ts';
import type { RecordedRun } from './link/run-link.ts';

/** ms of virtual time between two looks around. */
const slice = 2_000;

/** Plays a recorded run to its end. @param lookAround called now and then; may wait, so that a page is not held up */
export async function replay(
  { taken, until, ...start }: RecordedRun,
  lookAround: (table: LiveTable) => Promise<void> | void = () => {},
): Promise<LiveTable> {
  const table = new LiveTable(start);
  const goTo = async (time: number) => {
    while (table.elapsed < time) {
      await table.advance(Math.min(slice, time - table.elapsed));
      await lookAround(table);
    }
  };
  for (const { at, action } of taken) {
    await goTo(at);
    await table.take(action satisfies TableAction);
  }
  await goTo(until);
  return table;
}
