/** The logs of several phones of one table session on one time axis: where they differ, and whether they converge. */
import { contradictions, joinKnowledge } from '#events/join.ts';
import type { LogFile } from '#events/log-file.ts';
import { createLog, type Knowledge } from '#events/log.ts';
import { sameVector } from '#events/version-vector.ts';
import type { LogRecord } from '#events/records.ts';
import { cartView, emptyView, type CartView } from '#projections/cart-view.ts';
import { lineChanges } from '#projections/line-changes.ts';
import { LiveView } from '#projections/live-view.ts';
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

export function mergeLogs(logs: readonly NamedLog[]): MergedLogs {
  const nameOf = namesIn(logs.map(({ file }) => file.records));
  const phones = logs.map(({ path, file }): Phone => {
    return { path, replicaId: file.header.replicaId, ...replaySteps(file.records, nameOf) };
  });
  const axis = onOneAxis(phones);
  const firstDifference = firstDifferenceOn(axis, phones, nameOf);
  const joined = phones.map(({ log }): Knowledge => log).reduce(joinKnowledge);
  const [first, ...others] = phones.map((phone) => shown(toldAll(phone, joined)));
  return {
    phones,
    axis,
    firstDifference,
    converged: others.every((text) => text === first),
    contradictions: contradictionsOf(phones),
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
  let since: Moment | undefined;
  for (const [index, moment] of axis.entries()) {
    const { phone, step } = moment;
    views.set(phone, step.view);
    texts.set(phone, decided(step.view));
    const differs = new Set(texts.values()).size > 1;
    since = differs ? (since ?? moment) : undefined;
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

/** The phone's own log after it has heard of all that is known anywhere. */
function toldAll({ log }: Phone, joined: Knowledge): LiveView {
  const own = createLog();
  const live = new LiveView(own);
  const take = (record: LogRecord) => live.learn(own.append(record));
  if (log.snapshot) take({ t: 0, from: 'server', snapshot: log.snapshot });
  for (const { entries, rejected } of [log, joined]) {
    for (const { event } of entries.values()) take({ t: 0, from: 'peer', event });
    for (const [id, code] of rejected) take({ t: 0, from: 'server', rejected: { ids: [id], code } });
  }
  if (joined.snapshot) take({ t: 0, from: 'server', snapshot: joined.snapshot });
  return live;
}

function contradictionsOf(phones: readonly Phone[]): string[] {
  const ids = phones.flatMap((phone, index) =>
    phones.slice(index + 1).flatMap((other) => contradictions(phone.log, other.log)),
  );
  return [...new Set(ids)].sort();
}

function eventOf(record: LogRecord): string | null {
  return 'event' in record ? record.event.id : null;
}

function shown(live: LiveView): string {
  return JSON.stringify(viewJson(live.view));
}

/** What diners see of a view: not what is known, nor what waits. */
function decided(view: CartView): string {
  const { guests, orderType, lastOrderId, carts } = viewJson(view);
  return JSON.stringify({ guests, orderType, lastOrderId, carts });
}
