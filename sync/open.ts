/**
 * Opens a phone's state from the rows on its disk, before the first input.
 *
 *   own replica ──► log ──┐
 *                         ├──► merge ──► one log, one view, one outbox ──► PhoneState
 *   orphans ─────► logs ──┘
 *
 * A replica is the log of one tab. An orphan is a replica of a tab that was closed or has crashed. Its log is merged
 * into the one of this tab, so that unsent events are sent after all. Unreadable rows are left out. If the own replica
 * lost some, the phone continues under a new replica id, because it cannot know which numbers were used.
 */
import { rejections } from '#contract/codes.ts';
import { compareStamps, clockStart } from '#events/log/clock.ts';
import { append, emptyLog, forgetCovered, isCovered, logOf, type Log } from '#events/records/log.ts';
import { listEvents, type LogRecord, type Rejected } from '#events/records/records.ts';
import { mergeAll } from '#projections/merge/cart-view.ts';
import { createCatchUp } from './parts/catch-up.ts';
import { storePlacement } from './log/disk.ts';
import type { Moment } from './ports/input.ts';
import { endSuccession, recreateEventOnce, addAuthors, applyRecords } from './log/knowledge.ts';
import type { Writer } from './commands/create-event.ts';
import { createOutbox } from './parts/outbox.ts';
import { createServerState } from './protocols/registry.ts';
import { noPlacement } from './parts/placement.ts';
import type { StoredReplica } from './ports/storage.ts';
import { readReplica, type ReadReplica } from './ports/readable.ts';
import type { DiskState, Facts, KnowledgeState, PhoneState } from './state/phone-state.ts';
import { change, createId, createContext, type StepContext } from './state/step-context.ts';
import { listMissingRecords } from './log/missing-records.ts';
import type { UnansweredPost } from './ports/storage.ts';

/** The replica under which this tab writes, and the rows of this diner's log on the disk. */
export interface ClaimedLog {
  readonly replicaId: string;
  /** The rows that this replica wrote before a reload. */
  readonly own: StoredReplica | undefined;
  /** Replicas of the same diner that no open tab seems to hold. */
  readonly orphans: readonly StoredReplica[];
  /** Whether no open tab holds the orphans for certain. Then their rows may be archived once taken over. */
  readonly orphansAreDead: boolean;
}

/** Opens the phone's state. Pure, and never throws for unreadable rows. */
export function openPhone(facts: Facts, claim: ClaimedLog, moment: Moment): PhoneState {
  const own = claim.own && readReplica(claim.own, moment.now);
  const orphans = claim.orphans.map((orphan) => readReplica(orphan, moment.now));
  const unanswered = listUnansweredPosts([...(own ? [own] : []), ...orphans]);
  const context = createContext(createState(facts, claim, own, unanswered, moment), moment);
  const { log } = context.state.knowledge;
  const isNew = log.entries.size === 0 && log.snapshot === undefined;
  if (own?.isDamaged)
    change(context, 'knowledge', {
      writer: { ...context.state.knowledge.writer, replicaId: createId(context), lastSeq: 0 },
    });
  takeOverOrphans(context, orphans);
  const { log: whole } = context.state.knowledge;
  const { log: rest } = forgetCovered(whole);
  change(context, 'knowledge', { log: rest });
  change(context, 'disk', { dueAt: 0 });
  const hasEarlier = facts.earlierIds.length > 0;
  const isEmpty = isNew && whole.entries.size === 0 && whole.snapshot === undefined;
  const isFirst = isEmpty && !hasEarlier;
  change(context, 'notifying', { isFirst, isArriving: isFirst, isSeen: isEmpty && hasEarlier });
  return context.state;
}

/** Creates the state with the own replica's log, and everything else as at the start. */
function createState(
  facts: Facts,
  claim: ClaimedLog,
  own: ReadReplica | undefined,
  unanswered: readonly UnansweredPost[],
  moment: Moment,
): PhoneState {
  return {
    facts,
    author: { userId: facts.log.userId },
    isClosed: false,
    endsAt: undefined,
    knowledge: createKnowledge(claim.replicaId, own),
    disk: createDisk(claim, own),
    server: createServerState(),
    outbox: createOutbox(unanswered),
    catchUp: createCatchUp(moment.uptime),
    group: {
      isLive: false,
      unread: [],
      received: new Map(),
      publishers: new Set(),
      hint: undefined,
      unconfirmed: undefined,
    },
    tabs: { leads: false, theirs: new Map(), answerBy: undefined },
    notifying: {
      held: [],
      untold: [],
      late: [],
      missed: [],
      isFirst: false,
      isArriving: false,
      isSeen: false,
    },
    stored: own?.state.placement ?? null,
    placement: noPlacement,
    counter: 0,
  };
}

