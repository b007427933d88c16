/** The one door into the log: what is learnt, and what the diner writes. */
import type { AnyEvent, CartEvent } from '#events/cart/registry.ts';
import { stampsOfRegisters } from '#events/cart/registers.ts';
import { clockStart, isAhead, type Stamp } from '#events/log/clock.ts';
import { condense } from '#events/records/condense.ts';
import {
  append,
  compareEntries,
  emptyLog,
  forgetCovered,
  isCovered,
  type LogEntry,
} from '#events/records/log.ts';
import { isCreatedAgain, type LogRecord, type Rejected } from '#events/records/records.ts';
import { reach } from '#events/log/version-vector.ts';
import { mergeNews, mergeAll } from '#projections/merge/cart-view.ts';
import { viewJson } from '#projections/merge/view-json.ts';
import type { EventDraft } from '../commands/decide.ts';
import { queueRecords, replaceRows, startInMemory } from './disk.ts';
import { observeStamps, createEvent, type Author, type Writer } from '../commands/create-event.ts';
import type { KnowledgeState, PhoneState } from '../state/phone-state.ts';
import { change, newId, viewOf, type StepContext } from '../state/step-context.ts';

/** Takes records in, in order. What the log covers already is left out, but for own events: covered is no answer (F1). */
export function applyRecords(context: StepContext, records: readonly LogRecord[]): void {
  if (records.length === 0) return;
  const { covers } = context.state.knowledge.log;
  const isNews = (record: LogRecord) =>
    !('event' in record) || record.from === 'local' || !isCovered(record.event.id, covers);
  const news = records.filter(isNews);
  if (news.length === 0) return;
  appendRecords(context, news);
  context.learnt.push(...news);
  recreateRejected(context, news);
  const { writer } = context.state.knowledge;
  change(context, 'knowledge', { writer: observeRecords(writer, news, context.moment.now) });
}

/** Mints the event of a draft; it shows at once. */
export function writeEvent(context: StepContext, author: Author, draft: NonNullable<EventDraft>): CartEvent {
  const { writer } = context.state.knowledge;
  const minted = createEvent(writer, author, viewOf(context.state).known, context.moment.now, draft);
  change(context, 'knowledge', { writer: minted.writer });
  appendRecords(context, [{ t: context.moment.now, from: 'local', event: minted.event }]);
  return minted.event;
}

/**
 * P2: mints an event under a replica id of its own: the server has it already, and what covers it must not cover own
 * events before it that are still to be sent.
 */
export function writeEventApart(
  context: StepContext,
  author: Author,
  draft: NonNullable<EventDraft>,
): CartEvent {
  const { writer } = context.state.knowledge;
  const apart: Writer = { replicaId: newId(context), lastSeq: 0, clock: writer.clock };
  const minted = createEvent(apart, author, viewOf(context.state).known, context.moment.now, draft);
  change(context, 'knowledge', { writer: { ...writer, clock: minted.writer.clock } });
  appendRecords(context, [{ t: context.moment.now, from: 'local', event: minted.event }]);
  return minted.event;
}

/** G2: what is settled leaves the memory, at the end of a step. */
export function compactLog(context: StepContext): void {
  const { log } = context.state.knowledge;
  if (log.covers === context.before.knowledge.log.covers) return;
  const { log: rest, forgotten } = forgetCovered(log);
  change(context, 'knowledge', { log: rest });
  change(context, 'disk', { settled: context.state.disk.settled + forgotten });
}

/**
 * G5: goes on from these records alone; what was before is kept apart with what both sides showed. Own events without
 * an answer are minted anew under another replica id: what they had seen may never have been.
 */
