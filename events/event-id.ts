/** T1: the table server's own replica. */
export const serverReplica = 'server';

/** T2: an event's id is `"<replicaId>:<seq>"`, seq ≥ 1. */
export function eventId(replicaId: string, seq: number): string {
  return `${replicaId}:${seq}`;
}

export interface EventIdParts {
  readonly replicaId: string;
  readonly seq: number;
}

/** `__proto__` is no replica: no object holds that name like any other. */
const idPattern = /^(?!__proto__:)([^:]+):([1-9]\d{0,14})$/;

/** The parts of an event id, or undefined when the text is none. */
export function parseEventId(id: string): EventIdParts | undefined {
  const match = idPattern.exec(id);
  return match ? { replicaId: match[1]!, seq: Number(match[2]) } : undefined;
}

/** UTF-16 code unit order, the order in which ids and users are listed (T5, V6). */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
