/**
 * Sends pending changes in order, one request at a time (G4). Changes that pile up meanwhile go in the next request.
 *
 * How long a request waits for its answer hangs on the kind of server (G7):
 * - An event server knows events by id, so to send again does no harm. After 3 s the phone gives the request up as soon as
 *   another call is answered, and after 10 s without any answer.
 * - A snapshot server stores whatever arrives last. The phone waits the specification's 10 s, and asks for the cart before
 *   it sends again. `unanswered.ts` notices a request that the server carries out after it was given up.
 * Each further request waits twice as long, until one is answered.
 */
import { limits, timeouts } from '#contract/limits.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { CartCleared } from '#events/cart/cart-cleared.ts';
import { reach } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { requestCatchUp, requestRestart } from './catch-up-requests.ts';
import { isMadeUp } from '../protocols/event/divergence.ts';
import type { BatchOutcome } from '../protocols/protocol.ts';
import { dialectOf, dialectOfAnswer } from '../protocols/registry.ts';
import { listSendable } from '../log/disk.ts';
import { applyRecords } from '../log/knowledge.ts';
import {
  isSnapshotAnswer,
  type Answer,
  type ServerAnswer,
  type ServerCall,
  type TransportFailure,
} from '../ports/transport.ts';
import { noteReach, notifyFailed, reachAfter, refused, staleCodes, unacceptable } from './refusals.ts';
import type { OutboxState, PhoneState, RequestUnderWay } from '../state/phone-state.ts';
import { publishAccepted } from './table.ts';
import { backOff, pause, unsent, withAll, without } from './tries.ts';
import { forgetPost, isAnyOpen, isUndone, prepare } from '../protocols/snapshot/unanswered.ts';
import { takePlainRefusal } from '../protocols/snapshot/refused-changes.ts';
import { change, send, type StepContext } from '../state/step-context.ts';
import { createOwnOrderDetail } from '../wire/order-detail.ts';
import type { UnansweredPost } from '../protocols/snapshot/unanswered-post.ts';

/** The first wait for an answer, and the longest one, ms (G7). */
const hangsAfter = {
  aware: { firstMs: 3_000, maxMs: 24_000 },
  plain: { firstMs: timeouts.read, maxMs: timeouts.commit },
};
/** E5: how often in a row everything may be held before the phone doubts what it was told. */
const heldTries = 3;

/** @param unanswered P2: what a page before this one left without an answer */
export function outboxAtStart(unanswered: readonly UnansweredPost[]): OutboxState {
  return {
    underWay: undefined,
    sent: new Set(),
    again: new Set(),
    batchSize: limits.eventsPerRequest,
    wait: undefined,
    delayMs: backOff.firstMs,
    held: 0,
    unanswered,
    isInDoubt: isAnyOpen(unanswered),
    prepared: undefined,
    looking: undefined,
    refusal: undefined,
    stale: undefined,
    givenUp: 0,
  };
}

/** When the outbox is to be looked at again, ms of uptime. */
export function outboxDue({ outbox }: PhoneState): number[] {
  const { underWay, wait } = outbox;
  return underWay ? [underWay.hangsAt, underWay.endsAt] : [wait?.at ?? Infinity];
}

/** G7: a request waits for its answer for so long that a sign of life is looked for. */
export function isHanging({ outbox }: PhoneState, uptime: number): boolean {
  return outbox.underWay !== undefined && uptime >= outbox.underWay.hangsAt;
}

/** Sends the next batch, if there is one and nothing speaks against it. */
export function sendWhatIsPending(context: StepContext): void {
  const { outbox, catchUp, disk, server } = context.state;
  if (context.state.isClosed || outbox.underWay || catchUp.restart?.reason === 'stuck') return;
  const { prepared } = outbox;
  if (prepared && outbox.unanswered.some(({ id }) => id === prepared.postId)) {
    if (disk.postSaved === prepared.postId) leaves(context, prepared.events, prepared.call, prepared.postId);
    return;
  }
  // P1: whether the event goes along with a clear, and what a change says, hangs on what the server knows.
  if (server.kind === 'unknown' || (outbox.wait && context.moment.uptime < outbox.wait.at)) return;
  const { isOneAtATime, needsCart, viewAfter } = dialectOf(server.kind);
  if (isOneAtATime && (catchUp.underWay || outbox.looking || needsCart(context.state, context.moment.uptime)))
    return;
  const batch = nextBatch(context.state);
  if (batch.length === 0 && !isUndone(context.state)) return;
  const view = viewAfter(context.state, batch);
  const call = callFor(context.state, batch, view);
  if (!isOneAtATime) return leaves(context, batch, call);
  prepare(context, batch, call, view, call.call === 'clear' ? undefined : context.state.facts.log.userId);
}