export function restartLog(context: StepContext, records: readonly LogRecord[]): void {
  const { log, writer, successor } = context.state.knowledge;
  const mine = viewJson(viewOf(context.state));
  const fresh = mergeAll(append(emptyLog, records).log).view;
  const unanswered = [...log.pending].flatMap((id) => log.entries.get(id) ?? []);
  const isDecided = ({ replicaId, seq }: LogEntry) => seq <= reach(fresh.known, replicaId);
  const decided = unanswered.filter(isDecided);
  const undecided = unanswered.filter((entry) => !isDecided(entry));
  const theirs = viewJson(fresh);
  context.effects.push({
    kind: 'report',
    level: 'error',
    text: 'cart: this phone and the server differed; it starts again from the server’s',
    detail: { mine, theirs },
  });
  replaceRows(context, { why: 'diverged', mine, theirs });
  change(context, 'knowledge', { log: emptyLog, merged: mergeAll(emptyLog) });
  // F1: that the server covers them does not say which way it decided: they are sent once more.
  const own = decided.map(({ event }): LogRecord => ({ t: context.moment.now, from: 'local', event }));
  appendRecords(context, [...records, ...own]);
  // T2: no number is used twice and none is left out, whatever the server has of this replica.
  const fits = reach(viewOf(context.state).known, writer.replicaId) === writer.lastSeq;
  if (undecided.length > 0 || !fits || successor)
    change(context, 'knowledge', {
      writer: { replicaId: newId(context), lastSeq: 0, clock: writer.clock },
      successor: undefined,
    });
  recreateRejected(context, records);
  for (const { event } of undecided) recreateEvent(context, event);
}

/**
 * The disk has failed. What never reached it is minted anew under a replica of its own: after a reload the old one may
 * be taken up again at its last stored number, and no number is ever used twice (T2).
 */
export function continueInMemory(context: StepContext): void {
  const { knowledge, disk } = context.state;
  const records = condense(knowledge.log, context.moment.now);
  const unsaved = [...disk.unsaved].flatMap((id) => {
    const event = knowledge.log.pending.has(id) ? knowledge.log.entries.get(id)?.event : undefined;
    return event ?? [];
  });
  const lost = new Set(unsaved.map(({ id }) => id));
  const writer = { replicaId: newId(context), lastSeq: 0, clock: knowledge.writer.clock };
  change(context, 'knowledge', { log: emptyLog, merged: mergeAll(emptyLog), writer, successor: undefined });
  startInMemory(context, writer.replicaId);
  appendRecords(
    context,
    records.filter((record) => !('event' in record && lost.has(record.event.id))),
  );
  for (const event of unsaved) recreateEvent(context, event);
}

/** T4: mints what was refused for its clock, or for a `seen` that left out its own past (F1), once more. */
export function recreateEventOnce(context: StepContext, event: AnyEvent): void {
  const { knowledge } = context.state;
  if (knowledge.renamed.has(event.id)) return;
  const { writer, successor } = knowledge;
  const isOfWriter = event.id.startsWith(`${writer.replicaId}:`);
  if (!isOfWriter && !isAhead(writer.clock, context.moment.now)) return recreateEvent(context, event);
  // The diner goes on with the old writer until its last event has an answer, so that the order of taps is kept.
  const next = createCorrectedWriter(
    context,
    successor?.replicaId ?? newId(context),
    successor?.lastSeq ?? 0,
  );
  change(context, 'knowledge', { writer: next });
  recreateEvent(context, event);
  change(context, 'knowledge', { writer, successor: context.state.knowledge.writer });
}

/** T4: the successor writes from now on, if every event of the old writer has its answer. */
export function endSuccession(context: StepContext): void {
  const { writer, successor, log } = context.state.knowledge;
  if (!successor) return;
  for (const id of log.pending) if (id.startsWith(`${writer.replicaId}:`)) return;
  change(context, 'knowledge', { writer: successor, successor: undefined });
}

/** True when an own event that was refused with this code is minted anew (T4). */
export function isOwnCreatedAgain(
  { knowledge: { log } }: PhoneState,
  id: string,
  code: Rejected['code'],
): boolean {
  const event = log.local.has(id) ? log.entries.get(id)?.event : undefined;
  return event !== undefined && isCreatedAgain(event, code);
}

