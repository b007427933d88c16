/** A phone's state as its disk has it, before the first input. */
import { rejections } from '#contract/codes.ts';
import { compareStamps, clockStart } from '#events/log/clock.ts';
import { GrowingSet } from '#events/log/growing.ts';
import { append, emptyLog, forgetCovered, isCovered, logOf, type Log } from '#events/records/log.ts';
import type { LogRecord, Rejected } from '#events/records/records.ts';
import { mergeAll } from '#projections/merge/cart-view.ts';
import { catchUpAtStart } from './parts/catch-up.ts';
import { storePlacement } from './log/disk.ts';
import type { Moment } from './ports/input.ts';
import { endSuccession, recreateEventOnce, addAuthors, applyRecords } from './log/knowledge.ts';
import type { Writer } from './commands/create-event.ts';
import { outboxAtStart } from './parts/outbox.ts';
import { createServerState } from './protocols/registry.ts';
import { nothingPlaced } from './parts/placement.ts';
import type { StoredReplica } from './ports/storage.ts';
import { readReplica, type ReadReplica } from './ports/readable.ts';
import type { Facts, PhoneState } from './state/phone-state.ts';
import { change, newId, createContext, type StepContext } from './state/step-context.ts';
import { listMissingRecords } from './log/missing-records.ts';
import type { UnansweredPost } from './protocols/snapshot/unanswered-post.ts';

/** T1: which replica this tab writes under, and what the disk has of this diner's log. */
export interface ClaimedLog {
  readonly replicaId: string;
  /** What this replica wrote before a reload. */
  readonly own: StoredReplica | undefined;
  /** Replicas of the same diner that no living tab holds, as far as that can be told; their content is taken over. */
  readonly orphans: readonly StoredReplica[];
  /** True when the orphans are surely dead, so that their rows may go once taken over. */
  readonly orphansAreDead: boolean;
}

/** The phone as its disk has it. What of the disk can't be read is left out; a replica that lost something ends (T1). */
export function openPhone(facts: Facts, claim: ClaimedLog, moment: Moment): PhoneState {
  const own = claim.own && readReplica(claim.own, moment.now);
  const orphans = claim.orphans.map((orphan) => readReplica(orphan, moment.now));
  const { log, news: known } = append(emptyLog, own?.records ?? []);
  const isNew = log.entries.size === 0 && log.snapshot === undefined;
  const context = createContext(
    {
      facts,
      author: { userId: facts.log.userId },
      isClosed: false,
      endsAt: undefined,
      knowledge: {
        log,
        // One pass over the whole log, not one for each record.
        merged: mergeAll(log),
        ...addAuthors({ namedBy: new Map(), names: new Map(), owners: new Map() }, known.entries),
        writer: createWriter(claim.replicaId, own),
        successor: undefined,
        renamed: new Map(Object.entries(own?.state.renamed ?? {})),
      },
      disk: {
        inMemory: false,
        rowsOf: claim.replicaId,
        queue: [],
        nextIndex: own?.nextIndex ?? 0,
        isStateNew: false,
        replaces: undefined,
        settled: 0,
        unsaved: new Set(),
        batches: [],
        placementSaved: own?.state.placement?.placementId,
        postSaved: undefined,
        takenOver: claim.orphansAreDead ? claim.orphans.map(({ replicaId }) => replicaId) : [],
      },
      server: createServerState(),
      outbox: outboxAtStart(listUnansweredPosts([...(own ? [own] : []), ...orphans])),
      catchUp: catchUpAtStart(moment.uptime),
      group: {
        isLive: false,
        unread: [],
        heard: GrowingSet.of(),
        tellers: GrowingSet.of(),
        hint: undefined,
        told: undefined,
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
      placement: nothingPlaced,
      counter: 0,
    },
    moment,
  );
  // T1: nobody writes on under the id of a replica that lost something.
  if (own?.isDamaged)
    change(context, 'knowledge', {
      writer: { ...context.state.knowledge.writer, replicaId: newId(context), lastSeq: 0 },
    });
  takeOverOrphans(context, orphans);
  const { log: whole } = context.state.knowledge;
  const { log: rest } = forgetCovered(whole);
  change(context, 'knowledge', { log: rest });
  change(context, 'disk', { isStateNew: true });
  const hasEarlier = facts.earlierIds.length > 0;
  const isEmpty = isNew && whole.entries.size === 0 && whole.snapshot === undefined;
  const isFirst = isEmpty && !hasEarlier;
  change(context, 'notifying', { isFirst, isArriving: isFirst, isSeen: isEmpty && hasEarlier });
  return context.state;
}

/** P2: of all of them, oldest first. Whether an order came meanwhile nobody has heard. */
function listUnansweredPosts(replicas: readonly ReadReplica[]): UnansweredPost[] {
  const posts = new Map(
    replicas.flatMap(({ state }) =>
      state.unanswered.map((post) => [post.id, { ...post, isCut: true }] as const),
    ),
  );
  return [...posts.values()].sort((a, b) => a.at - b.at);
}

/** T1: a phone's replicas that nobody writes any more go on in this one: their logs merge into it. */
function takeOverOrphans(context: StepContext, orphans: readonly ReadReplica[]): void {
  const left = orphans.map(({ state, records }) => ({ state, log: logOf(records) }));
  // First of all, so that no event is created again twice.
  const entries = left.flatMap(({ state }) => Object.entries(state.renamed));
  const renamed = new Map([...entries, ...context.state.knowledge.renamed]);
  change(context, 'knowledge', { renamed });
  const logs = [context.state.knowledge.log, ...left.map(({ log }) => log)];
  for (const { log } of left) {
    const news = listMissingRecords(context.state.knowledge.log, log, context.moment.now);
    // Rows of a replica stay on the disk while its tab may live, also when another replica has created its events again.
    applyOrphanRecords(
      context,
      news.filter((record) => !('event' in record && isReplaced(record.event.id, log, renamed, logs))),
    );
  }
  const late: Rejected[] = [];
  for (const { state, log } of left) {
    // T4: rejected as ahead before the tab that wrote them could mint them anew.
    for (const id of log.pending) {
      const event = log.entries.get(id)?.event;
      const code = context.state.knowledge.log.rejected.get(id);
      if (!event || code === undefined) continue;
      if (code === rejections.clockAhead) recreateEventOnce(context, event);
      else late.push({ ids: [id], code });
    }
    endSuccession(context);
    if (state.placement && !context.state.stored) storePlacement(context, state.placement);
    // The clock of this phone's own log is taken up whatever the time seems to be: the server's is not known yet.
    const { writer } = context.state.knowledge;
    if (compareStamps(state.clock, writer.clock) > 0)
      change(context, 'knowledge', { writer: { ...writer, clock: state.clock } });
  }
  change(context, 'notifying', { late });
}

/** True for an event without an answer whose tap lives on as a newer event in one of the phone's logs. */
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

/** Own events among these stand in rows already, whoever wrote them: they may leave the phone (G3). */
function applyOrphanRecords(context: StepContext, records: readonly LogRecord[]): void {
  applyRecords(context, records);
  const stored = new Set(records.flatMap((record) => ('event' in record ? [record.event.id] : [])));
  change(context, 'disk', {
    unsaved: new Set([...context.state.disk.unsaved].filter((id) => !stored.has(id))),
  });
  context.learnt.length = 0;
  context.fresh.length = 0;
}

function createWriter(replicaId: string, own: ReadReplica | undefined): Writer {
  if (!own) return { replicaId, lastSeq: 0, clock: clockStart };
  const { lastSeq, clock, successor } = own.state;
  return { replicaId: successor || replicaId, lastSeq, clock };
}
