/** O1, O2: placing what the diner saw, once; and finding out what became of it. */
import { codes } from '#contract/codes.ts';
import { timeouts } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { includes, reach } from '#events/log/version-vector.ts';
import { doubleDelay, pauseMs } from './back-off.ts';
import { requestCatchUp } from './catch-up-requests.ts';
import { applySync } from '../protocols/event/event-server.ts';
import { protocolOf } from '../protocols/registry.ts';
import { storePlacement } from '../log/disk.ts';
import type { PlaceQuestion, PlaceResult } from '../ports/effect.ts';
import type { Answered, Input } from '../ports/input.ts';
import type { PendingPlacement } from '../ports/storage.ts';
import type { Answer, PlacementOutcome, TransportFailure } from '../ports/transport.ts';
import type { Asking, Job, Phase, PhoneState, PlacementState } from '../state/phone-state.ts';
import { setReach, reachOf } from './refusals.ts';
import { announceOrder } from './table.ts';
import { hasNothingToSend } from './tabs.ts';
import { change, newId, notify, send, viewOf, type StepContext } from '../state/step-context.ts';
import { createTableOrderDetail } from '../wire/order-detail.ts';
import { isIn, orderTrace } from '../protocols/snapshot/order-trace.ts';
import { changesBetween } from '../protocols/snapshot/unanswered-post.ts';

/**
 * How long own changes may take to reach the server before an order is placed, ms. At a snapshot server the request that
 * is under way, the changes and the cart after them wait for each other. As long as it answers, it has more time.
 */
const settleMs = { usual: timeouts.read, most: timeouts.commit };
/** How often the outcome is asked for before the diner hears that it is still unknown, and the pause, ms. */
const patience = { tries: 3, pauseMs: 2_000 };
/** O2: how long to wait before asking goes on by itself, ms; doubled each time. */
const keepAsking = { firstMs: 2_000, maxMs: 30_000 };

export const noPlacement: PlacementState = { job: undefined, asking: undefined, keepOn: undefined };

/** When placing is to be looked at again, ms of uptime. */
export function nextPlacementTime({ placement: { job, asking, keepOn } }: PhoneState): number {
  return Math.min(
    job?.phase.kind === 'settling' ? job.phase.until : Infinity,
    asking && asking.number === undefined ? asking.at : Infinity,
    keepOn?.at ?? Infinity,
  );
}

/** The diner presses "Place order"; a second tap while the first is under way is the same order. */
export function place(context: StepContext, { request, online }: Extract<Input, { kind: 'place' }>): void {
  if (context.state.isClosed) return answerPlacing(context, 'place', notSent(context));
  if (context.state.placement.job) return;
  const { unread } = context.state.server;
  const job: Job = { view: viewOf(context.state), unread, request, phase: { kind: 'lastOne', online } };
  change(context, 'placement', { job });
  if (context.state.stored) startAsking(context, context.state.stored);
  else reachServer(context, online);
}

/** O2: what became of the last placement? Answered with undefined where there is none. */
export function askPlacement(context: StepContext, keepOn: boolean, tells = false): void {
  const { placement, stored, isClosed } = context.state;
  if (isClosed || (!stored && !placement.job))
    return answerPlacing(context, keepOn ? 'known' : 'ask', undefined);
  if (keepOn && !placement.keepOn)
    change(context, 'placement', { keepOn: { waitMs: keepAsking.firstMs, at: undefined, tells } });
  if (stored && !placement.job) startAsking(context, stored);
}

/** Brings on what waits for a time, for the outbox or for the disk. */
export function continuePlacement(context: StepContext): void {
  if (context.state.isClosed) return leave(context);
  const { uptime } = context.moment;
  const { keepOn, job: placing } = context.state.placement;
  const { stored } = context.state;
  // O2: a question that overtakes the order would have it refused.
  if (stored && !placing && keepOn?.at !== undefined && uptime >= keepOn.at) {
    change(context, 'placement', { keepOn: { ...keepOn, at: undefined } });
    startAsking(context, stored);
  }
  const { asking } = context.state.placement;
  if (asking && asking.number === undefined && uptime >= asking.at) askOnce(context, asking);
  const { job } = context.state.placement;
  if (job?.phase.kind === 'settling') {
    // P2: the cart that follows what this phone has sent and heard comes first.
    const { isLoaded, reach } = context.state.server;
    const { needsCart, settlesSlowly } = protocolOf(context.state);
    // P5: of what nobody can read the disk has nothing: after a reload the first answer tells of it.
    const isUnheard = !isLoaded && reach === 'answered';
    const isDue = isUnheard || needsCart(context.state, uptime);
    if (hasNothingToSend(context.state, uptime) && !isDue) checkServer(context, job);
    else if (uptime < job.phase.until) return;
    else if (settlesSlowly && reach === 'answered' && uptime < job.phase.last)
      enterPhase(context, { ...job.phase, until: Math.min(uptime + settleMs.usual, job.phase.last) });
    else finish(context, notSent(context));
  }
  if (job?.phase.kind === 'keeping') sendStoredOrder(context, job, job.phase);
}

