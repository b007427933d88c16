/**
 * Places an order once, exactly as the diner saw the cart, and finds out what became of it.
 *
 *   tap ─► lastOne ─► probing ─► settling ─► probing ─► looking ─► keeping ─► placing ─► repeated
 *             │           └─────────── failed: `notSent` ──────────┘           │            │
 *             └────────────────────── no answer: `unknown` ────────────────────┴────────────┘
 *
 *   phase     the phone waits for                                        skipped if
 *   lastOne   the outcome of the last order; if placed, this tap ends    that outcome is known
 *   probing   the answer to a harmless read                              the network is up, or the last call succeeded
 *   settling  own changes to be accepted, those of other tabs included
 *   looking   the table's open order, to compare it later                the server knows placement ids
 *   keeping   the disk, so that a reload can ask for the outcome
 *   placing   the answer to the order
 *   repeated  the outcome                                                the server does not report a repetition
 *
 * A read is harmless, but an order that is lost on the way would have an unknown outcome. That is why the phone probes.
 *
 * `asking` is one question about the stored placement, with up to three tries. In `lastOne` and `repeated` the job
 * waits for it, and at other times a page does. `keepOn` repeats it until there is an outcome.
 *
 * Invariants:
 * - The order holds the cart on the screen at the tap. Dishes that others add later belong to the next round.
 * - A placement is on disk before its request leaves. It stays there until its outcome is known.
 * - The phone never sends an order a second time by itself. Without an answer it asks for the outcome.
 * - While an outcome is unknown, no other order leaves. A second tap during a job counts as the same order.
 *
 * Example: the diner taps, and the connection ends before the answer. The result is `unknown`, and the phone asks with
 * the placement id until the server answers. It says "placed", so the diner sees the order and the table is notified.
 */
import { codes } from '#contract/codes.ts';
import { timeouts } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { hasAllEvents, reach } from '#events/log/version-vector.ts';
import { doubleDelay, pauseMs } from './back-off.ts';
import { requestCatchUp } from './catch-up-requests.ts';
import { applySync } from '../protocols/event/event-server.ts';
import { chooseProtocol, getSnapshotParts } from '../protocols/registry.ts';
import { storePlacement } from '../log/disk.ts';
import type { PlaceQuestion, PlaceResult } from '../ports/effect.ts';
import type { Answered, Input } from '../ports/input.ts';
import type { PendingPlacement } from '../ports/storage.ts';
import type { Answer, PlacementOutcome, TransportFailure } from '../ports/transport.ts';
import type { Asking, Job, Phase, PhoneState, PlacementState } from '../state/phone-state.ts';
import { setReach, reachOf } from './refusals.ts';
import { announceOrder } from './table.ts';
import { hasNothingToSend } from './tabs.ts';
import { change, createId, notify, send, getView, type StepContext } from '../state/step-context.ts';
import { createTableOrderDetail } from '../wire/order-detail.ts';

/**
 * How long own changes may take before an order, ms. At a snapshot server, the request under way, the changes and the
 * cart after them wait for each other. As long as it answers, it therefore gets `most`.
 */
const settleMs = { usual: timeouts.read, most: timeouts.commit };
/** After this many tries the diner reads that the outcome is still unknown. The pause between two tries is in ms. */
const patience = { tries: 3, pauseMs: 2_000 };
/** Pauses while `keepOn` asks for the outcome, ms. Each is double the last one. */
const keepAsking = { firstMs: 2_000, maxMs: 30_000 };

export const noPlacement: PlacementState = { job: undefined, asking: undefined, keepOn: undefined };

/** Returns when placing needs the next step, ms of uptime. */
export function findNextPlacementTime({ placement: { job, asking, keepOn } }: PhoneState): number {
  return Math.min(
    job?.phase.kind === 'settling' ? job.phase.until : Infinity,
    asking && asking.number === undefined ? asking.at : Infinity,
    keepOn?.at ?? Infinity,
  );
}

/** Starts to place an order. Ignores a second tap while the first one is under way. */
export function place(context: StepContext, { request, online }: Extract<Input, { kind: 'place' }>): void {
  if (context.state.isClosed) return answerPlacing(context, 'place', createNotSent(context));
  if (context.state.placement.job) return;
  const { unread } = context.state.server;
  const job: Job = { view: getView(context.state), unread, request, phase: { kind: 'lastOne', online } };
  change(context, 'placement', { job });
  if (context.state.stored) startAsking(context, context.state.stored);
  else reachServer(context, online);
}

