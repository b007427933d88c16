/**
 * Sends the diner's changes to the server in order, one request at a time. Changes that the diner makes meanwhile go
 * into the next request together.
 *
 *          prepareRequest          startRequest            accepted, rejected
 *   idle ────────────────► prepared ──────────► under way ────────────────────► idle
 *    ▲                                           │     │
 *    │               given up (giveUpTimedOut)   │     │ no answer, refused, busy, all held
 *    │                                           ▼     ▼
 *    └───────────────────────────────────────── waiting, if `wait` is set
 *
 * The wait ends at its time, and after a missing answer also at a sign of life or a tap. Two deadlines depend on the
 * kind of server. At `hangsAt` a request has timed out. At `endsAt` the phone gives it up in any case.
 *
 *   server     `hangsAt` after           `endsAt` after        the events are sent again
 *   event      3 s, then 6, 12, 24 s     the same, >= 10 s     once another call is answered after `hangsAt`
 *   snapshot   10 s, then 20, 40, 60 s   the same              after a cart has shown what became of the request
 *
 * An event server recognises events by id, so sending them again is safe. A snapshot server stores whatever arrives
 * last. `unanswered.ts` notices when it carries out a request that the phone has given up.
 *
 * Invariants:
 * - At most one request is under way. Its events keep the order in which the diner made them.
 * - Only the leading tab sends. It sends the events of the other tabs too, after its own.
 * - An event leaves the phone only after it is on disk.
 * - An event stays pending until the server accepts or rejects it, however often its request fails.
 *
 * Example: the diner taps twice, and an event server's first answer is lost. The first tap leaves at 0 s and has timed
 * out at 3 s. The phone asks for the cart and has it at 4 s, so it gives the request up. Both taps leave together in a
 * new request, which times out after 6 s. The server recognises the first tap and counts it once.
 */
import { limits, timeouts } from '#contract/limits.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { reach } from '#events/log/version-vector.ts';
import { requestCatchUp, requestRestart } from './catch-up-requests.ts';
import type { BatchOutcome } from '../protocols/protocol.ts';
import { chooseProtocol, chooseReader, getSnapshotParts } from '../protocols/registry.ts';
import { listSendable } from '../log/disk.ts';
import type { Answer, ServerAnswer } from '../ports/transport.ts';
import { setReach, notifyFailed, reachOf } from './refusals.ts';
import type { OutboxState, PhoneState, Prepared, RequestUnderWay } from '../state/phone-state.ts';
import { publishAccepted } from './table.ts';
import { backOff, pauseOutbox, markUnsent, addAll, removeAll } from './tries.ts';
import { change, giveUp, send, type StepContext } from '../state/step-context.ts';
import { isTableClear } from '../wire/order-detail.ts';
import type { UnansweredPost } from '../ports/storage.ts';

/** After this many answers in a row that hold every event, the phone restarts its log from the server's. */
const heldTries = 3;

/** @param unanswered requests of earlier pages that the snapshot server did not answer */
export function createOutbox(unanswered: readonly UnansweredPost[]): OutboxState {
  return {
    underWay: undefined,
    sent: new Set(),
    again: new Set(),
    batchSize: limits.eventsPerRequest,
    wait: undefined,
    delayMs: backOff.firstMs,
    held: 0,
    unanswered,
    isInDoubt: getSnapshotParts()?.hasOpenPost(unanswered) === true,
    prepared: undefined,
    looking: undefined,
    refusal: undefined,
    stale: undefined,
    givenUp: 0,
  };
}

/** Returns when the outbox needs the next step, ms of uptime. */
export function listOutboxTimes({ outbox }: PhoneState): number[] {
  const { underWay, wait } = outbox;
  return underWay ? [underWay.hangsAt, underWay.endsAt] : [wait?.at ?? Infinity];
}

