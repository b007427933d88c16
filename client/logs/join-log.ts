import type { LogRecord } from '#events/records/records.ts';
import { getLogName } from '../storage/log-name.ts';
import type { ArchivedPart, LogKey, StoredReplica } from '#sync/ports/storage.ts';

/**
 * Everything that a replica learnt, as far back as the archive reaches and since the log last started again (G5): the
 * records of its export (L2). `parts`: the archive, oldest first; `stored`: what the cart still works with. After a part
 * that can't be read the next one's summary stands for it.
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

/** No part without records is ever put away. */
function isReadable(piece: Pick<ArchivedPart, 'records'> | undefined): boolean {
  return piece !== undefined && piece.records.length > 0;
}

/** The same diner at the same session of the same table (S1). */
export function isSameLog(a: LogKey, b: LogKey): boolean {
  return getLogName(a) === getLogName(b);
}
