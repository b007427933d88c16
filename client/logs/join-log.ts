import type { LogRecord } from '#events/records/records.ts';
import { getLogName } from '../storage/log-name.ts';
import type { ArchivedPart, LogKey, StoredReplica } from '#sync/ports/storage.ts';

/**
 * Joins a replica's archived parts and its live rows into one list of records. It starts after the last divergence, when
 * the log began again.
 *
 *   part 1: a b c │ part 2: [summary of a b c] d e │ stored: [summary of a … e] f   ─►   a b c d e f
 *
 * Each piece starts with a summary of the piece before it. The summary is left out, unless that piece cannot be read.
 * @param parts the archive, oldest first
 * @param stored the rows that the cart still works with
 */
export function joinLog(
  log: LogKey,
  replicaId: string,
  parts: readonly ArchivedPart[],
  stored: StoredReplica | undefined,
): LogRecord[] {
  const own = parts.filter((part) => part.replicaId === replicaId && isSameLog(part.log, log));
  const start = own.findLastIndex(({ reason }) => reason.why === 'diverged') + 1;
  const pieces = [...own.slice(start), ...(stored ? [stored] : [])];
  return pieces.flatMap(({ records, summary }, index) =>
    isReadable(pieces[index - 1]) ? records.slice(summary) : records,
  );
}

/** A part that cannot be read has no records. Parts without records are never archived. */
function isReadable(piece: Pick<ArchivedPart, 'records'> | undefined): boolean {
  return piece !== undefined && piece.records.length > 0;
}

/** Whether both keys name the same diner at the same table session. */
export function isSameLog(a: LogKey, b: LogKey): boolean {
  return getLogName(a) === getLogName(b);
}
