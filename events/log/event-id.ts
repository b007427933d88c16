/** T1: the table server's own replica. */
export const serverReplica = 'server';

/** E8: the table server's second stream: what happens after an order was placed. No `seen` ever names it. */
export const deskReplica = 'desk';

/** E8: only the table server writes under these; from anybody else they are refused. */
export function isReserved(replicaId: string): boolean {
  return replicaId === serverReplica || replicaId === deskReplica;
}

/** T2: an event's id is `"<replicaId>:<seq>"`, seq ≥ 1. */
export function eventId(replicaId: string, seq: number): string {
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
    // A number begins with another digit than 0.
    if (seq === 0) return undefined;
  }
  const replicaId = id.slice(0, colon);
  // No object holds that name like any other.
  return replicaId === '__proto__' ? undefined : { replicaId, seq };
}

/** Of a sequence number: so many are exact in a double. */
const maxDigits = 15;

/** UTF-16 code unit order, the order in which ids and users are listed (T5, V6). */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
