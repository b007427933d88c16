/**
 * Writes log records to the disk, in order.
 *
 *   queueRecords ──► queue ──► effect `store` (a batch) ──► input `stored`, ok:     the events are saved
 *                                                       └── input `stored`, failed: the cart continues in memory
 *
 * Usually one batch is under way, and records that arrive meanwhile go into the next batch together. Own events are
 * written at once. Records of the server and of other phones wait for them for a second at most: after a crash the
 * server has them, and at a busy table each write would cost more than the change. A batch also writes the replica's
 * state. When enough events are stable, a batch replaces all rows by a summary of the log.
 *
 * Invariant: an own event leaves the phone only after it is saved. A crash can then never lose an event that others have
 * received, and never leads to a second event of the same number.
 */
import { condense } from '#events/records/condense.ts';
import { listOwnEvents, type LogRecord } from '#events/records/records.ts';
import type { Input } from '../ports/input.ts';
import type { PendingPlacement, Replacement, ReplicaState } from '../ports/storage.ts';
import type { PhoneState, WrittenBatch } from '../state/phone-state.ts';
import { change, takeNextNumber, report, type StepContext } from '../state/step-context.ts';

/** How long records from outside wait for an own event, so that one batch has both, ms. */
const waitMs = 1_000;

/** Adds records to the next batch. */
export function queueRecords(context: StepContext, records: readonly LogRecord[]): void {
  const { queue, unsaved, dueAt } = context.state.disk;
  const own = listOwnEvents(records).map(({ id }) => id);
  change(context, 'disk', {
    queue: [...queue, ...records],
    dueAt: own.length > 0 ? 0 : Math.min(dueAt, context.moment.uptime + waitMs),
    ...(own.length > 0 && { unsaved: new Set([...unsaved, ...own]) }),
  });
}

/** Drops the queue, and lets the next batch replace all rows. */
export function replaceRows(context: StepContext, replaces: Replacement): void {
  change(context, 'disk', { queue: [], dueAt: 0, replaces, settled: 0 });
}

/** From now on rows are stored only in the memory of the page, under another replica. */
export function startInMemory(context: StepContext, rowsOf: string): void {
  change(context, 'disk', {
    inMemory: true,
    rowsOf,
    queue: [],
    replaces: undefined,
    settled: 0,
    batches: [],
    dueAt: 0,
    unsaved: new Set(),
    takenOver: [],
  });
}

/** Stores a placement before its request is sent, so that a reload can ask for its outcome. null: it has one. */
export function storePlacement(context: StepContext, placement: PendingPlacement | null): void {
  context.state = { ...context.state, stored: placement };
  change(context, 'disk', { dueAt: 0 });
}

/** Whether a crash cannot lose this own event. */
export function isSaved({ disk }: PhoneState, id: string): boolean {
  return !disk.unsaved.has(id);
}

/** Returns the saved own events that have no answer yet, in order. */
export function listSendable({ knowledge, disk }: PhoneState): string[] {
  const ids = [...knowledge.log.pending];
  return disk.unsaved.size === 0 ? ids : ids.filter((id) => !disk.unsaved.has(id));
}

/**
 * Starts the next batch if it is due and no batch is under way.
 * @param atOnce true if the page may end: do not wait for the batch under way. The browser keeps transactions in order.
 */
export function storeNewRecords(context: StepContext, atOnce: boolean): void {
  const { queue, dueAt, replaces, settled, batches } = context.state.disk;
  if (batches.length > 0 && !atOnce) return;
  const isSummaryDue = settled >= context.state.facts.summaryAfter && batches.length === 0;
  const mustNotWait = atOnce || isSummaryDue || context.moment.uptime >= dueAt;
  if (mustNotWait && dueAt < Infinity) {
    const ids = listOwnEvents(queue).map(({ id }) => id);
    writeBatch(context, queue, replaces, ids);
    change(context, 'disk', { queue: [], dueAt: Infinity, replaces: undefined });
  } else if (isSummaryDue) {
    // If this write fails, the old rows remain. They describe the same log.
    const records = condense(context.state.knowledge.log, context.moment.now);
    writeBatch(context, records, { why: 'settled' }, undefined);
    change(context, 'disk', { settled: 0 });
  }
}

/** Handles the outcome of a batch. Returns true if the disk has failed and the cart must continue in memory. */
export function handleStored(
  context: StepContext,
  { batch, ok, reason }: Extract<Input, { kind: 'stored' }>,
): boolean {
  const { batches, unsaved, takenOver, inMemory } = context.state.disk;
  const written = batches.find(({ number }) => number === batch);
  if (!written) return false;
  const isSummary = written.ids === undefined;
  change(context, 'disk', { batches: batches.filter((each) => each !== written) });
  // Writing to memory cannot fail. Its events may have been sent, so creating them again would count them twice.
  if (!ok && !inMemory) {
    const result = isSummary ? 'stable events were not archived' : 'the cart stays in memory';
    report(context, 'warn', `cart storage failed, ${result} (${reason ?? ''})`);
    return !isSummary;
  }
  for (const replicaId of takenOver) context.effects.push({ kind: 'archive', replicaId });
  if (takenOver.length > 0) change(context, 'disk', { takenOver: [] });
  if (isSummary) return false;
  const gone = new Set(written.ids);
  const left = gone.size > 0 ? new Set([...unsaved].filter((id) => !gone.has(id))) : unsaved;
  change(context, 'disk', { unsaved: left, placementSaved: written.placementId, postSaved: written.postId });
  return false;
}

/** @param ids the own events among the records; undefined for a summary of earlier rows */
function writeBatch(
  context: StepContext,
  records: readonly LogRecord[],
  replaces: Replacement | undefined,
  ids: readonly string[] | undefined,
): void {
  const number = takeNextNumber(context);
  const { inMemory, rowsOf, batches, nextIndex } = context.state.disk;
  const batch = {
    index: nextIndex,
    at: context.moment.now,
    records,
    state: createReplicaState(context.state),
    replaces,
  };
  context.effects.push({ kind: 'store', number, inMemory, replicaId: rowsOf, batch });
  const placementId = context.state.stored?.placementId;
  const written: WrittenBatch = {
    number,
    ids,
    placementId,
    postId: context.state.outbox.unanswered.at(-1)?.id,
  };
  change(context, 'disk', { nextIndex: nextIndex + 1, batches: [...batches, written] });
}

function createReplicaState({ knowledge, disk, stored, outbox }: PhoneState): ReplicaState {
  const { writer, renamed } = knowledge;
  return {
    lastSeq: writer.lastSeq,
    clock: writer.clock,
    placement: stored,
    successor: writer.replicaId === disk.rowsOf ? '' : writer.replicaId,
    renamed: Object.fromEntries(renamed),
    unanswered: outbox.unanswered,
  };
}
