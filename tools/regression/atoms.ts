/** A log taken apart into what can be left out of it, and put together again so that it stays a log of a replica. */
import { compareText, eventId, parseEventId } from '#events/log/event-id.ts';
import { type Log, logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { blankVector, reach } from '#events/log/version-vector.ts';

/** What is left out on its own: an event, a snapshot, and of a snapshot or an answer each part. */
export interface Atom {
  readonly place: number;
  /** Of which log, and of which record of it; both from 0. */
  readonly log: number;
  readonly record: number;
  /** Which of its parts, by its place; `whole` is the record itself (of an answer: nothing but its ids). */
  readonly part: 'whole' | `event ${number}` | `line ${number} ${number}` | `id ${number}`;
}

/** Of what was left out: its ids count as known and never show (F2), so that nobody waits for them. */
export const leftOutCode = 'leftOut';

/** More ids than this are not written down: a forged vector names as many as it likes. */
const mostLeftOut = 100_000;

export function atomsOf(logs: readonly (readonly LogRecord[])[]): Atom[] {
  const atoms: Atom[] = [];
  for (const [log, records] of logs.entries())
    for (const [record, each] of records.entries())
      for (const part of partsOf(each)) atoms.push({ place: atoms.length, log, record, part });
  return atoms;
}

function partsOf(record: LogRecord): Atom['part'][] {
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
  private readonly heard: readonly Log[];

  constructor(private readonly logs: readonly (readonly LogRecord[])[]) {
    this.heard = logs.map(logOf);
  }

  /** The logs with nothing but these atoms; undefined where that cannot be written down. */
  of(atoms: readonly Atom[]): LogRecord[][] | undefined {
    const kept = this.logs.map(() => new Map<number, Set<string>>());
    for (const { log, record, part } of atoms) {
      const parts = kept[log]!.get(record);
      if (parts) parts.add(part);
      else kept[log]!.set(record, new Set([part]));
    }
    const logs: LogRecord[][] = [];
    for (const [index, all] of this.logs.entries()) {
      const records = [...kept[index]!].flatMap(([each, parts]) => reduced(all[each]!, parts) ?? []);
      const ids = leftOut(this.heard[index]!, records);
      if (!ids) return undefined;
      const t = records[0]?.t ?? 0;
      const gone: LogRecord = { t, from: 'server', rejected: { ids, code: leftOutCode } };
      logs.push(ids.length > 0 ? [gone, ...records] : records);
    }
    return logs;
  }
}

/** The record with these parts of it alone; undefined where nothing of it is left. */
function reduced(record: LogRecord, parts: ReadonlySet<string>): LogRecord | undefined {
  const idsOf = (ids: readonly string[]) => ids.filter((_, id) => parts.has(`id ${id}`));
  if ('rejected' in record)
    return { ...record, rejected: { ...record.rejected, ids: idsOf(record.rejected.ids) } };
  if ('accepted' in record)
    return { ...record, accepted: { ...record.accepted, ids: idsOf(record.accepted.ids) } };
  // What a snapshot says goes with it.
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

/** V1: the ids that what is kept stands on, that the whole log had heard of, and that nothing kept speaks of. */
function leftOut(heard: Log, records: readonly LogRecord[]): string[] | undefined {
  const log = logOf(records);
  const needed = blankVector();
  const need = (replica: string, seq: number) => {
    if (seq > reach(needed, replica)) needed[replica] = seq;
  };
  for (const { event, replicaId, seq } of log.entries.values()) {
    for (const replica of Object.keys(event.seen)) need(replica, event.seen[replica]!);
    need(replicaId, seq - 1);
  }
  const covers = log.covers;
  const covered = heard.covers;
  const ids = new Set<string>();
  const take = (id: string, replicaId: string, seq: number) => {
    const isNeeded = seq <= reach(needed, replicaId) && seq > reach(covers, replicaId);
    if (isNeeded && !log.entries.has(id) && !log.rejected.has(id)) ids.add(id);
  };
  for (const id of [...heard.entries.keys(), ...heard.rejected.keys()]) {
    const parts = parseEventId(id);
    if (parts) take(id, parts.replicaId, parts.seq);
  }
  for (const replicaId of Object.keys(covered)) {
    const last = Math.min(reach(covered, replicaId), reach(needed, replicaId));
    if (last - reach(covers, replicaId) > mostLeftOut) return undefined;
    for (let seq = reach(covers, replicaId) + 1; seq <= last; seq += 1)
      take(eventId(replicaId, seq), replicaId, seq);
  }
  return [...ids].sort(compareIds);
}

function compareIds(a: string, b: string): number {
  const [one, other] = [parseEventId(a)!, parseEventId(b)!];
  return compareText(one.replicaId, other.replicaId) || one.seq - other.seq;
}
