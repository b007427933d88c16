/** ESC/POS queries for a printer's state, and its answers. Each answer is one byte; its fixed bits show the kind. */

/** DLE EOT n. A printer answers at once, even if it is offline. */
export const queries = {
  state: Uint8Array.of(0x10, 0x04, 1),
  offlineCause: Uint8Array.of(0x10, 0x04, 2),
  paper: Uint8Array.of(0x10, 0x04, 4),
} as const;

/** GS r 1. A printer answers after it has printed everything that was sent before. */
export const queryWhenPrinted = Uint8Array.of(0x1d, 0x72, 1);

/** Bits of the answers to DLE EOT. */
export const isOffline = (state: number): boolean => (state & 0x08) !== 0;
export const isPaperOut = (paper: number): boolean => (paper & 0x60) !== 0;

/** @param cause the answer to `queries.offlineCause` */
export function describeOffline(cause: number): string {
  if (cause & 0x04) return 'its cover is open';
  if (cause & 0x40) return 'it reports an error';
  if (cause & 0x08) return 'paper is being fed by hand';
  return 'it is offline';
}

type AnswerKind = 'atOnce' | 'whenPrinted';
export interface Answer {
  readonly kind: AnswerKind;
  readonly byte: number;
}

/** Bytes of an automatic status (ASB) after its first byte. */
const restOfAutomaticStatus = 3;

/** Finds the answers in a printer's bytes. Skips automatic status, XON, XOFF and texts. */
export function createAnswerReader(): (bytes: Uint8Array) => Answer[] {
  let skipped = 0;
  const read = (byte: number): Answer[] => {
    if (skipped > 0) skipped -= 1;
    else if ((byte & 0x93) === 0x10) skipped = restOfAutomaticStatus;
    else if ((byte & 0x93) === 0x12) return [{ kind: 'atOnce', byte }];
    else if ((byte & 0x90) === 0) return [{ kind: 'whenPrinted', byte }];
    return [];
  };
  return (bytes) => Array.from(bytes).flatMap(read);
}
