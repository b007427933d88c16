/** The logs of several phones of one table session on one time axis: where they differ, and whether they converge. */
import { parseEventId } from '#events/log/event-id.ts';
import { contradictions, joinKnowledge } from '#events/records/join.ts';
import type { LogFile } from '#events/records/log-file.ts';
import type { Knowledge } from '#events/records/log.ts';
import { isPlain, type LogRecord, type Snapshot } from '#events/records/records.ts';
import { union, type VersionVector } from '#events/log/version-vector.ts';
import { cartView, emptyView, type CartView } from '#projections/merge/cart-view.ts';
import { lineChanges } from '#projections/merge/line-changes.ts';
import {
  differentPlace,
  findDivergences,
  mergeTimes,
  sameKnowledge,
  type Moment as AxisMoment,
} from '#projections/replay/axis.ts';
import { valueChanges } from '#projections/replay/value-changes.ts';
import { decidedJson, viewJson } from '#projections/merge/view-json.ts';
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

/** S1: why these logs can't be joined, in one line, or undefined. */
export function whyNotTogether(logs: readonly NamedLog[]): string | undefined {
  const [first, ...others] = logs;
  if (!first) return undefined;
  for (const { path, file } of others) {
    const field = differentPlace(first.file.header, file.header);
    if (field === undefined) continue;
    const [one, other] = [first.file.header[field], file.header[field]];
    return `${first.path} and ${path} are of different ${placeNames[field]}, ${one || '(none)'} and ${other || '(none)'}: not joined`;
  }
  return undefined;
}

const placeNames = { merchantId: 'merchants', tableId: 'tables', sessionId: 'sessions' } as const;

/** A replica is one phone (T1): of two of its exports the older one only stops earlier. A line for each such pair. */
export function ofSameReplica(logs: readonly NamedLog[]): string[] {
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
  const firstDifference = firstDifferenceOn(moments, phones, nameOf);
  const joined = withNewestAnswer(
    phones.map(({ log }): Knowledge => log).reduce(joinKnowledge),
    logs.map(({ file }) => file.records),
  );
  const contradicted = new Set(contradictions(...phones.map(({ log }) => log)));
  // Most phones then know the same, and what is shown is a function of that.
  const told = new Set(phones.map((phone) => toldAll(phone, joined, contradicted)));
  return {
    phones,
    axis,
    firstDifference,
    /** Told all that the others know, every phone shows the same. */
    converged: new Set([...told].map((knowledge) => shown(cartView(knowledge)))).size <= 1,
    /** E6: ids under which the phones have different contents. */
    contradictions: [...contradicted],
    view: cartView(joined),
    nameOf,
  };
}

/**
 * P2: plain servers' carts are never joined, each phone counts its own: the last one to come counts. It has what any of
 * the phones knew the server to have by then.
 */
function withNewestAnswer(joined: Knowledge, logs: readonly (readonly LogRecord[])[]): Knowledge {
  if (!joined.snapshot || !isPlain(joined.snapshot)) return joined;
  let newest: { readonly t: number; readonly snapshot: Snapshot } | undefined;
  for (const record of logs.flat())
    if ('snapshot' in record && isPlain(record.snapshot) && !(newest && newest.t > record.t)) newest = record;
  if (!newest) return joined;
  const { t, snapshot } = newest;
  const before = logs.flat().filter((record) => record.t < t);
  const covers = union(snapshot.covers, vectorOf(before.flatMap(idsAtServer)));
  return { ...joined, snapshot: { ...snapshot, covers }, covers };
}

/** P3: what comes from the table was accepted before. */
function idsAtServer(record: LogRecord): readonly string[] {
  if ('accepted' in record) return record.accepted.ids;
  return 'event' in record && record.from === 'peer' ? [record.event.id] : [];
}

/** Reaches to the last event of each replica. */
function vectorOf(ids: readonly string[]): VersionVector {
  return ids.reduce<VersionVector>((vector, id) => {
    const parts = parseEventId(id);
    return parts ? union(vector, { [parts.replicaId]: parts.seq }) : vector;
  }, {});
}

/** The first moment at which two phones showed different carts, guests, order types or orders. */
function firstDifferenceOn(axis: readonly AxisMoment[], phones: readonly Phone[], nameOf: NameOf) {
  const [first] = findDivergences(axis, phones, 1);
  if (!first) return null;
  const views = new Map<Phone, CartView>(phones.map((phone) => [phone, emptyView]));
  for (const { phone, index } of axis.slice(0, first.settledAt + 1))
    views.set(phones[phone]!, phones[phone]!.steps[index]!.view);
  const { phone, index } = axis[first.from]!;
  return differenceAt({ phone: phones[phone]!, step: phones[phone]!.steps[index]! }, views, nameOf);
}

function differenceAt({ phone, step }: Moment, views: ReadonlyMap<Phone, CartView>, nameOf: NameOf) {
  const mine = views.get(phone)!;
  const others = [...views.keys()].filter((each) => each !== phone);
  const other = others.find((each) => decided(views.get(each)!) !== decided(mine)) ?? others[0]!;
  const theirs = views.get(other)!;
  return {
    t: step.record.t,
    file: phone.path,
    record: step.number,
    event: 'event' in step.record ? step.record.event.id : null,
    /** False is the usual case: one of them had not heard of something yet. True contradicts the merge rules (G5). */
    sameKnowledge: sameKnowledge(mine, theirs),
    views: [
      { file: phone.path, view: viewJson(mine) },
      { file: other.path, view: viewJson(theirs) },
    ],
    /** What the phone of the record showed beyond the other one. */
    difference: differenceWords(theirs, mine, nameOf),
  };
}

export function differenceWords(from: CartView, to: CartView, nameOf: NameOf): string[] {
  const words = [
    ...lineChanges(from.carts, to.carts).map((change) => `${nameOf(change.userId)}: ${changeWords(change)}`),
    ...valueChanges(from, to).map(valueWords),
  ];
  return words.length > 0 || decided(from) === decided(to) ? words : ['the same lines, in another order or under other ids']; // prettier-ignore
}

/** What the phone knows after it has heard of all that is known anywhere: of two contents it keeps its own (E6). */
function toldAll({ log }: Phone, joined: Knowledge, contradicted: ReadonlySet<string>): Knowledge {
  const own = [...log.entries].filter(([id]) => contradicted.has(id));
  return own.length === 0 ? joined : { ...joined, entries: new Map([...joined.entries, ...own]) };
}

function shown(view: CartView): string {
  return JSON.stringify(viewJson(view));
}

/** What diners see of a view: not what is known, nor what waits. */
function decided(view: CartView): string {
  return JSON.stringify(decidedJson(view));
}