function createKnowledge(replicaId: string, own: ReadReplica | undefined): KnowledgeState {
  const { log, news } = append(emptyLog, own?.records ?? []);
  return {
    log,
    // Fold the whole log in one pass. To apply each record separately is far slower.
    merged: mergeAll(log),
    ...addAuthors({ namedBy: new Map(), names: new Map(), owners: new Map() }, news.entries),
    writer: createWriter(replicaId, own),
    successor: undefined,
    renamed: new Map(Object.entries(own?.state.renamed ?? {})),
  };
}

function createWriter(replicaId: string, own: ReadReplica | undefined): Writer {
  if (!own) return { replicaId, lastSeq: 0, clock: clockStart };
  const { lastSeq, clock, successor } = own.state;
  return { replicaId: successor || replicaId, lastSeq, clock };
}

function createDisk(claim: ClaimedLog, own: ReadReplica | undefined): DiskState {
  return {
    inMemory: false,
    rowsOf: claim.replicaId,
    queue: [],
    nextIndex: own?.nextIndex ?? 0,
    dueAt: Infinity,
    replaces: undefined,
    settled: 0,
    unsaved: new Set(),
    batches: [],
    placementSaved: own?.state.placement?.placementId,
    postSaved: undefined,
    takenOver: claim.orphansAreDead ? claim.orphans.map(({ replicaId }) => replicaId) : [],
  };
}

/**
 * Returns the changes of all replicas that the snapshot server did not answer, oldest first. They count as cut off,
 * because an order may have come in meanwhile without the phone receiving it.
 */
function listUnansweredPosts(replicas: readonly ReadReplica[]): UnansweredPost[] {
  const posts = new Map(
    replicas.flatMap(({ state }) =>
      state.unanswered.map((post) => [post.id, { ...post, isCut: true }] as const),
    ),
  );
  return [...posts.values()].sort((a, b) => a.at - b.at);
}

/** Merges the logs of the orphans into this tab's log, with their placements, clocks and rejected events. */
function takeOverOrphans(context: StepContext, orphans: readonly ReadReplica[]): void {
  const left = orphans.map(({ state, records }) => ({ state, log: logOf(records) }));
  // Known before anything else, so that no event is created again twice.
  const entries = left.flatMap(({ state }) => Object.entries(state.renamed));
  const renamed = new Map([...entries, ...context.state.knowledge.renamed]);
  change(context, 'knowledge', { renamed });
  const logs = [context.state.knowledge.log, ...left.map(({ log }) => log)];
  for (const { log } of left) {
    const news = listMissingRecords(context.state.knowledge.log, log, context.moment.now);
    // If the orphan's tab may be open, its rows stay. Then they may hold events that another replica has created again.
    applyOrphanRecords(
      context,
      news.filter((record) => !('event' in record && isReplaced(record.event.id, log, renamed, logs))),
    );
  }
  const late: Rejected[] = [];
  for (const { state, log } of left) {
    // Events may have been rejected as ahead before their tab could create them again.
    for (const id of log.pending) {
      const event = log.entries.get(id)?.event;
      const code = context.state.knowledge.log.rejected.get(id);
      if (!event || code === undefined) continue;
      if (code === rejections.clockAhead) recreateEventOnce(context, event);
      else late.push({ ids: [id], code });
    }
    endSuccession(context);
    if (state.placement && !context.state.stored) storePlacement(context, state.placement);
    // The clock of an own log counts without a check, because the server's time is not known yet.
    const { writer } = context.state.knowledge;
    if (compareStamps(state.clock, writer.clock) > 0)
      change(context, 'knowledge', { writer: { ...writer, clock: state.clock } });
  }
  change(context, 'notifying', { late });
}

/** Whether an event has no answer and one of the phone's logs has a newer event for the same tap. */
function isReplaced(
  id: string,
  { pending }: Log,
  renamed: ReadonlyMap<string, string>,
  logs: readonly Log[],
): boolean {
  if (!pending.has(id) || !renamed.has(id)) return false;
  let newest = id;
  for (let next = renamed.get(id); next !== undefined; next = renamed.get(next)) newest = next;
  return logs.some(({ entries, covers }) => entries.has(newest) || isCovered(newest, covers));
}

/** Applies an orphan's records. Its own events are already on the disk, so they may be sent at once. */
function applyOrphanRecords(context: StepContext, records: readonly LogRecord[]): void {
  applyRecords(context, records);
  const stored = new Set(listEvents(records).map(({ id }) => id));
  change(context, 'disk', {
    unsaved: new Set([...context.state.disk.unsaved].filter((id) => !stored.has(id))),
  });
  context.applied.length = 0;
  context.fresh.length = 0;
}