/** Nobody is left waiting for an answer that this engine will not hear any more; the next one asks for it (O2). */
function leave(context: StepContext): void {
  const { job, asking, keepOn } = context.state.placement;
  if (job) answerPlacing(context, 'place', isAskedFor(job) ? { kind: 'unknown' } : notSent(context));
  if (asking) answerPlacing(context, 'ask', undefined);
  if (keepOn) answerPlacing(context, 'known', undefined);
  context.state = { ...context.state, placement: noPlacement };
}

function notSent({ state }: StepContext): PlaceResult {
  return { kind: 'notSent', reach: state.server.reach };
}

/** P5: an answer that nobody can read is told apart from none. */
function notSentAfter(failure: Exclude<TransportFailure, { kind: 'refused' }>): PlaceResult {
  return { kind: 'notSent', reach: failure.kind === 'retry' ? reachOf(failure) : 'answered' };
}

function isAskedFor({ phase }: Job): boolean {
  return phase.kind === 'lastOne' || phase.kind === 'placing' || phase.kind === 'repeated';
}

function answerPlacing(context: StepContext, to: PlaceQuestion, result: PlaceResult | undefined): void {
  context.effects.push({ kind: 'placeResult', to, result });
}

/** G7: what failed is worth another try now. */
export function retryPlacement(context: StepContext): void {
  const { asking, keepOn } = context.state.placement;
  const { uptime } = context.moment;
  if (asking && asking.number === undefined)
    change(context, 'placement', { asking: { ...asking, at: uptime } });
  if (keepOn?.at !== undefined) change(context, 'placement', { keepOn: { ...keepOn, at: uptime } });
}

/** An answer that may be to one of the calls of placing. */
export function applyPlacementAnswer(context: StepContext, answered: Answered): void {
  const { job, asking } = context.state.placement;
  if (asking?.number === answered.number) return takeOutcome(context, asking, answered);
  const { phase } = job ?? {};
  if (!job || !phase || !('number' in phase) || phase.number !== answered.number) return;
  if (phase.kind === 'probing') {
    const { answer } = answered;
    if (!answer.ok && answer.failure.kind !== 'refused') return finish(context, notSentAfter(answer.failure));
    setReach(context, 'answered');
    return phase.next === 'settle' || !context.state.server.isLoaded ? settle(context) : look(context, job);
  }
  if (phase.kind === 'looking' && answered.call === 'openOrder') {
    const { answer } = answered;
    if (answer.ok) return keep(context, job, answer.value);
    const { failure } = answer;
    if (failure.kind === 'refused') return refuse(context, failure.code, failure.msg);
    return finish(context, notSentAfter(failure));
  }
  if (phase.kind === 'placing' && answered.call === 'place')
    applyPlaced(context, phase.placement, answered.answer);
}

function reachServer(context: StepContext, online: boolean): void {
  if (online) settle(context);
  else probe(context, 'settle');
}

function probe(context: StepContext, next: 'settle' | 'look'): void {
  const number = send(context, { call: 'snapshot', known: viewOf(context.state).known });
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
  if (protocolOf(context.state).readsOpenOrder)
    return enterPhase(context, { kind: 'looking', number: send(context, { call: 'openOrder' }) });
  keep(context, job, undefined);
}