function leaves(context: StepContext, events: readonly AnyEvent[], call: ServerCall, postId?: string): void {
  const { outbox, server } = context.state;
  const ids = events.map(({ id }) => id);
  const number = send(context, call);
  const { firstMs, maxMs } = hangsAfter[server.kind === 'aware' ? 'aware' : 'plain'];
  const waitMs = Math.min(firstMs * 2 ** outbox.givenUp, maxMs);
  const hangsAt = context.moment.uptime + waitMs;
  const endsAt = context.moment.uptime + Math.max(waitMs, timeouts.read);
  change(context, 'outbox', {
    underWay: { number, events, postId, hangsAt, endsAt, isOvertaken: false },
    prepared: undefined,
    wait: undefined,
    sent: withAll(outbox.sent, ids),
  });
}

/** P1: the lines as they should be after this batch; an event-aware server looks at the events alone. */
function callFor({ server, facts }: PhoneState, batch: readonly AnyEvent[], view: CartView): ServerCall {
  const [first] = batch;
  if (first && isTableClear(first))
    return { call: 'clear', event: server.kind === 'aware' ? first : undefined };
  const detail = {
    ...createOwnOrderDetail(view, facts.log.userId, facts.table, server.unread),
    ...(server.kind === 'plain' && server.serverVersion),
  };
  return { call: 'post', detail, events: batch, known: view.known };
}

/** The answer to the batch that was under way. */
export function takeBatchAnswer(context: StepContext, number: number, answer: Answer<ServerAnswer>): void {
  const { underWay } = context.state.outbox;
  if (underWay?.number !== number) return;
  const { events, postId } = underWay;
  change(context, 'outbox', { underWay: undefined, givenUp: 0 });
  // Whoever asks for patience or says no has not taken it.
  if (answer.ok || answer.failure.kind !== 'retry') forgetPost(context, postId);
  else if (postId !== undefined) change(context, 'outbox', { isInDoubt: true });
  if (answer.ok) {
    noteReach(context, 'answered');
    takeOutcome(context, answer.value, underWay);
    return;
  }
  const { failure } = answer;
  if (failure.kind === 'refused') {
    noteReach(context, 'answered');
    if (context.state.server.kind === 'plain') takePlainRefusal(context, failure, events);
    else takeRefusal(context, failure, events);
    return;
  }
  // Whether it arrived can't be told: to the diner it is on this phone until the server says otherwise.
  unsent(context, events);
  if (failure.kind === 'busy') return pause(context, 'refused', failure.afterMs);
  // A request that was lost on its way may be there in a second: the page says only that the phone is offline.
  if (failure.came) notifyFailed(context);
  noteReach(context, reachAfter(failure));
  pause(context, 'noAnswer');
}

/**
 * G7: the server shows that it is there: what waits because nobody answered goes now, and a request that it has not
 * answered is given up once it hangs.
 */
export function outboxAwake(context: StepContext): void {
  outboxNudged(context);
  const { underWay } = context.state.outbox;
  if (underWay && !underWay.isOvertaken)
    change(context, 'outbox', { underWay: { ...underWay, isOvertaken: true } });
}

/** Of a snapshot server the next cart tells what became of the request (P2). */
export function giveUpWhatHangs(context: StepContext): void {
  const { outbox, server } = context.state;
  const { underWay } = outbox;
  if (!underWay) return;
  const isAtItsEnd = context.moment.uptime >= underWay.endsAt;
  const maySendAgain =
    server.kind === 'aware' && underWay.isOvertaken && isHanging(context.state, context.moment.uptime);
  if (!isAtItsEnd && !maySendAgain) return;
  const isSilence = server.kind === 'aware' && !maySendAgain;
  context.effects.push({ kind: 'giveUp', number: underWay.number });
  change(context, 'outbox', {
    underWay: undefined,
    // After a silence nobody knows whether the server is slow: the next request looks as soon as the first did.
    givenUp: isSilence ? 0 : outbox.givenUp + 1,
    ...(underWay.postId !== undefined && { isInDoubt: true }),
  });
  unsent(context, underWay.events);
  if (!isSilence) return;
  noteReach(context, 'silent');
  pause(context, 'noAnswer');
}

