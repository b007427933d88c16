/** The logs of several phones of one table session on one time axis: where they differ, and whether they converge. */
import { contradictions, joinKnowledge } from '#events/join.ts';
import type { LogFile } from '#events/log-file.ts';
import type { Knowledge } from '#events/log.ts';
import { sameVector } from '#events/version-vector.ts';
import type { LogRecord } from '#events/records.ts';
import { cartView, emptyView, type CartView } from '#projections/cart-view.ts';
import { lineChanges } from '#projections/line-changes.ts';
import { viewJson, type ViewJson } from '#projections/view-json.ts';
import { namesIn, replaySteps, type Replay, type Step } from './replay-steps.ts';
import { changeWords, valueChangeWords, type NameOf } from './replay-words.ts';

export interface NamedLog {
  readonly path: string;
  readonly file: LogFile;
}

/** A phone's log, replayed. */
export interface Phone extends Replay {
  readonly path: string;
  readonly replicaId: string;
}

/** A record of one phone at its place on the axis. */
export interface Moment {
  readonly phone: Phone;
  readonly step: Step;
}

/** The first moment at which two phones showed different carts, guests, order types or orders. */
export interface FirstDifference {
  readonly t: number;
  /** Whose record it was, by which number, and the event in it. */
  readonly file: string;
  readonly record: number;
  readonly event: string | null;
  /** False is the usual case: one of them had not heard of something yet. True contradicts the merge rules (G5). */
  readonly sameKnowledge: boolean;
  /** What that phone and another one showed. */
  readonly views: readonly { readonly file: string; readonly view: ViewJson }[];
  /** What the phone of the record showed beyond the other one, in words. */
  readonly difference: readonly string[];
}

export interface MergedLogs {
  readonly phones: readonly Phone[];
  readonly axis: readonly Moment[];
  readonly firstDifference: FirstDifference | null;
  /** Told all that the others know, every phone shows the same. */
  readonly converged: boolean;
  /** E6: ids under which the phones have different contents. */
  readonly contradictions: readonly string[];
  /** The view of all that is known, joined. */
  readonly view: CartView;
  readonly nameOf: NameOf;
}

/** S1: why these logs can't be joined, in one line, or undefined. */
export function whyNotTogether(logs: readonly NamedLog[]): string | undefined {
  const [first, ...others] = logs;
  if (!first) return undefined;
  for (const { path, file } of others) {
    for (const [field, what] of [
      ['merchantId', 'merchants'],
      ['tableId', 'tables'],
      ['sessionId', 'sessions'],
    ] as const) {
      // prettier-ignore
      const [one, other] = [first.file.header[field], file.header[field]];
      if (one !== other)
        return `${first.path} and ${path} are of different ${what}, ${one || '(none)'} and ${other || '(none)'}: not joined`;
    }
  }
  return undefined;
}

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

export function mergeLogs(logs: readonly NamedLog[]): MergedLogs {
  const nameOf = namesIn(logs.map(({ file }) => file.records));
  const phones = logs.map(({ path, file }): Phone => {
    return { path, replicaId: file.header.replicaId, ...replaySteps(file.records, nameOf) };
  });
  const axis = onOneAxis(phones);
  const firstDifference = firstDifferenceOn(axis, phones, nameOf);
  const joined = phones.map(({ log }): Knowledge => log).reduce(joinKnowledge);
  const contradicted = new Set(contradictions(...phones.map(({ log }) => log)));
  // Most phones then know the same, and what is shown is a function of that.
  const told = new Set(phones.map((phone) => toldAll(phone, joined, contradicted)));
  return {
    phones,
    axis,
    firstDifference,
    converged: new Set([...told].map((knowledge) => shown(cartView(knowledge)))).size <= 1,
    contradictions: [...contradicted],
    view: cartView(joined),
    nameOf,
  };
}

