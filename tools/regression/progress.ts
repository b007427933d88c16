import type { Progress } from './shrink.ts';

/** Short work is done in silence, ms. */
const patienceMs = 1_000;
/** Where no terminal is, a line every so often is enough, ms. */
const everyMs = 5_000;
const everyMsOnTerminal = 100;

/** Says how far it is on a stream: one line that changes on a terminal, else a line now and then. */
export function progressOn(
  stream: NodeJS.WriteStream,
  now: () => number = Date.now,
): { readonly tell: Progress; readonly end: () => void } {
  const start = now();
  let last = start + patienceMs - everyMs;
  let isShown = false;
  return {
    tell: (left, all, tries) => {
      const time = now();
      const pause = stream.isTTY ? everyMsOnTerminal : everyMs;
      if (time - start < patienceMs || time - last < pause) return;
      last = time;
      isShown = true;
      const words = `shrinking: ${left} of ${all} parts left after ${tries} tries`;
      stream.write(stream.isTTY ? `\r\u001b[K${words}` : `${words}\n`);
    },
    end: () => {
      if (isShown && stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}
