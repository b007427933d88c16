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
import { reach } from '#events/log/version-vector.ts';
import { requestCatchUp, requestRestart } from './catch-up-requests.ts';
import type { BatchOutcome } from '../protocols/protocol.ts';
import { protocolOf, protocolOfAnswer } from '../protocols/registry.ts';
import { listSendable } from '../log/disk.ts';
import type { Answer, ServerAnswer } from '../ports/transport.ts';
import { setReach, notifyFailed, reachOf } from './refusals.ts';
import type { OutboxState, PhoneState, Prepared, RequestUnderWay } from '../state/phone-state.ts';
import { publishAccepted } from './table.ts';
import { backOff, pauseOutbox, markUnsent, addAll, removeAll } from './tries.ts';
import { removePost, hasOpenPost, mustRepeatLines } from '../protocols/snapshot/unanswered.ts';
import { change, send, type StepContext } from '../state/step-context.ts';
import { isTableClear } from '../wire/order-detail.ts';
import type { UnansweredPost } from '../protocols/snapshot/unanswered-post.ts';

/** E5: how often in a row everything may be held before the phone doubts what it was told. */
const heldTries = 3;

/** @param unanswered P2: what a page before this one left without an answer */
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
    isInDoubt: hasOpenPost(unanswered),
    prepared: undefined,
    looking: undefined,
    refusal: undefined,
    stale: undefined,
    givenUp: 0,
  };
}

/** When the outbox is to be looked at again, ms of uptime. */
export function listOutboxTimes({ outbox }: PhoneState): number[] {
  const { underWay, wait } = outbox;
  return underWay ? [underWay.hangsAt, underWay.endsAt] : [wait?.at ?? Infinity];
}

/** G7: a request waits for its answer for so long that a sign of life is looked for. */
export function isTimedOut({ outbox }: PhoneState, uptime: number): boolean {
  return outbox.underWay !== undefined && uptime >= outbox.underWay.hangsAt;
}

/** Sends the next batch, if there is one and nothing speaks against it. */
export function sendPending(context: StepContext): void {
  const { outbox, catchUp } = context.state;
  if (context.state.isClosed || outbox.underWay || catchUp.restart?.reason === 'stuck') return;
  if (!isPrepared(outbox)) prepareNextRequest(context);
  const { outbox: after, disk } = context.state;
  const { prepared } = after;
  if (!prepared || !isPrepared(after)) return;
  if (prepared.postId === undefined || disk.postSaved === prepared.postId) startRequest(context, prepared);
}

/** The next request is created. One with a `postId` counts only for as long as that post is unanswered. */
function isPrepared({ prepared, unanswered }: OutboxState): boolean {
  if (!prepared) return false;
  return prepared.postId === undefined || unanswered.some(({ id }) => id === prepared.postId);
}

function prepareNextRequest(context: StepContext): void {
  const { outbox, catchUp } = context.state;
  const { uptime } = context.moment;
  const { isKnown, isOneAtATime, needsCart, prepareRequest } = protocolOf(context.state);
  if (!isKnown || (outbox.wait && uptime < outbox.wait.at)) return;
  if (isOneAtATime && (catchUp.underWay || outbox.looking || needsCart(context.state, uptime))) return;
  const batch = nextBatch(context.state);
  if (batch.length > 0 || mustRepeatLines(context.state)) prepareRequest(context, batch);
}