/** G7: a tap, or the diner looks again: nothing waits because nobody answered. */
export function outboxNudged(context: StepContext): void {
  if (context.state.outbox.wait?.why === 'noAnswer')
    change(context, 'outbox', { wait: undefined, delayMs: backOff.firstMs });
}

function takeOutcome(context: StepContext, answer: ServerAnswer, request: RequestUnderWay): void {
  const { events } = request;
  const outcome = dialectOfAnswer(answer).takeOutcome(context, answer, events);
  if (!outcome) return;
  const answered = new Set([...outcome.accepted, ...outcome.rejected]);
  const { sent, again } = context.state.outbox;
  change(context, 'outbox', {
    sent: without(sent, answered),
    again: withAll(without(again, answered), missingOf(context.state, outcome)),
    batchSize: limits.eventsPerRequest,
    refusal: undefined,
    stale: undefined,
  });
  const accepted = events.filter(({ id }) => outcome.accepted.includes(id));
  if (accepted.length > 0) publishAccepted(context, accepted, outcome.version);
  const isRepeat = events.length === 0;
  if (isRepeat || events.some(({ id }) => answered.has(id))) {
    change(context, 'outbox', { held: 0, delayMs: backOff.firstMs });
    if (isSnapshotAnswer(answer)) requestCatchUp(context);
    return;
  }
  // S2: it may have forgotten what it answered for.
  if (outcome.missing) requestCatchUp(context);
  const held = context.state.outbox.held + 1;
  change(context, 'outbox', { held });
  // Only the server's own word helps where it lacks what a peer made up, or goes on lacking anything.
  if (isMadeUp(context.state, outcome.missing ?? {}) || held % heldTries === 0)
    requestRestart(context, 'stuck');
  pause(context, 'held');
}

function takeRefusal(
  context: StepContext,
  refusal: Extract<TransportFailure, { kind: 'refused' }>,
  events: readonly AnyEvent[],
): void {
  const { code } = refusal;
  const isAtFault = unacceptable.includes(code);
  if (isAtFault && events.length > 1) return change(context, 'outbox', { batchSize: 1 });
  if (!isAtFault) {
    refused(context, 'update', refusal);
    if (staleCodes.includes(code)) requestCatchUp(context);
  } else if (context.state.tabs.leads) {
    // To a tab that leads no more it is a late answer: the one that does sends the event as well.
    // An event-aware server names the events that it rejects: this one has decided nothing, and the others hear nothing.
    const ids = events.map(({ id }) => id);
    applyRecords(context, [{ t: context.moment.now, from: 'local', rejected: { ids, code } }]);
  }
  if (isAtFault) unsent(context, events);
  pause(context, 'refused');
}

function nextBatch(state: PhoneState): AnyEvent[] {
  const { outbox, knowledge, tabs } = state;
  if (!tabs.leads || knowledge.log.pending.size + outbox.again.size + tabs.theirs.size === 0) return [];
  const own = [...outbox.again, ...listSendable(state).filter((id) => !outbox.again.has(id))];
  const batch: AnyEvent[] = [];
  // What was to be sent again may have left the log: the server's own word has it.
  const events = [...own, ...tabs.theirs.keys()].flatMap(
    (id) => knowledge.log.entries.get(id)?.event ?? tabs.theirs.get(id) ?? [],
  );
  for (const event of events.slice(0, outbox.batchSize)) {
    const alone = isTableClear(event);
    if (alone && batch.length > 0) break;
    batch.push(event);
    if (alone) break;
  }
  return batch;
}

/** E5: own events that the server lacks although it had them. What is pending goes out in its turn, once it is on disk. */
function missingOf({ knowledge: { log } }: PhoneState, { missing, known }: BatchOutcome): string[] {
  if (!missing) return [];
  return [...log.local].filter((id) => {
    const entry = log.entries.get(id);
    if (!entry || log.rejected.has(id) || log.pending.has(id)) return false;
    return entry.seq > reach(known, entry.replicaId) && entry.seq <= reach(missing, entry.replicaId);
  });
}

function isTableClear(event: AnyEvent): event is CartCleared {
  return event.type === 'cartCleared' && (event as { scope?: unknown }).scope === 'table';
}
