/** G3: what is learnt comes to the disk in order, mostly one transaction at a time. */
import { condense } from '#events/records/condense.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { Input } from '../ports/input.ts';
import type { PendingPlacement, Replacement, ReplicaState } from '../ports/storage.ts';
import type { PhoneState, WrittenBatch } from '../state/phone-state.ts';
import { change, nextNumber, type StepContext } from '../state/step-context.ts';

/** These records are to be written. */
export function queueRecords(context: StepContext, records: readonly LogRecord[]): void {
  const { queue, unsaved } = context.state.disk;
  const own = records.flatMap((record) =>
    'event' in record && record.from === 'local' ? [record.event.id] : [],
  );
  change(context, 'disk', {
    queue: [...queue, ...records],
    isStateNew: true,
    ...(own.length > 0 && { unsaved: new Set([...unsaved, ...own]) }),
  });
}

/** What is not written yet is forgotten; the next batch takes the place of all rows. */
export function replaceRows(context: StepContext, replaces: Replacement): void {
  change(context, 'disk', { queue: [], replaces, settled: 0 });
}

/** The rows stand in the page's memory from now on, under another replica. */
export function startInMemory(context: StepContext, rowsOf: string): void {
  change(context, 'disk', {
    inMemory: true,
    rowsOf,
    queue: [],
    replaces: undefined,
    settled: 0,
    batches: [],
    isStateNew: true,
    unsaved: new Set(),
    takenOver: [],
  });
}

/** O1: a placement is kept before it is asked for. */
export function storePlacement(context: StepContext, placement: PendingPlacement | null): void {
  context.state = { ...context.state, stored: placement };
  change(context, 'disk', { isStateNew: true });
}

/** An own event that no crash takes away. */
export function isSaved({ disk }: PhoneState, id: string): boolean {
  return !disk.unsaved.has(id);
}

/** G3: own events without an answer that may leave the phone, in order. */
export function listSendable({ knowledge, disk }: PhoneState): string[] {
  const ids = [...knowledge.log.pending];
  return disk.unsaved.size === 0 ? ids : ids.filter((id) => !disk.unsaved.has(id));
}

/** Something waits for its turn, of this tab or another. */
export function hasSomethingToSend(state: PhoneState): boolean {
  const { outbox, tabs } = state;
  return outbox.again.size + tabs.theirs.size > 0 || listSendable(state).length > 0;
}

/**
 * Writes what is there. While a batch is under way the next one waits, so that what piles up goes together; with
 * `atOnce` it does not: the page may end, and the browser keeps transactions in their order.
 */
export function storeNewRecords(context: StepContext, atOnce: boolean): void {
  const { queue, isStateNew, replaces, settled, batches } = context.state.disk;
  if (batches.length > 0 && !atOnce) return;
  if (queue.length > 0 || isStateNew) {
    const ids = queue.flatMap((record) =>
      'event' in record && record.from === 'local' ? [record.event.id] : [],
    );
    writeBatch(context, queue, replaces, ids);
    change(context, 'disk', { queue: [], isStateNew: false, replaces: undefined });
  } else if (settled >= context.state.facts.summaryAfter && batches.length === 0) {
    // A crash or a failure in between: the old rows stand, and say the same.
    const records = condense(context.state.knowledge.log, context.moment.now);
    writeBatch(context, records, { why: 'settled' }, undefined);
    change(context, 'disk', { settled: 0 });
  }
}

/** A batch came to an end. True when the disk has failed, and the cart must go on in memory. */
export function handleStored(
  context: StepContext,
  { batch, ok, reason }: Extract<Input, { kind: 'stored' }>,
): boolean {
  const { batches, unsaved, takenOver, inMemory } = context.state.disk;
  const written = batches.find(({ number }) => number === batch);
  if (!written) return false;
  const isSummary = written.ids === undefined;
  change(context, 'disk', { batches: batches.filter((each) => each !== written) });
  // Memory does not fail. What stands there may have been sent: minted anew once more it would count twice.
  if (!ok && !inMemory) {
    const what = isSummary ? 'settled events could not be archived' : 'the cart goes on in memory';
    context.effects.push({
      kind: 'report',
      level: 'warn',
      text: `cart storage failed, ${what} (${reason ?? ''})`,
    });
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

/** @param ids of the own events among the records; undefined: they sum up what was written before */
function writeBatch(
  context: StepContext,
  records: readonly LogRecord[],
  replaces: Replacement | undefined,
  ids: readonly string[] | undefined,
): void {
  const number = nextNumber(context);
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
