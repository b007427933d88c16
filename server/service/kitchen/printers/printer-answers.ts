/** How an ESC/POS printer is asked for its state, and what it answers: one byte each, told apart by their fixed bits. */

/** DLE EOT n: answered at once, also by a printer that is offline. */
export const queries = {
  state: Uint8Array.of(0x10, 0x04, 1),
  offlineCause: Uint8Array.of(0x10, 0x04, 2),
  paper: Uint8Array.of(0x10, 0x04, 4),
} as const;

/** GS r 1: answered in its turn, once all that was sent before it is on paper. */
export const queryWhenPrinted = Uint8Array.of(0x1d, 0x72, 1);

/** Of the answers to DLE EOT. */
export const isOffline = (state: number): boolean => (state & 0x08) !== 0;
export const isPaperOut = (paper: number): boolean => (paper & 0x60) !== 0;

/** @param cause answer to `ask.offlineCause` */
export function offlineDetail(cause: number): string {
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

/** Bytes of an automatic status (ASB) after its first one. */
const restOfAutomaticStatus = 3;

/** Sorts what comes from a printer; what was not asked for (automatic status, XON, XOFF, texts) is left out. */
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
