/**
 * Merges the logs of several phones of one table session.
 *
 *   log A ──┐                    ┌──► axis: all records by time, with the effect on their own phone
 *   log B ──┼── mergeLogs ───────┼──► firstDifference: the first moment at which two phones showed different carts
 *   log C ──┘                    └──► converged: whether all phones would show the same cart, if each knew everything
 */
import { parseEventId } from '#events/log/event-id.ts';
import { findContradictions, joinKnowledge } from '#events/records/join.ts';
import type { LogFile } from '#events/records/log-file.ts';
import type { Knowledge } from '#events/records/log.ts';
import { isPlain, type LogRecord, type Snapshot } from '#events/records/records.ts';
import { union, type VersionVector } from '#events/log/version-vector.ts';
import { projectCartView, emptyView, type CartView } from '#projections/merge/cart-view.ts';
import { listLineChanges } from '#projections/merge/line-changes.ts';
import {
  findDifferentField,
  findDivergences,
  mergeTimes,
  hasSameKnowledge,
  type Moment as AxisMoment,
} from '#projections/replay/axis.ts';
import { listValueChanges } from '#projections/replay/value-changes.ts';
import { writeDecidedJson, convertViewToJson } from '#projections/merge/view-json.ts';
import { collectNames, replaySteps, type Replay, type ShownStep } from '../steps.ts';
import { changeWords, valueWords, type NameOf } from '../words.ts';

export interface NamedLog {
  readonly path: string;
  readonly file: LogFile;
}

export interface Phone extends Replay {
  readonly path: string;
  readonly replicaId: string;
}

export interface Moment {
  readonly phone: Phone;
  readonly step: ShownStep;
}

export type MergedLogs = ReturnType<typeof mergeLogs>;

/** Returns why the logs cannot be merged (they are from different tables), or undefined. */
export function findDifferentPlace(logs: readonly NamedLog[]): string | undefined {
  const [first, ...others] = logs;
  if (!first) return undefined;
  for (const { path, file } of others) {
    const field = findDifferentField(first.file.header, file.header);
    if (field === undefined) continue;
    const [one, other] = [first.file.header[field], file.header[field]];
    return `${first.path} and ${path} are of different ${placeNames[field]}, ${one || '(none)'} and ${other || '(none)'}: not joined`;
  }
  return undefined;
}

const placeNames = { merchantId: 'merchants', tableId: 'tables', sessionId: 'sessions' } as const;

/** Returns a warning for each pair of logs from the same phone. The older export is only shorter than the newer one. */
export function warnOfSameReplica(logs: readonly NamedLog[]): string[] {
  const first = new Map<string, string>();
  return logs.flatMap(({ path, file: { header } }) => {
    const other = first.get(header.replicaId);
    if (other === undefined) first.set(header.replicaId, path);
    return other === undefined
      ? []
      : [
          `${other} and ${path} are exports of the same replica, ${header.replicaId}: they differ where one ends`,
        ];
  });
}

export function mergeLogs(logs: readonly NamedLog[]) {
  const nameOf = collectNames(logs.map(({ file }) => file.records));
  const phones = logs.map(({ path, file }): Phone => {
    return { path, replicaId: file.header.replicaId, ...replaySteps(file.records, nameOf) };
  });
  const moments = mergeTimes(logs.map(({ file }) => file.records));
  const axis = moments.map(({ phone, index }): Moment => {
    return { phone: phones[phone]!, step: phones[phone]!.steps[index]! };
  });
  const firstDifference = findFirstDifference(moments, phones, nameOf);
  const joined = restoreNewestSnapshot(
    phones.map(({ log }): Knowledge => log).reduce(joinKnowledge),
    logs.map(({ file }) => file.records),
  );
  const contradicted = new Set(findContradictions(...phones.map(({ log }) => log)));
  // Most phones end with the same knowledge object, so the set keeps the number of merges low.
  const complete = new Set(phones.map((phone) => completeKnowledge(phone, joined, contradicted)));
  return {
    phones,
    axis,
    firstDifference,
    /** All phones would show the same cart if each knew everything that the others know. */
    converged: new Set([...complete].map((knowledge) => serialise(projectCartView(knowledge)))).size <= 1,
    /** Ids for which the phones have different events. */
    contradictions: [...contradicted],
    view: projectCartView(joined),
    nameOf,
  };
}