/** Whether the request under way has timed out, so that the phone looks for a sign of life. @param uptime ms */
export function isTimedOut({ outbox }: PhoneState, uptime: number): boolean {
  return outbox.underWay !== undefined && uptime >= outbox.underWay.hangsAt;
}

/** Sends the next request, unless one is under way or must wait. */
export function sendPending(context: StepContext): void {
  const { outbox, catchUp } = context.state;
  if (context.state.isClosed || outbox.underWay || catchUp.restart?.reason === 'stuck') return;
  if (!isPrepared(outbox)) prepareNextRequest(context);
  const { outbox: after, disk } = context.state;
  const { prepared } = after;
  if (!prepared || !isPrepared(after)) return;
  if (prepared.postId === undefined || disk.postSaved === prepared.postId) startRequest(context, prepared);
}

/** Whether the next request is created. One with a `postId` counts only while its unanswered post is stored. */
function isPrepared({ prepared, unanswered }: OutboxState): boolean {
  if (!prepared) return false;
  return prepared.postId === undefined || unanswered.some(({ id }) => id === prepared.postId);
}

function prepareNextRequest(context: StepContext): void {
  const { outbox, catchUp } = context.state;
  const { uptime } = context.moment;
  const { isKnown, isOneAtATime, needsCart, prepareRequest } = chooseProtocol(context.state);
  if (!isKnown || (outbox.wait && uptime < outbox.wait.at)) return;
  if (isOneAtATime && (catchUp.underWay || outbox.looking || needsCart(context.state, uptime))) return;
  prepareRequest(context, chooseNextBatch(context.state));
}

function startRequest(context: StepContext, { events, call, postId }: Prepared): void {
  const { outbox } = context.state;
  const ids = events.map(({ id }) => id);
  const number = send(context, call);
  const { first, most } = chooseProtocol(context.state).answerMs;
  const waitMs = Math.min(first * 2 ** outbox.givenUp, most);
  const hangsAt = context.moment.uptime + waitMs;
  const endsAt = context.moment.uptime + Math.max(waitMs, timeouts.read);
  change(context, 'outbox', {
    underWay: { number, events, postId, hangsAt, endsAt, isOvertaken: false },
    prepared: undefined,
    wait: undefined,
    sent: addAll(outbox.sent, ids),
  });
}

/** Applies the answer to the request under way. Ignores an answer to a request that was given up. */
export function applyBatchAnswer(context: StepContext, number: number, answer: Answer<ServerAnswer>): void {
  const { underWay } = context.state.outbox;
  if (underWay?.number !== number) return;
  const { events, postId } = underWay;
  change(context, 'outbox', { underWay: undefined, givenUp: 0 });
  // A server that refuses the request or asks the phone to wait has not carried it out.
  getSnapshotParts()?.endPost(context, postId, answer.ok || answer.failure.kind !== 'retry');
  if (answer.ok) {
    setReach(context, 'answered');
    takeOutcome(context, answer.value, underWay);
    return;
  }
  const { failure } = answer;
  if (failure.kind === 'refused') {
    setReach(context, 'answered');
    return chooseProtocol(context.state).applyRefusal(context, failure, events);
  }
  // The request may have arrived. Until the server says so, the diner sees the events as not sent.
  markUnsent(context, events);
  if (failure.kind === 'busy') return pauseOutbox(context, 'refused', failure.afterMs);
  // A lost request may succeed within a second. The page then shows only that the phone is offline.
  if (failure.came) notifyFailed(context);
  setReach(context, reachOf(failure));
  pauseOutbox(context, 'noAnswer');
}

/**
 * Handles a sign of life: the server has answered another call. Changes that wait after a missing answer leave now. A
 * request without an answer may be given up once it has timed out.
 */
export function recordSignOfLife(context: StepContext): void {
  retryOutbox(context);
  const { underWay } = context.state.outbox;
  if (underWay && !underWay.isOvertaken)
    change(context, 'outbox', { underWay: { ...underWay, isOvertaken: true } });
}