/** @param open the table's open order, where the server is asked for it; undefined: it knows placement ids */
function keep(context: StepContext, job: Job, open: Order | null | undefined): void {
  const now = viewOf(context.state);
  // Where the disk has failed since the tap (G3), what was seen bears other names: with the old ones nobody could read it.
  if (!includes(now.known, job.view.known)) return finish(context, notSent(context));
  const isCompared = open !== undefined;
  const changes = Object.values(changesBetween({ carts: job.view.carts }, { carts: now.carts }, undefined));
  // O1: such a server does not compare what the diner saw with what is there.
  const isLess = changes.some(([then, left]) => left < then) && now.lastOrderId === job.view.lastOrderId;
  // P5: what a waiter weighs anew or takes away is not what the diner saw.
  const isOther = job.unread !== context.state.server.unread;
  // O5: and it would order what is to stay.
  if (isCompared && (isLess || isOther || job.request.without))
    return refuse(context, codes.shoppingCartUpdated, '');
  // By now the server has named what was tapped just before.
  const view = isCompared && changes.length === 0 ? now : job.view;
  change(context, 'placement', { job: { ...job, view } });
  const trace = open === undefined ? undefined : orderTrace(view, open);
  const placementId = newId(context) + newId(context);
  const placement = { placementId, seen: view.known, at: context.moment.now, ...(trace && { trace }) };
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
    ...protocolOf(context.state).cartVersion(context.state),
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
    protocolOf(context.state).completeOrder(context, order, placement);
    storePlacement(context, null);
    return finish(context, { kind: 'placed', order });
  }
  const { failure } = said;
  if (failure.kind !== 'refused') return finish(context, { kind: 'unknown' });
  const { code, msg } = failure;
  if (protocolOf(context.state).isRepeatedOrder(code)) {
    enterPhase(context, { kind: 'repeated', code, msg });
    return startAsking(context, placement);
  }
  refuse(context, code, msg);
}

function refuse(context: StepContext, code: number, msg: string): void {
  storePlacement(context, null);
  // CE2, CE4: whatever the reason, what this phone shows may be out of date.
  change(context, 'server', { serverVersion: {} });
  requestCatchUp(context);
  finish(context, { kind: 'refused', code, msg });
}

function startAsking(context: StepContext, placement: PendingPlacement): void {
  if (!context.state.placement.asking) askOnce(context, { placement, tries: 0, number: undefined, at: 0 });
}

function askOnce(context: StepContext, asking: Asking): void {
  const question = protocolOf(context.state).placementQuestion(asking.placement);
  if (!question) return failedToAsk(context, asking);
  const number = send(context, question);
  change(context, 'placement', { asking: { ...asking, number, at: Infinity } });
}

function failedToAsk(context: StepContext, asking: Asking): void {
  const tries = asking.tries + 1;
  if (tries >= patience.tries) return finishAsking(context, { kind: 'unknown' });
  const at = context.moment.uptime + patience.pauseMs;
  change(context, 'placement', { asking: { ...asking, tries, number: undefined, at } });
}

function takeOutcome(context: StepContext, asking: Asking, answered: Answered): void {
  const { placement } = asking;
  const answer = outcomeOf(answered, placement);
  if (!answer?.ok) return failedToAsk(context, asking);
  const { outcome, order, code, msg } = answer.value;
  const isPlaced = outcome === 'placed' && order !== null;
  if (isPlaced && isWrittenDown(context.state, order, placement)) announceOrder(context, order);
  else if (isPlaced) protocolOf(context.state).completeOrder(context, order, placement);
  storePlacement(context, null);
  requestCatchUp(context);
  if (isPlaced) return finishAsking(context, { kind: 'placed', order });
  const neverArrived = code === null || code === codes.shoppingCartUpdated;
  finishAsking(context, { kind: 'refused', code: code ?? codes.failure, msg, neverArrived });
}

/** O2: a plain server is looked at for the order; when there is none the diner is asked, by being free to try again. */
function outcomeOf(answered: Answered, { trace }: PendingPlacement): Answer<PlacementOutcome> | undefined {
  if (answered.call !== 'openOrder' || !answered.answer.ok)
    return answered.call === 'placement' ? answered.answer : undefined;
  const { value } = answered.answer;
  const order = trace && isIn(trace, value) ? value : null;
  return { ok: true, value: { outcome: order ? 'placed' : 'refused', order, code: null, msg: '' } };
}

/** It is in the log since the diner tapped: somebody else's order of the same lines, or this one before a crash. */
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
  if (keepOn.tells && result.kind === 'placed')
    notify(context, { kind: 'orderSubmitted', userName: '', orderId: result.order.id, mine: true });
}

function enterPhase(context: StepContext, phase: Phase): void {
  const { job } = context.state.placement;
  if (job) change(context, 'placement', { job: { ...job, phase } });
}
