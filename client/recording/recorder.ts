/** Writes what an engine is told beside its log, and never stands in the cart's way. */
import { createRunWriter, type RunRow } from '#sync/recording/recording.ts';
import type { Environment } from '../environment/environment.ts';
import { createIdbRunStorage, type RunKey, type RunStorage } from '../storage/indexeddb-runs.ts';

/** Between two writes, ms. */
const pauseMs = 1_000;

/**
 * What `createEngine` takes as `record`. The opening, what comes of the page's end and the last line before the bound are
 * written at once, the rest in batches. A failure is one warning, and the end of the recording.
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
    if (!isOver) console.warn('this run is not recorded any further', error);
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