function recreateRejected(context: StepContext, news: readonly LogRecord[]): void {
  for (const record of news) {
    if (!('rejected' in record)) continue;
    const { ids, code } = record.rejected;
    for (const id of ids) {
      const event = isOwnCreatedAgain(context.state, id, code)
        ? context.state.knowledge.log.entries.get(id)?.event
        : undefined;
      if (event) recreateEventOnce(context, event);
    }
  }
  endSuccession(context);
}

function recreateEvent(context: StepContext, { id, at: _at, seen: _seen, ...rest }: AnyEvent): void {
  const { writer, renamed } = context.state.knowledge;
  const anew = new Map(renamed);
  const minted = createEvent(writer, rest, viewOf(context.state).known, context.moment.now, (fields) => {
    // Before following: an event that began its own line names itself.
    anew.set(id, fields.id);
    return followRenames({ ...(rest as CartEvent), ...fields }, anew);
  });
  change(context, 'knowledge', { writer: minted.writer, renamed: anew });
  appendRecords(context, [{ t: context.moment.now, from: 'local', event: minted.event }]);
}

function followRenames(event: CartEvent, renamed: ReadonlyMap<string, string>): CartEvent {
  if (!('lineId' in event)) return event;
  return { ...event, lineId: renamed.get(event.lineId) ?? event.lineId };
}

function appendRecords(context: StepContext, records: readonly LogRecord[]): void {
  const { knowledge } = context.state;
  const { log, news } = append(knowledge.log, records);
  change(context, 'knowledge', {
    ...addAuthors(knowledge, news.entries),
    log,
    merged: mergeNews(knowledge.merged, log, news),
  });
  context.fresh.push(...news.entries);
  queueRecords(context, records);
}

type Authors = Pick<KnowledgeState, 'namedBy' | 'names' | 'owners'>;

/** The latest name that each diner's events bear, and whose each replica is. */
export function addAuthors({ namedBy, names, owners }: Authors, entries: readonly LogEntry[]): Authors {
  let latest = namedBy;
  let said = names;
  let theirs = owners;
  for (const entry of entries) {
    const { userId, userName } = entry.event;
    if (!theirs.has(entry.replicaId)) theirs = new Map(theirs).set(entry.replicaId, userId);
    const last = latest.get(userId);
    if (!userName || (last && compareEntries(last, entry) >= 0)) continue;
    latest = new Map(latest).set(userId, entry);
    if (said.get(userId) !== userName) said = new Map(said).set(userId, userName);
  }
  return { namedBy: latest, names: said, owners: theirs };
}

/** T3, T4: starts at the corrected now, but not before what was heard. */
function createCorrectedWriter(context: StepContext, replicaId: string, lastSeq: number): Writer {
  const { log } = context.state.knowledge;
  const stamps: Stamp[] = [];
  for (const { event } of log.entries.values()) if (!log.rejected.has(event.id)) stamps.push(event.at);
  if (log.snapshot) stamps.push(...stampsOfRegisters(log.snapshot));
  return observeStamps({ replicaId, lastSeq, clock: clockStart }, stamps, context.moment.now);
}

/** T3: what the server accepted moves the clock always, what others say only within bounds. */
function observeRecords(writer: Writer, records: readonly LogRecord[], now: number): Writer {
  let next = writer;
  for (const record of records) {
    if ('event' in record)
      next = observeStamps(next, [record.event.at], record.from === 'server' ? Infinity : now);
    if (!('snapshot' in record)) continue;
    for (const { at } of record.snapshot.events ?? []) next = observeStamps(next, [at], Infinity);
    // A register of the snapshot counts as received: the next value of this phone must sort after it.
    next = observeStamps(next, stampsOfRegisters(record.snapshot), now);
  }
  return next;
}
