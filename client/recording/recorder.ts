/** Records an engine's inputs next to its log. A failure ends the recording and never affects the cart. */
import { createRunWriter, type RunRow } from '#sync/recording/recording.ts';
import type { Environment } from '../environment/environment.ts';
import { createIdbRunStorage, type RunKey, type RunStorage } from '../storage/indexeddb-runs.ts';

/** Lines are collected for so long before they are written, ms. */
const pauseMs = 1_000;

/**
 * Returns the function that `createEngine` takes as `record`. Opening, flush and close are written at once, because the page
 * may end. Other lines are written in batches.
 */
export function createRecorder(
  run: RunKey,
  env: Pick<Environment, 'timer'>,
  storage: RunStorage = createIdbRunStorage(),
): (row: RunRow) => void {
  const write = createRunWriter();
  let lines: string[] = [];
  let index = 0;
  let isOver = false;
  let cancel: (() => void) | undefined;
  let writing = Promise.resolve();

  const end = (error: unknown) => {
    if (!isOver) console.warn('the recording of this run has ended', error);
    isOver = true;
    lines = [];
    cancel?.();
  };

  const flush = () => {
    cancel?.();
    cancel = undefined;
    if (lines.length === 0) return;
    const batch = lines;
    const place = index;
    lines = [];
    index += 1;
    writing = writing.then(() => (isOver ? undefined : storage.append(run, place, batch))).catch(end);
  };

  return (row) => {
    if (isOver) return;
    try {
      const line = write(row);
      if (line === undefined) return;
      lines.push(line);
      if (isUrgent(row)) flush();
      else cancel ??= env.timer(pauseMs, flush);
    } catch (error) {
      end(error);
    }
  };
}

function isUrgent(row: RunRow): boolean {
  return 'opened' in row || row.input.kind === 'flush' || row.input.kind === 'close';
}
