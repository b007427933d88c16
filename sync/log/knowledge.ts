/**
 * All changes of the log go through this file: records that the phone receives, and events that the diner writes.
 *
 *   records ──► applyRecords ──► appendRecords ──► log and view
 *   command ──► writeEvent ────►        │    └───► disk queue
 *                                       └──── compactLog at the end of a step
 *
 * An event is immutable once it has an id. If it cannot be accepted as it is, the same change is created again as a new
 * event, and `renamed` maps the old id to the new one:
 *
 *   case                                                      replica of the new event
 *   rejected, as the stamp was ahead or `seen` incomplete     a successor of the writer
 *   the same, but the event is of an earlier replica          the writer, if its clock is right
 *   restart of the log after a divergence                     a new one
 *   the disk failed before the event was saved                a new one
 *
 * Invariants: a replica id and a sequence number are used once. `seq` has no gaps. Taps keep their order.
 *
 * Example: the phone's clock is an hour fast. The server rejects `r1:4` as ahead. The tap is created again as `s1:1`
 * with a correct stamp, and `renamed` has `r1:4 → s1:1`. The successor `s1` writes all events as soon as every event of
 * `r1` has an answer.
 */
import type { AnyEvent, CartEvent } from '#events/cart/registry.ts';
import { listRegisterStamps } from '#events/cart/registers.ts';
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
import { convertViewToJson } from '#projections/merge/view-json.ts';
import type { EventDraft } from '../commands/decide.ts';
import { queueRecords, replaceRows, startInMemory } from './disk.ts';
import { observeStamps, createEvent, type Author, type Writer } from '../commands/create-event.ts';
import type { KnowledgeState, PhoneState } from '../state/phone-state.ts';
import { change, createId, report, getView, type StepContext } from '../state/step-context.ts';

/**
 * Applies received records in order. Events that the snapshot covers are skipped, except own ones: being covered does not
 * say whether the server accepted or rejected them.
 */
export function applyRecords(context: StepContext, records: readonly LogRecord[]): void {
  if (records.length === 0) return;
  const { covers } = context.state.knowledge.log;
  const isNews = (record: LogRecord) =>
    !('event' in record) || record.from === 'local' || !isCovered(record.event.id, covers);
  const news = records.filter(isNews);
  if (news.length === 0) return;
  appendRecords(context, news);
  context.applied.push(...news);
  recreateRejected(context, news);
  const { writer } = context.state.knowledge;
  change(context, 'knowledge', { writer: observeRecords(writer, news, context.moment.now) });
}

/** Creates the event of a draft and appends it. The view shows it at once. */
export function writeEvent(context: StepContext, author: Author, draft: NonNullable<EventDraft>): CartEvent {
  const { writer } = context.state.knowledge;
  const created = createEvent(writer, author, getView(context.state).known, context.moment.now, draft);
  change(context, 'knowledge', { writer: created.writer });
  appendRecords(context, [{ t: context.moment.now, from: 'local', event: created.event }]);
  return created.event;
}

/** Removes stable events from the log, at the end of a step. Does nothing if no more events are covered. */
export function compactLog(context: StepContext): void {
  const { log } = context.state.knowledge;
  if (log.covers === context.before.knowledge.log.covers) return;
  const { log: rest, forgotten } = forgetCovered(log);
  change(context, 'knowledge', { log: rest });
  change(context, 'disk', { settled: context.state.disk.settled + forgotten });
}

/**
 * Restarts the log from the server's records, after phone and server differed. The old log is archived with both views.
 * Own events without an answer are created again under a new replica id, because their `seen` may name events that do
 * not exist.
 */
export function restartLog(context: StepContext, records: readonly LogRecord[]): void {
  const { log, writer, successor } = context.state.knowledge;
  const mine = convertViewToJson(getView(context.state));
  const fresh = mergeAll(append(emptyLog, records).log).view;
  const unanswered = [...log.pending].flatMap((id) => log.entries.get(id) ?? []);
  const isDecided = ({ replicaId, seq }: LogEntry) => seq <= reach(fresh.known, replicaId);
  const decided = unanswered.filter(isDecided);
  const undecided = unanswered.filter((entry) => !isDecided(entry));
  const theirs = convertViewToJson(fresh);
  const text = 'cart: this phone and the server showed different carts, its log restarts from the server’s';
  report(context, 'error', text, { mine, theirs });
  replaceRows(context, { why: 'diverged', mine, theirs });
  change(context, 'knowledge', { log: emptyLog, merged: mergeAll(emptyLog) });
  // The server has decided on these events, but its answer is missing. Keep them, so that they are sent again.
  const own = decided.map(({ event }): LogRecord => ({ t: context.moment.now, from: 'local', event }));
  appendRecords(context, [...records, ...own]);
  // Continue under the same replica only if the server's last number of it is ours.
  const fits = reach(getView(context.state).known, writer.replicaId) === writer.lastSeq;
  if (undecided.length > 0 || !fits || successor)
    change(context, 'knowledge', {
      writer: { replicaId: createId(context), lastSeq: 0, clock: writer.clock },
      successor: undefined,
    });
  recreateRejected(context, records);
  for (const { event } of undecided) recreateEvent(context, event);
}