/**
 * Asks for the outcome of the last placement. The result is undefined if there is none.
 * @param keepOn ask until there is an outcome
 * @param notifies notify the diner of it, because no page waits
 */
export function askPlacement(context: StepContext, keepOn: boolean, notifies = false): void {
  const { placement, stored, isClosed } = context.state;
  if (isClosed || (!stored && !placement.job))
    return answerPlacing(context, keepOn ? 'known' : 'ask', undefined);
  if (keepOn && !placement.keepOn)
    change(context, 'placement', { keepOn: { waitMs: keepAsking.firstMs, at: undefined, notifies } });
  if (stored && !placement.job) startAsking(context, stored);
}

/** Continues what waits for a time, for the outbox or for the disk. Runs in every step. */
export function continuePlacement(context: StepContext): void {
  if (context.state.isClosed) return leave(context);
  const { uptime } = context.moment;
  const { keepOn, job: placing } = context.state.placement;
  const { stored } = context.state;
  // Wait while an order is under way. The server refuses a placement if a question about it arrives first (O2).
  if (stored && !placing && keepOn?.at !== undefined && uptime >= keepOn.at) {
    change(context, 'placement', { keepOn: { ...keepOn, at: undefined } });
    startAsking(context, stored);
  }
  const { asking } = context.state.placement;
  if (asking && asking.number === undefined && uptime >= asking.at) askOnce(context, asking);
  const { job } = context.state.placement;
  if (job?.phase.kind === 'settling') {
    // A cart that is due comes first. It includes the changes that this phone has sent and received.
    const { isLoaded, reach } = context.state.server;
    const { needsCart, settlesSlowly } = chooseProtocol(context.state);
    // The disk has no unreadable lines. After a reload only the first cart has them, and the order must include them.
    const isUnheard = !isLoaded && reach === 'answered';
    const isDue = isUnheard || needsCart(context.state, uptime);
    if (hasNothingToSend(context.state, uptime) && !isDue) checkServer(context, job);
    else if (uptime < job.phase.until) return;
    else if (settlesSlowly && reach === 'answered' && uptime < job.phase.last)
      enterPhase(context, { ...job.phase, until: Math.min(uptime + settleMs.usual, job.phase.last) });
    else finish(context, createNotSent(context));
  }
  if (job?.phase.kind === 'keeping') sendStoredOrder(context, job, job.phase);
}

/** Answers all callers when the engine closes, because it receives no more answers. The next engine asks again. */
function leave(context: StepContext): void {
  const { job, asking, keepOn } = context.state.placement;
  if (job) answerPlacing(context, 'place', isAskedFor(job) ? { kind: 'unknown' } : createNotSent(context));
  if (asking) answerPlacing(context, 'ask', undefined);
  if (keepOn) answerPlacing(context, 'known', undefined);
  context.state = { ...context.state, placement: noPlacement };
}

function createNotSent({ state }: StepContext): PlaceResult {
  return { kind: 'notSent', reach: state.server.reach };
}

/** The diner reads different texts for an unreadable answer and for none. */
function toNotSent(failure: Exclude<TransportFailure, { kind: 'refused' }>): PlaceResult {
  return { kind: 'notSent', reach: failure.kind === 'retry' ? reachOf(failure) : 'answered' };
}

function isAskedFor({ phase }: Job): boolean {
  return phase.kind === 'lastOne' || phase.kind === 'placing' || phase.kind === 'repeated';
}

function answerPlacing(context: StepContext, to: PlaceQuestion, result: PlaceResult | undefined): void {
  context.effects.push({ kind: 'placeResult', to, result });
}

/** Retries failed questions now, because the server may be reachable again. */
export function retryPlacement(context: StepContext): void {
  const { asking, keepOn } = context.state.placement;
  const { uptime } = context.moment;
  if (asking && asking.number === undefined)
    change(context, 'placement', { asking: { ...asking, at: uptime } });
  if (keepOn?.at !== undefined) change(context, 'placement', { keepOn: { ...keepOn, at: uptime } });
}