/** By wall time; within one log the order of its records stays, whatever its clock did (L2). */
function onOneAxis(phones: readonly Phone[]): Moment[] {
  const axis: Moment[] = [];
  const next = phones.map(() => 0);
  for (;;) {
    let earliest: number | undefined;
    phones.forEach(({ steps }, index) => {
      const step = steps[next[index]!];
      if (!step) return;
      const least = earliest === undefined ? undefined : phones[earliest]!.steps[next[earliest]!];
      if (!least || step.record.t < least.record.t) earliest = index;
    });
    if (earliest === undefined) return axis;
    const phone = phones[earliest]!;
    axis.push({ phone, step: phone.steps[next[earliest]!]! });
    next[earliest]! += 1;
  }
}

/** Records of one and the same millisecond count as one moment: only what differs after all of them differs. */
function firstDifferenceOn(
  axis: readonly Moment[],
  phones: readonly Phone[],
  nameOf: NameOf,
): FirstDifference | null {
  const views = new Map<Phone, CartView>(phones.map((phone) => [phone, emptyView]));
  const texts = new Map<Phone, string>(phones.map((phone) => [phone, decided(emptyView)]));
  /** How many phones show each. */
  const counts = new Map<string, number>([[decided(emptyView), phones.length]]);
  const count = (text: string, more: 1 | -1) => {
    const phonesNow = (counts.get(text) ?? 0) + more;
    if (phonesNow > 0) counts.set(text, phonesNow);
    else counts.delete(text);
  };
  let since: Moment | undefined;
  for (const [index, moment] of axis.entries()) {
    const { phone, step } = moment;
    views.set(phone, step.view);
    count(texts.get(phone)!, -1);
    texts.set(phone, decided(step.view));
    count(texts.get(phone)!, 1);
    since = counts.size > 1 ? (since ?? moment) : undefined;
    const isMomentOver = axis[index + 1]?.step.record.t !== step.record.t;
    if (since && isMomentOver) return differenceAt(since, views, texts, nameOf);
  }
  return null;
}

function differenceAt(
  { phone, step }: Moment,
  views: ReadonlyMap<Phone, CartView>,
  texts: ReadonlyMap<Phone, string>,
  nameOf: NameOf,
): FirstDifference {
  const mine = views.get(phone)!;
  const others = [...views.keys()].filter((each) => each !== phone);
  const other = others.find((each) => texts.get(each) !== texts.get(phone)) ?? others[0]!;
  const theirs = views.get(other)!;
  return {
    t: step.record.t,
    file: phone.path,
    record: step.number,
    event: eventOf(step.record),
    sameKnowledge: sameVector(mine.known, theirs.known) && mine.waiting.join() === theirs.waiting.join(),
    views: [
      { file: phone.path, view: viewJson(mine) },
      { file: other.path, view: viewJson(theirs) },
    ],
    difference: differenceWords(theirs, mine, nameOf),
  };
}

/** From one view to the other, in words. */
export function differenceWords(from: CartView, to: CartView, nameOf: NameOf): string[] {
  const words = [
    ...lineChanges(from.carts, to.carts).map((change) => `${nameOf(change.userId)}: ${changeWords(change)}`),
    ...valueChangeWords(from, to),
  ];
  return words.length > 0 || decided(from) === decided(to) ? words : ['the same lines, in another order or under other ids']; // prettier-ignore
}

/** What the phone knows after it has heard of all that is known anywhere: of two contents it keeps its own (E6). */
function toldAll({ log }: Phone, joined: Knowledge, contradicted: ReadonlySet<string>): Knowledge {
  const own = [...log.entries].filter(([id]) => contradicted.has(id));
  return own.length === 0 ? joined : { ...joined, entries: new Map([...joined.entries, ...own]) };
}

function eventOf(record: LogRecord): string | null {
  return 'event' in record ? record.event.id : null;
}

function shown(view: CartView): string {
  return JSON.stringify(viewJson(view));
}

/** What diners see of a view: not what is known, nor what waits. */
function decided(view: CartView): string {
  const { guests, orderType, lastOrderId, carts } = viewJson(view);
  return JSON.stringify({ guests, orderType, lastOrderId, carts });
}