/**
 * Continues in memory after the disk has failed. Events that never reached the disk are created again under a new replica
 * id. Otherwise a reload would continue at the last stored number and use the numbers of these events twice.
 */
export function continueInMemory(context: StepContext): void {
  const { knowledge, disk } = context.state;
  const records = condense(knowledge.log, context.moment.now);
  const unsaved = [...disk.unsaved].flatMap((id) => {
    const event = knowledge.log.pending.has(id) ? knowledge.log.entries.get(id)?.event : undefined;
    return event ?? [];
  });
  const lost = new Set(unsaved.map(({ id }) => id));
  const writer = { replicaId: createId(context), lastSeq: 0, clock: knowledge.writer.clock };
  change(context, 'knowledge', { log: emptyLog, merged: mergeAll(emptyLog), writer, successor: undefined });
  startInMemory(context, writer.replicaId);
  appendRecords(
    context,
    records.filter((record) => !('event' in record && lost.has(record.event.id))),
  );
  for (const event of unsaved) recreateEvent(context, event);
}

/** Creates a rejected event again, unless that was done before. `isCreatedAgain` says for which rejections. */
export function recreateEventOnce(context: StepContext, event: AnyEvent): void {
  const { knowledge } = context.state;
  if (knowledge.renamed.has(event.id)) return;
  const { writer, successor } = knowledge;
  const isOfWriter = event.id.startsWith(`${writer.replicaId}:`);
  if (!isOfWriter && !isAhead(writer.clock, context.moment.now)) return recreateEvent(context, event);
  // The old writer continues until its last event has an answer, so that taps keep their order.
  const next = createCorrectedWriter(
    context,
    successor?.replicaId ?? createId(context),
    successor?.lastSeq ?? 0,
  );
  change(context, 'knowledge', { writer: next });
  recreateEvent(context, event);
  change(context, 'knowledge', { writer, successor: context.state.knowledge.writer });
}

/** Lets the successor write from now on, if every event of the old writer has an answer. */
export function endSuccession(context: StepContext): void {
  const { writer, successor, log } = context.state.knowledge;
  if (!successor) return;
  for (const id of log.pending) if (id.startsWith(`${writer.replicaId}:`)) return;
  change(context, 'knowledge', { writer: successor, successor: undefined });
}

/** Whether this is an own event that is created again after a rejection with this code. */
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
  const renames = new Map(renamed);
  const created = createEvent(writer, rest, getView(context.state).known, context.moment.now, (fields) => {
    // Set before renames are followed, because the event that started a line has its own id as `lineId`.
    renames.set(id, fields.id);
    return followRenames({ ...(rest as CartEvent), ...fields }, renames);
  });
  change(context, 'knowledge', { writer: created.writer, renamed: renames });
  appendRecords(context, [{ t: context.moment.now, from: 'local', event: created.event }]);
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

/** Adds each diner's latest name and each replica's owner, from new events. */
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

/** Creates a writer whose clock starts at the corrected time, but after all stamps in the log. */
function createCorrectedWriter(context: StepContext, replicaId: string, lastSeq: number): Writer {
  const { log } = context.state.knowledge;
  const stamps: Stamp[] = [];
  for (const { event } of log.entries.values()) if (!log.rejected.has(event.id)) stamps.push(event.at);
  if (log.snapshot) stamps.push(...listRegisterStamps(log.snapshot));
  return observeStamps({ replicaId, lastSeq, clock: clockStart }, stamps, context.moment.now);
}

/**
 * Moves the writer's clock past the stamps in the records. Stamps that the server accepted always count. Stamps from
 * others count only if they are not too far ahead.
 */
function observeRecords(writer: Writer, records: readonly LogRecord[], now: number): Writer {
  let next = writer;
  for (const record of records) {
    if ('event' in record)
      next = observeStamps(next, [record.event.at], record.from === 'server' ? Infinity : now);
    if (!('snapshot' in record)) continue;
    for (const { at } of record.snapshot.events ?? []) next = observeStamps(next, [at], Infinity);
    // The phone's next value of a register must sort after the one in the snapshot.
    next = observeStamps(next, listRegisterStamps(record.snapshot), now);
  }
  return next;
}