/** Applies an answer if it belongs to a call of placing. Ignores all others. */
export function applyPlacementAnswer(context: StepContext, answered: Answered): void {
  const { job, asking } = context.state.placement;
  if (asking?.number === answered.number) return takeOutcome(context, asking, answered);
  const { phase } = job ?? {};
  if (!job || !phase || !('number' in phase) || phase.number !== answered.number) return;
  if (phase.kind === 'probing') {
    const { answer } = answered;
    if (!answer.ok && answer.failure.kind !== 'refused') return finish(context, toNotSent(answer.failure));
    setReach(context, 'answered');
    return phase.next === 'settle' || !context.state.server.isLoaded ? settle(context) : look(context, job);
  }
  if (phase.kind === 'looking' && answered.call === 'openOrder') {
    const { answer } = answered;
    if (answer.ok) return keep(context, job, answer.value);
    const { failure } = answer;
    if (failure.kind === 'refused') return refuse(context, failure.code, failure.msg);
    return finish(context, toNotSent(failure));
  }
  if (phase.kind === 'placing' && answered.call === 'place')
    applyPlaced(context, phase.placement, answered.answer);
}

function reachServer(context: StepContext, online: boolean): void {
  if (online) settle(context);
  else probe(context, 'settle');
}

function probe(context: StepContext, next: 'settle' | 'look'): void {
  const number = send(context, { call: 'snapshot', known: getView(context.state).known });
  enterPhase(context, { kind: 'probing', number, next });
}

function settle(context: StepContext): void {
  const { uptime } = context.moment;
  enterPhase(context, { kind: 'settling', until: uptime + settleMs.usual, last: uptime + settleMs.most });
}

function checkServer(context: StepContext, job: Job): void {
  if (context.state.server.reach === 'answered') look(context, job);
  else probe(context, 'look');
}

function look(context: StepContext, job: Job): void {
  if (chooseProtocol(context.state).readsOpenOrder)
    return enterPhase(context, { kind: 'looking', number: send(context, { call: 'openOrder' }) });
  keep(context, job, undefined);
}

/**
 * Stores the placement, if the cart is still the one that the diner saw.
 * @param open the table's open order, null if there is none. undefined: the server compares by itself
 */
function keep(context: StepContext, job: Job, open: Order | null | undefined): void {
  const now = getView(context.state);
  // If the disk has failed since the tap, unsaved events have new ids. The server would not know the old ones.
  if (!hasAllEvents(now.known, job.view.known)) return finish(context, createNotSent(context));
  const traced =
    open === undefined ? { view: job.view } : getSnapshotParts()?.traceOrder(context.state, job, open);
  if (!traced) return refuse(context, codes.shoppingCartUpdated, '');
  const { view, ...trace } = traced;
  change(context, 'placement', { job: { ...job, view } });
  const placementId = createId(context) + createId(context);
  const placement = { placementId, seen: view.known, at: context.moment.now, ...trace };
  storePlacement(context, placement);
  enterPhase(context, { kind: 'keeping', placement });
}

function sendStoredOrder(
  context: StepContext,
  { view, unread, request }: Job,
  { placement }: Extract<Phase, { kind: 'keeping' }>,
): void {
  const { placementId, seen } = placement;
  if (context.state.disk.placementSaved !== placementId) return;
  const detail = {
    ...createTableOrderDetail(view, context.state.facts.table, unread),
    ...chooseProtocol(context.state).cartVersion(context.state),
  };
  const number = send(context, { call: 'place', order: { detail, placementId, seen, ...request } });
  enterPhase(context, { kind: 'placing', placement, number });
}

function applyPlaced(
  context: StepContext,
  placement: PendingPlacement,
  said: Extract<Answered, { call: 'place' }>['answer'],
): void {
  if (said.ok) {
    const { order, sync } = said.value;
    if (sync) applySync(context, sync);
    chooseProtocol(context.state).completeOrder(context, order, placement);
    storePlacement(context, null);
    return finish(context, { kind: 'placed', order });
  }
  const { failure } = said;
  if (failure.kind !== 'refused') return finish(context, { kind: 'unknown' });
  const { code, msg } = failure;
  if (chooseProtocol(context.state).isRepeatedOrder(code)) {
    enterPhase(context, { kind: 'repeated', code, msg });
    return startAsking(context, placement);
  }
  refuse(context, code, msg);
}