/** Gives up a request that has waited long enough. At a snapshot server the next cart shows what became of it. */
export function giveUpTimedOut(context: StepContext): void {
  const { outbox } = context.state;
  const { underWay } = outbox;
  if (!underWay) return;
  const { isIdempotent } = chooseProtocol(context.state);
  const isAtItsEnd = context.moment.uptime >= underWay.endsAt;
  const maySendAgain =
    isIdempotent && underWay.isOvertaken && isTimedOut(context.state, context.moment.uptime);
  if (!isAtItsEnd && !maySendAgain) return;
  const isSilence = isIdempotent && !maySendAgain;
  giveUp(context, underWay.number);
  change(context, 'outbox', {
    underWay: undefined,
    // No call was answered, so the server need not be slow. The next request times out as early as the first one.
    givenUp: isSilence ? 0 : outbox.givenUp + 1,
  });
  getSnapshotParts()?.endPost(context, underWay.postId, false);
  markUnsent(context, underWay.events);
  if (!isSilence) return;
  setReach(context, 'silent');
  pauseOutbox(context, 'noAnswer');
}

/** Ends the wait after a missing answer, because the diner acts or looks, or the server has shown a sign of life. */
export function retryOutbox(context: StepContext): void {
  if (context.state.outbox.wait?.why === 'noAnswer')
    change(context, 'outbox', { wait: undefined, delayMs: backOff.firstMs });
}

function takeOutcome(context: StepContext, answer: ServerAnswer, request: RequestUnderWay): void {
  const { events } = request;
  const outcome = chooseReader(answer).applyOutcome(context, answer, events);
  if (!outcome) return;
  const answered = new Set([...outcome.accepted, ...outcome.rejected]);
  const { sent, again } = context.state.outbox;
  change(context, 'outbox', {
    sent: removeAll(sent, answered),
    again: addAll(removeAll(again, answered), listMissing(context.state, outcome)),
    batchSize: limits.eventsPerRequest,
    refusal: undefined,
    stale: undefined,
  });
  const accepted = events.filter(({ id }) => outcome.accepted.includes(id));
  if (accepted.length > 0) publishAccepted(context, accepted, outcome.version);
  const isRepeat = events.length === 0;
  if (isRepeat || events.some(({ id }) => answered.has(id))) {
    change(context, 'outbox', { held: 0, delayMs: backOff.firstMs });
    return;
  }
  // The server may have lost events that it once accepted. The answer to a question for the cart shows it.
  if (outcome.missing) requestCatchUp(context);
  const held = context.state.outbox.held + 1;
  change(context, 'outbox', { held });
  // The events name others that a peer invented or that the server lost. Only a restart of the log removes those names.
  if (outcome.lacksInvented || held % heldTries === 0) requestRestart(context, 'stuck');
  pauseOutbox(context, 'held');
}

/**
 * Returns the events of the next request: first those that the server lost, then own ones, then those of other tabs. A
 * clear of the whole table is a call of its own, so it goes alone.
 */
function chooseNextBatch(state: PhoneState): AnyEvent[] {
  const { outbox, knowledge, tabs } = state;
  if (!tabs.leads || knowledge.log.pending.size + outbox.again.size + tabs.theirs.size === 0) return [];
  const own = [...outbox.again, ...listSendable(state).filter((id) => !outbox.again.has(id))];
  const batch: AnyEvent[] = [];
  // An event in `again` may have left the log, if a later answer covers it.
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

/** Returns accepted own events that the server says it lacks. Pending events are sent in their turn anyway. */
function listMissing({ knowledge: { log } }: PhoneState, { missing, known }: BatchOutcome): string[] {
  if (!missing) return [];
  return [...log.local].filter((id) => {
    const entry = log.entries.get(id);
    if (!entry || log.rejected.has(id) || log.pending.has(id)) return false;
    return entry.seq > reach(known, entry.replicaId) && entry.seq <= reach(missing, entry.replicaId);
  });
}