function startRequest(context: StepContext, { events, call, postId }: Prepared): void {
  const { outbox } = context.state;
  const ids = events.map(({ id }) => id);
  const number = send(context, call);
  const { first, most } = protocolOf(context.state).answerMs;
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

/** The answer to the batch that was under way. */
export function applyBatchAnswer(context: StepContext, number: number, answer: Answer<ServerAnswer>): void {
  const { underWay } = context.state.outbox;
  if (underWay?.number !== number) return;
  const { events, postId } = underWay;
  change(context, 'outbox', { underWay: undefined, givenUp: 0 });
  // Whoever asks for patience or says no has not taken it.
  if (answer.ok || answer.failure.kind !== 'retry') removePost(context, postId);
  else if (postId !== undefined) change(context, 'outbox', { isInDoubt: true });
  if (answer.ok) {
    setReach(context, 'answered');
    takeOutcome(context, answer.value, underWay);
    return;
  }
  const { failure } = answer;
  if (failure.kind === 'refused') {
    setReach(context, 'answered');
    return protocolOf(context.state).applyRefusal(context, failure, events);
  }
  // Whether it arrived can't be told: to the diner it is on this phone until the server says otherwise.
  markUnsent(context, events);
  if (failure.kind === 'busy') return pauseOutbox(context, 'refused', failure.afterMs);
  // A request that was lost on its way may be there in a second: the page says only that the phone is offline.
  if (failure.came) notifyFailed(context);
  setReach(context, reachOf(failure));
  pauseOutbox(context, 'noAnswer');
}

/**
 * G7: the server shows that it is there: what waits because nobody answered goes now, and a request that it has not
 * answered is given up once it hangs.
 */
export function noteSignOfLife(context: StepContext): void {
  retryOutbox(context);
  const { underWay } = context.state.outbox;
  if (underWay && !underWay.isOvertaken)
    change(context, 'outbox', { underWay: { ...underWay, isOvertaken: true } });
}

/** Of a snapshot server the next cart tells what became of the request (P2). */
export function giveUpTimedOut(context: StepContext): void {
  const { outbox } = context.state;
  const { underWay } = outbox;
  if (!underWay) return;
  const { isIdempotent } = protocolOf(context.state);
  const isAtItsEnd = context.moment.uptime >= underWay.endsAt;
  const maySendAgain =
    isIdempotent && underWay.isOvertaken && isTimedOut(context.state, context.moment.uptime);
  if (!isAtItsEnd && !maySendAgain) return;
  const isSilence = isIdempotent && !maySendAgain;
  context.effects.push({ kind: 'giveUp', number: underWay.number });
  change(context, 'outbox', {
    underWay: undefined,
    // After a silence nobody knows whether the server is slow: the next request looks as soon as the first did.
    givenUp: isSilence ? 0 : outbox.givenUp + 1,
    ...(underWay.postId !== undefined && { isInDoubt: true }),
  });
  markUnsent(context, underWay.events);
  if (!isSilence) return;
  setReach(context, 'silent');
  pauseOutbox(context, 'noAnswer');
}

/** G7: a tap, or the diner looks again: nothing waits because nobody answered. */
export function retryOutbox(context: StepContext): void {
  if (context.state.outbox.wait?.why === 'noAnswer')
    change(context, 'outbox', { wait: undefined, delayMs: backOff.firstMs });
}

function takeOutcome(context: StepContext, answer: ServerAnswer, request: RequestUnderWay): void {
  const { events } = request;
  const outcome = protocolOfAnswer(answer).applyOutcome(context, answer, events);
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
  // S2: it may have forgotten what it answered for.
  if (outcome.missing) requestCatchUp(context);
  const held = context.state.outbox.held + 1;
  change(context, 'outbox', { held });
  // Only the server's own word helps where it lacks what a peer made up, or goes on lacking anything.
  if (outcome.lacksInvented || held % heldTries === 0) requestRestart(context, 'stuck');
  pauseOutbox(context, 'held');
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
function listMissing({ knowledge: { log } }: PhoneState, { missing, known }: BatchOutcome): string[] {
  if (!missing) return [];
  return [...log.local].filter((id) => {
    const entry = log.entries.get(id);
    if (!entry || log.rejected.has(id) || log.pending.has(id)) return false;
    return entry.seq > reach(known, entry.replicaId) && entry.seq <= reach(missing, entry.replicaId);
  });
}