function refuse(context: StepContext, code: number, msg: string): void {
  storePlacement(context, null);
  // Whatever the reason, this phone's cart may be out of date.
  change(context, 'server', { serverVersion: {} });
  requestCatchUp(context);
  finish(context, { kind: 'refused', code, msg });
}

function startAsking(context: StepContext, placement: PendingPlacement): void {
  if (!context.state.placement.asking) askOnce(context, { placement, tries: 0, number: undefined, at: 0 });
}

function askOnce(context: StepContext, asking: Asking): void {
  const question = chooseProtocol(context.state).placementQuestion(asking.placement);
  if (!question) return handleFailedAsking(context, asking);
  const number = send(context, question);
  change(context, 'placement', { asking: { ...asking, number, at: Infinity } });
}

function handleFailedAsking(context: StepContext, asking: Asking): void {
  const tries = asking.tries + 1;
  if (tries >= patience.tries) return finishAsking(context, { kind: 'unknown' });
  const at = context.moment.uptime + patience.pauseMs;
  change(context, 'placement', { asking: { ...asking, tries, number: undefined, at } });
}

function takeOutcome(context: StepContext, asking: Asking, answered: Answered): void {
  const { placement } = asking;
  const answer = readOutcome(answered, placement);
  if (!answer?.ok) return handleFailedAsking(context, asking);
  const { outcome, order, code, msg } = answer.value;
  const isPlaced = outcome === 'placed' && order !== null;
  if (isPlaced && isWrittenDown(context.state, order, placement)) announceOrder(context, order);
  else if (isPlaced) chooseProtocol(context.state).completeOrder(context, order, placement);
  storePlacement(context, null);
  requestCatchUp(context);
  if (isPlaced) return finishAsking(context, { kind: 'placed', order });
  const neverArrived = code === null || code === codes.shoppingCartUpdated;
  finishAsking(context, { kind: 'refused', code: code ?? codes.failure, msg, neverArrived });
}

/** Returns the outcome from either kind of answer, or undefined if the answer does not show it. */
function readOutcome(answered: Answered, { trace }: PendingPlacement): Answer<PlacementOutcome> | undefined {
  if (answered.call === 'placement') return answered.answer;
  if (answered.call !== 'openOrder' || !answered.answer.ok) return undefined;
  const value = getSnapshotParts()?.findOutcome(trace, answered.answer.value);
  return value && { ok: true, value };
}

/** Whether the log has an event of this order since the tap: from another phone, or from this one before a crash. */
function isWrittenDown({ knowledge }: PhoneState, { id }: Order, { seen }: PendingPlacement): boolean {
  for (const { upcast, replicaId, seq } of knowledge.log.entries.values())
    if (upcast?.type === 'orderPlaced' && upcast.orderId === id && seq > reach(seen, replicaId)) return true;
  return false;
}

function finishAsking(context: StepContext, result: PlaceResult): void {
  change(context, 'placement', { asking: undefined });
  answerPlacing(context, 'ask', result);
  const { job } = context.state.placement;
  const isOpen = result.kind === 'refused';
  if (job?.phase.kind === 'lastOne' && isOpen) return reachServer(context, job.phase.online);
  if (job?.phase.kind === 'repeated' && isOpen) return refuse(context, job.phase.code, job.phase.msg);
  if (job) return finish(context, result);
  scheduleQuestionOrEnd(context, result);
}

function finish(context: StepContext, result: PlaceResult): void {
  change(context, 'placement', { job: undefined });
  answerPlacing(context, 'place', result);
  scheduleQuestionOrEnd(context, result);
}

function scheduleQuestionOrEnd(context: StepContext, result: PlaceResult): void {
  const { keepOn } = context.state.placement;
  if (!keepOn) return;
  if (result.kind === 'unknown') {
    const at = context.moment.uptime + pauseMs(context.moment.chance, keepOn.waitMs);
    const waitMs = doubleDelay(keepAsking, keepOn.waitMs);
    return change(context, 'placement', { keepOn: { ...keepOn, at, waitMs } });
  }
  change(context, 'placement', { keepOn: undefined });
  answerPlacing(context, 'known', result);
  if (keepOn.notifies && result.kind === 'placed')
    notify(context, { kind: 'orderSubmitted', userName: '', orderId: result.order.id, mine: true });
}

function enterPhase(context: StepContext, phase: Phase): void {
  const { job } = context.state.placement;
  if (job) change(context, 'placement', { job: { ...job, phase } });
}