/**
 * Puts the latest snapshot into the joined knowledge. Snapshots of a snapshot server cannot be joined, so the latest
 * one counts. It covers every event that any phone knew to be at the server by then.
 */
function restoreNewestSnapshot(joined: Knowledge, logs: readonly (readonly LogRecord[])[]): Knowledge {
  if (!joined.snapshot || !isPlain(joined.snapshot)) return joined;
  let newest: { readonly t: number; readonly snapshot: Snapshot } | undefined;
  for (const record of logs.flat())
    if ('snapshot' in record && isPlain(record.snapshot) && !(newest && newest.t > record.t)) newest = record;
  if (!newest) return joined;
  const { t, snapshot } = newest;
  const before = logs.flat().filter((record) => record.t < t);
  const covers = union(snapshot.covers, createVector(before.flatMap(listIdsAtServer)));
  return { ...joined, snapshot: { ...snapshot, covers }, covers };
}

/** Returns the events that a record proves to be at the server. Events from other phones were accepted before. */
function listIdsAtServer(record: LogRecord): readonly string[] {
  if ('accepted' in record) return record.accepted.ids;
  return 'event' in record && record.from === 'peer' ? [record.event.id] : [];
}

/** Returns the version vector with the highest event of each replica. */
function createVector(ids: readonly string[]): VersionVector {
  return ids.reduce<VersionVector>((vector, id) => {
    const parts = parseEventId(id);
    return parts ? union(vector, { [parts.replicaId]: parts.seq }) : vector;
  }, {});
}

/** Finds the first moment at which two phones showed different carts, guests, order types or orders. */
function findFirstDifference(axis: readonly AxisMoment[], phones: readonly Phone[], nameOf: NameOf) {
  const [first] = findDivergences(axis, phones, 1);
  if (!first) return null;
  const views = new Map<Phone, CartView>(phones.map((phone) => [phone, emptyView]));
  for (const { phone, index } of axis.slice(0, first.settledAt + 1))
    views.set(phones[phone]!, phones[phone]!.steps[index]!.view);
  const { phone, index } = axis[first.from]!;
  return describeDivergence({ phone: phones[phone]!, step: phones[phone]!.steps[index]! }, views, nameOf);
}

function describeDivergence({ phone, step }: Moment, views: ReadonlyMap<Phone, CartView>, nameOf: NameOf) {
  const mine = views.get(phone)!;
  const others = [...views.keys()].filter((each) => each !== phone);
  const other =
    others.find((each) => serialiseShown(views.get(each)!) !== serialiseShown(mine)) ?? others[0]!;
  const theirs = views.get(other)!;
  return {
    t: step.record.t,
    file: phone.path,
    record: step.number,
    event: 'event' in step.record ? step.record.event.id : null,
    /** Usually false: one of them had not received an event yet. True means a bug of the merge. */
    sameKnowledge: hasSameKnowledge(mine, theirs),
    views: [
      { file: phone.path, view: convertViewToJson(mine) },
      { file: other.path, view: convertViewToJson(theirs) },
    ],
    /** What the phone of the record showed and the other one did not. */
    difference: describeDifference(theirs, mine, nameOf),
  };
}

export function describeDifference(from: CartView, to: CartView, nameOf: NameOf): string[] {
  const words = [
    ...listLineChanges(from.carts, to.carts).map(
      (change) => `${nameOf(change.userId)}: ${changeWords(change)}`,
    ),
    ...listValueChanges(from, to).map(valueWords),
  ];
  return words.length > 0 || serialiseShown(from) === serialiseShown(to) ? words : ['the same lines, in another order or under other ids']; // prettier-ignore
}

/**
 * Returns a phone's knowledge after it received everything. If two events have the same id, the phone keeps its own.
 */
function completeKnowledge({ log }: Phone, joined: Knowledge, contradicted: ReadonlySet<string>): Knowledge {
  const own = [...log.entries].filter(([id]) => contradicted.has(id));
  return own.length === 0 ? joined : { ...joined, entries: new Map([...joined.entries, ...own]) };
}

function serialise(view: CartView): string {
  return JSON.stringify(convertViewToJson(view));
}

/** Returns what diners see of a view, without known and blocked events. */
function serialiseShown(view: CartView): string {
  return JSON.stringify(writeDecidedJson(view));
}
