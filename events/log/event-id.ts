/** The table server's own replica. */
export const serverReplica = 'server';

/** The table server's second stream, with the events after an order was placed. No `seen` ever names it. */
export const fulfilmentReplica = 'desk';

/** Whether only the table server may write under this replica id. */
export function isReserved(replicaId: string): boolean {
  return replicaId === serverReplica || replicaId === fulfilmentReplica;
}

/** Returns the id of a replica's event. `seq` starts at 1. */
export function formatEventId(replicaId: string, seq: number): string {
  return `${replicaId}:${seq}`;
}

export interface EventIdParts {
  readonly replicaId: string;
  readonly seq: number;
}

export function parseEventId(id: string): EventIdParts | undefined {
  const colon = id.indexOf(':');
  const digits = id.length - colon - 1;
  if (colon < 1 || digits < 1 || digits > maxDigits) return undefined;
  let seq = 0;
  for (let index = colon + 1; index < id.length; index += 1) {
    const digit = id.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return undefined;
    seq = seq * 10 + digit;
    // A sequence number has no leading zero.
    if (seq === 0) return undefined;
  }
  const replicaId = id.slice(0, colon);
  // `__proto__` is not a safe object key.
  return replicaId === '__proto__' ? undefined : { replicaId, seq };
}

/** The longest sequence number that a double holds exactly. */
const maxDigits = 15;

/** Compares by UTF-16 code units, the order in which ids and users are sorted. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
