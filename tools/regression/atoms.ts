/**
 * Splits logs into atoms, the smallest parts that can be left out, and assembles logs from some of the atoms.
 *
 *   logs ──► atomsOf ──► atoms ──► (shrink.ts chooses some) ──► Assembly.of ──► smaller logs
 *
 * A smaller log must still be a valid log. The merge waits for every event that another event had seen. An event that
 * was left out but is still referenced is therefore recorded as rejected with the code `shrunkAway`: its id is known, and
 * it has no effect.
 */
import { compareText, formatEventId, parseEventId } from '#events/log/event-id.ts';
import { type Log, logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { createVector, reach } from '#events/log/version-vector.ts';

/** A part that can be left out alone: an event, a snapshot, or one part of a snapshot or an answer. */
export interface Atom {
  readonly place: number;
  /** Index of the log, and index of the record in it. */
  readonly log: number;
  readonly record: number;
  /** The part of the record, with its index. `whole` is the record itself; an answer has only ids. */
  readonly part: 'whole' | `event ${number}` | `line ${number} ${number}` | `id ${number}`;
}

/** The rejection code of events that shrinking removed. No server sends it. */
export const shrunkAwayCode = 'shrunkAway';

/** The most ids that are written as removed. A forged version vector may refer to any number of ids. */
const maxShrunkAway = 100_000;

export function splitLogs(logs: readonly (readonly LogRecord[])[]): Atom[] {
  const atoms: Atom[] = [];
  for (const [log, records] of logs.entries())
    for (const [record, each] of records.entries())
      for (const part of listParts(each)) atoms.push({ place: atoms.length, log, record, part });
  return atoms;
}

function listParts(record: LogRecord): Atom['part'][] {
  if ('event' in record) return ['whole'];
  if ('rejected' in record) return record.rejected.ids.map((_, id) => `id ${id}` as const);
  if ('accepted' in record) return record.accepted.ids.map((_, id) => `id ${id}` as const);
  const { events = [], userCarts } = record.snapshot;
  return [
    'whole',
    ...events.map((_, event) => `event ${event}` as const),
    ...userCarts.flatMap(({ lines }, cart) => lines.map((_, line) => `line ${cart} ${line}` as const)),
  ];
}

export class Assembly {
  private readonly complete: readonly Log[];

  constructor(private readonly logs: readonly (readonly LogRecord[])[]) {
    this.complete = logs.map(logOf);
  }

  /** Returns the logs with only these atoms. Undefined if too many ids would have to be written as removed. */
  of(atoms: readonly Atom[]): LogRecord[][] | undefined {
    const kept = this.logs.map(() => new Map<number, Set<string>>());
    for (const { log, record, part } of atoms) {
      const parts = kept[log]!.get(record);
      if (parts) parts.add(part);
      else kept[log]!.set(record, new Set([part]));
    }
    const logs: LogRecord[][] = [];
    for (const [index, all] of this.logs.entries()) {
      const records = [...kept[index]!].flatMap(([each, parts]) => reduceRecord(all[each]!, parts) ?? []);
      const ids = findShrunkAway(this.complete[index]!, records);
      if (!ids) return undefined;
      const t = records[0]?.t ?? 0;
      const gone: LogRecord = { t, from: 'server', rejected: { ids, code: shrunkAwayCode } };
      logs.push(ids.length > 0 ? [gone, ...records] : records);
    }
    return logs;
  }
}

/** Returns the record with only these parts. Undefined if the record itself was left out. */
function reduceRecord(record: LogRecord, parts: ReadonlySet<string>): LogRecord | undefined {
  const filterIds = (ids: readonly string[]) => ids.filter((_, id) => parts.has(`id ${id}`));
  if ('rejected' in record)
    return { ...record, rejected: { ...record.rejected, ids: filterIds(record.rejected.ids) } };
  if ('accepted' in record)
    return { ...record, accepted: { ...record.accepted, ids: filterIds(record.accepted.ids) } };
  // The parts of a snapshot go with it.
  if (!parts.has('whole')) return undefined;
  if ('event' in record) return record;
  const { events, userCarts } = record.snapshot;
  const carts = userCarts.map((cart, place) => ({
    ...cart,
    lines: cart.lines.filter((_, line) => parts.has(`line ${place} ${line}`)),
  }));
  return {
    ...record,
    snapshot: {
      ...record.snapshot,
      ...(events && { events: events.filter((_, event) => parts.has(`event ${event}`)) }),
      userCarts: carts.filter(({ lines }, place) => lines.length > 0 || userCarts[place]!.lines.length === 0),
    },
  };
}

/** Returns the ids that the records refer to, that the complete log knows, and that the records do not contain. */
function findShrunkAway(complete: Log, records: readonly LogRecord[]): string[] | undefined {
  const log = logOf(records);
  const needed = createVector();
  const need = (replica: string, seq: number) => {
    if (seq > reach(needed, replica)) needed[replica] = seq;
  };
  for (const { event, replicaId, seq } of log.entries.values()) {
    for (const replica of Object.keys(event.seen)) need(replica, event.seen[replica]!);
    need(replicaId, seq - 1);
  }
  const covers = log.covers;
  const covered = complete.covers;
  const ids = new Set<string>();
  const addIfNeeded = (id: string, replicaId: string, seq: number) => {
    const isNeeded = seq <= reach(needed, replicaId) && seq > reach(covers, replicaId);
    if (isNeeded && !log.entries.has(id) && !log.rejected.has(id)) ids.add(id);
  };
  for (const id of [...complete.entries.keys(), ...complete.rejected.keys()]) {
    const parts = parseEventId(id);
    if (parts) addIfNeeded(id, parts.replicaId, parts.seq);
  }
  for (const replicaId of Object.keys(covered)) {
    const last = Math.min(reach(covered, replicaId), reach(needed, replicaId));
    if (last - reach(covers, replicaId) > maxShrunkAway) return undefined;
    for (let seq = reach(covers, replicaId) + 1; seq <= last; seq += 1)
      addIfNeeded(formatEventId(replicaId, seq), replicaId, seq);
  }
  return [...ids].sort(compareIds);
}

function compareIds(a: string, b: string): number {
  const [one, other] = [parseEventId(a)!, parseEventId(b)!];
  return compareText(one.replicaId, other.replicaId) || one.seq - other.seq;
}
