/** O1, O2: placing what the diner saw, once; and finding out what became of it. */
import { codes } from '#contract/codes.ts';
import { timeouts } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { includes, reach } from '#events/log/version-vector.ts';
import { doubled, pauseMs } from './back-off.ts';
import { requestCatchUp } from './catch-up-requests.ts';
import { takeSync } from '../protocols/event/event-server.ts';
import { cartVersion, dialectOf } from '../protocols/registry.ts';
import { storePlacement } from '../log/disk.ts';
import type { PlaceQuestion, PlaceResult } from '../ports/effect.ts';
import type { Answered, Input } from '../ports/input.ts';
import type { PendingPlacement } from '../ports/storage.ts';
import type { Answer, PlacementOutcome, TransportFailure } from '../ports/transport.ts';
import type { Asking, Job, Phase, PhoneState, PlacementState } from '../state/phone-state.ts';
import { noteReach, reachAfter } from './refusals.ts';
import { announceOrder } from './table.ts';
import { isSettled } from './tabs.ts';
import { change, newId, notify, send, viewOf, type Turn } from '../state/step-context.ts';
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

/** What a server that knows no placement ids says to the same order once more: its lines have left the cart. */
const repeatCodes: readonly number[] = [
  codes.shoppingCartUpdated,
  codes.pleaseAddItAgainToYourCart,
  codes.orderSubmitted,
];

export const nothingPlaced: PlacementState = { job: undefined, asking: undefined, keepOn: undefined };

/** When placing is to be looked at again, ms of uptime. */
export function placementDue({ placement: { job, asking, keepOn } }: PhoneState): number {
  return Math.min(
    job?.phase.kind === 'settling' ? job.phase.until : Infinity,
    asking && asking.number === undefined ? asking.at : Infinity,
    keepOn?.at ?? Infinity,
  );
}

/** The diner presses "Place order"; a second tap while the first is under way is the same order. */
export function place(turn: Turn, { request, online }: Extract<Input, { kind: 'place' }>): void {
  if (turn.state.isClosed) return answerPlacing(turn, 'place', notSent(turn));
  if (turn.state.placement.job) return;
  const { unread } = turn.state.server;
  const job: Job = { view: viewOf(turn.state), unread, request, phase: { kind: 'lastOne', online } };
  change(turn, 'placement', { job });
  if (turn.state.stored) startAsking(turn, turn.state.stored);
  else reachServer(turn, online);
}

/** O2: what became of the last placement? Answered with undefined where there is none. */
export function askPlacement(turn: Turn, keepOn: boolean, tells = false): void {
  const { placement, stored, isClosed } = turn.state;
  if (isClosed || (!stored && !placement.job))
    return answerPlacing(turn, keepOn ? 'known' : 'ask', undefined);
  if (keepOn && !placement.keepOn)
    change(turn, 'placement', { keepOn: { waitMs: keepAsking.firstMs, at: undefined, tells } });
  if (stored && !placement.job) startAsking(turn, stored);
}

/** Brings on what waits for a time, for the outbox or for the disk. */
export function placeOn(turn: Turn): void {
  if (turn.state.isClosed) return leave(turn);
  const { uptime } = turn.moment;
  const { keepOn, job: placing } = turn.state.placement;
  const { stored } = turn.state;
  // O2: a question that overtakes the order would have it refused.
  if (stored && !placing && keepOn?.at !== undefined && uptime >= keepOn.at) {
    change(turn, 'placement', { keepOn: { ...keepOn, at: undefined } });
    startAsking(turn, stored);
  }
  const { asking } = turn.state.placement;
  if (asking && asking.number === undefined && uptime >= asking.at) askOnce(turn, asking);
  const { job } = turn.state.placement;
  if (job?.phase.kind === 'settling') {
    // P2: the cart that follows what this phone has sent and heard comes first.
    const { kind, isLoaded, reach } = turn.state.server;
    // P5: of what nobody can read the disk has nothing: after a reload the first answer tells of it.
    const isUnheard = !isLoaded && reach === 'answered';
    const isDue = isUnheard || dialectOf(kind).needsCart(turn.state, uptime);
    if (isSettled(turn.state, uptime) && !isDue) checkServer(turn, job);
    else if (uptime < job.phase.until) return;
    else if (kind === 'plain' && reach === 'answered' && uptime < job.phase.last)
      goTo(turn, { ...job.phase, until: Math.min(uptime + settleMs.usual, job.phase.last) });
    else finish(turn, notSent(turn));
  }
  if (job?.phase.kind === 'keeping') placeWhatIsKept(turn, job, job.phase);
}

/** Nobody is left waiting for an answer that this engine will not hear any more; the next one asks for it (O2). */
function leave(turn: Turn): void {
  const { job, asking, keepOn } = turn.state.placement;
  if (job) answerPlacing(turn, 'place', isAskedFor(job) ? { kind: 'unknown' } : notSent(turn));
  if (asking) answerPlacing(turn, 'ask', undefined);
  if (keepOn) answerPlacing(turn, 'known', undefined);
  turn.state = { ...turn.state, placement: nothingPlaced };
}

function notSent({ state }: Turn): PlaceResult {
  return { kind: 'notSent', reach: state.server.reach };
}

/** P5: an answer that nobody can read is told apart from none. */
function notSentAfter(failure: Exclude<TransportFailure, { kind: 'refused' }>): PlaceResult {
  return { kind: 'notSent', reach: failure.kind === 'retry' ? reachAfter(failure) : 'answered' };
}

function isAskedFor({ phase }: Job): boolean {
  return phase.kind === 'lastOne' || phase.kind === 'placing' || phase.kind === 'repeated';
}

function answerPlacing(turn: Turn, to: PlaceQuestion, result: PlaceResult | undefined): void {
  turn.effects.push({ kind: 'placeResult', to, result });
}

/** G7: what failed is worth another try now. */
export function placementAwake(turn: Turn): void {
  const { asking, keepOn } = turn.state.placement;
  const { uptime } = turn.moment;
  if (asking && asking.number === undefined) change(turn, 'placement', { asking: { ...asking, at: uptime } });
  if (keepOn?.at !== undefined) change(turn, 'placement', { keepOn: { ...keepOn, at: uptime } });
}

/** An answer that may be to one of the calls of placing. */
export function takePlacementAnswer(turn: Turn, answered: Answered): void {
  const { job, asking } = turn.state.placement;
  if (asking?.number === answered.number) return takeOutcome(turn, asking, answered);
  const { phase } = job ?? {};
  if (!job || !phase || !('number' in phase) || phase.number !== answered.number) return;
  if (phase.kind === 'probing') {
    const { answer } = answered;
    if (!answer.ok && answer.failure.kind !== 'refused') return finish(turn, notSentAfter(answer.failure));
    noteReach(turn, 'answered');
    return phase.next === 'settle' || !turn.state.server.isLoaded ? settle(turn) : look(turn, job);
  }
  if (phase.kind === 'looking' && answered.call === 'openOrder') {
    const { answer } = answered;
    if (answer.ok) return keep(turn, job, answer.value);
    const { failure } = answer;
    if (failure.kind === 'refused') return refuse(turn, failure.code, failure.msg);
    return finish(turn, notSentAfter(failure));
  }
  if (phase.kind === 'placing' && answered.call === 'place')
    takePlaced(turn, phase.placement, answered.answer);
}

function reachServer(turn: Turn, online: boolean): void {
  if (online) settle(turn);
  else probe(turn, 'settle');
}

function probe(turn: Turn, next: 'settle' | 'look'): void {
  const number = send(turn, { call: 'snapshot', known: viewOf(turn.state).known });
  goTo(turn, { kind: 'probing', number, next });
}

function settle(turn: Turn): void {
  const { uptime } = turn.moment;
  goTo(turn, { kind: 'settling', until: uptime + settleMs.usual, last: uptime + settleMs.most });
}

function checkServer(turn: Turn, job: Job): void {
  if (turn.state.server.reach === 'answered') look(turn, job);
  else probe(turn, 'look');
}

function look(turn: Turn, job: Job): void {
  if (dialectOf(turn.state.server.kind).looksAtOpenOrder)
    return goTo(turn, { kind: 'looking', number: send(turn, { call: 'openOrder' }) });
  keep(turn, job, undefined);
}

/** @param open the table's open order, where the server is asked for it; undefined: it knows placement ids */
function keep(turn: Turn, job: Job, open: Order | null | undefined): void {
  const now = viewOf(turn.state);
  // Where the disk has failed since the tap (G3), what was seen bears other names: with the old ones nobody could read it.
  if (!includes(now.known, job.view.known)) return finish(turn, notSent(turn));
  const isPlain = open !== undefined;
  const changes = Object.values(changesBetween({ carts: job.view.carts }, { carts: now.carts }, undefined));
  // O1: such a server does not compare what the diner saw with what is there.
  const isLess = changes.some(([then, left]) => left < then) && now.lastOrderId === job.view.lastOrderId;
  // P5: what a waiter weighs anew or takes away is not what the diner saw.
  const isOther = job.unread !== turn.state.server.unread;
  // O5: and it would order what is to stay.
  if (isPlain && (isLess || isOther || job.request.without))
    return refuse(turn, codes.shoppingCartUpdated, '');
  // By now the server has named what was tapped just before.
  const view = isPlain && changes.length === 0 ? now : job.view;
  change(turn, 'placement', { job: { ...job, view } });
  const trace = open === undefined ? undefined : orderTrace(view, open);
  const placementId = newId(turn) + newId(turn);
  const placement = { placementId, seen: view.known, at: turn.moment.now, ...(trace && { trace }) };
  storePlacement(turn, placement);
  goTo(turn, { kind: 'keeping', placement });
}

function placeWhatIsKept(
  turn: Turn,
  { view, unread, request }: Job,
  { placement }: Extract<Phase, { kind: 'keeping' }>,
): void {
  const { placementId, seen } = placement;
  if (turn.state.disk.placementSaved !== placementId) return;
  const detail = {
    ...createTableOrderDetail(view, turn.state.facts.table, unread),
    ...cartVersion(turn.state),
  };
  const number = send(turn, { call: 'place', order: { detail, placementId, seen, ...request } });
  goTo(turn, { kind: 'placing', placement, number });
}

function takePlaced(
  turn: Turn,
  placement: PendingPlacement,
  said: Extract<Answered, { call: 'place' }>['answer'],
): void {
  if (said.ok) {
    const { order, sync } = said.value;
    if (sync) takeSync(turn, sync);
    dialectOf(turn.state.server.kind).orderPlaced(turn, order, placement);
    storePlacement(turn, null);
    return finish(turn, { kind: 'placed', order });
  }
  const { failure } = said;
  if (failure.kind !== 'refused') return finish(turn, { kind: 'unknown' });
  const { code, msg } = failure;
  if (turn.state.server.kind === 'plain' && repeatCodes.includes(code)) {
    goTo(turn, { kind: 'repeated', code, msg });
    return startAsking(turn, placement);
  }
  refuse(turn, code, msg);
}

function refuse(turn: Turn, code: number, msg: string): void {
  storePlacement(turn, null);
  // CE2, CE4: whatever the reason, what this phone shows may be out of date.
  change(turn, 'server', { serverVersion: {} });
  requestCatchUp(turn);
  finish(turn, { kind: 'refused', code, msg });
}

function startAsking(turn: Turn, placement: PendingPlacement): void {
  if (!turn.state.placement.asking) askOnce(turn, { placement, tries: 0, number: undefined, at: 0 });
}

function askOnce(turn: Turn, asking: Asking): void {
  const { server } = turn.state;
  const { placementId, trace } = asking.placement;
  // O2: right after a reload the first answer tells which question is the right one.
  if (trace && server.kind === 'unknown') return failedToAsk(turn, asking);
  const number =
    server.kind === 'plain'
      ? send(turn, { call: 'openOrder' })
      : send(turn, { call: 'placement', placementId });
  change(turn, 'placement', { asking: { ...asking, number, at: Infinity } });
}

function failedToAsk(turn: Turn, asking: Asking): void {
  const tries = asking.tries + 1;
  if (tries >= patience.tries) return finishAsking(turn, { kind: 'unknown' });
  const at = turn.moment.uptime + patience.pauseMs;
  change(turn, 'placement', { asking: { ...asking, tries, number: undefined, at } });
}

function takeOutcome(turn: Turn, asking: Asking, answered: Answered): void {
  const { placement } = asking;
  const answer = outcomeOf(answered, placement);
  if (!answer?.ok) return failedToAsk(turn, asking);
  const { outcome, order, code, msg } = answer.value;
  const isPlaced = outcome === 'placed' && order !== null;
  if (isPlaced && isWrittenDown(turn.state, order, placement)) announceOrder(turn, order);
  else if (isPlaced) dialectOf(turn.state.server.kind).orderPlaced(turn, order, placement);
  storePlacement(turn, null);
  requestCatchUp(turn);
  if (isPlaced) return finishAsking(turn, { kind: 'placed', order });
  const neverArrived = code === null || code === codes.shoppingCartUpdated;
  finishAsking(turn, { kind: 'refused', code: code ?? codes.failure, msg, neverArrived });
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

function finishAsking(turn: Turn, result: PlaceResult): void {
  change(turn, 'placement', { asking: undefined });
  answerPlacing(turn, 'ask', result);
  const { job } = turn.state.placement;
  const isOpen = result.kind === 'refused';
  if (job?.phase.kind === 'lastOne' && isOpen) return reachServer(turn, job.phase.online);
  if (job?.phase.kind === 'repeated' && isOpen) return refuse(turn, job.phase.code, job.phase.msg);
  if (job) return finish(turn, result);
  keepOnOrEnd(turn, result);
}

function finish(turn: Turn, result: PlaceResult): void {
  change(turn, 'placement', { job: undefined });
  answerPlacing(turn, 'place', result);
  keepOnOrEnd(turn, result);
}

function keepOnOrEnd(turn: Turn, result: PlaceResult): void {
  const { keepOn } = turn.state.placement;
  if (!keepOn) return;
  if (result.kind === 'unknown') {
    const at = turn.moment.uptime + pauseMs(turn.moment.chance, keepOn.waitMs);
    const waitMs = doubled(keepAsking, keepOn.waitMs);
    return change(turn, 'placement', { keepOn: { ...keepOn, at, waitMs } });
  }
  change(turn, 'placement', { keepOn: undefined });
  answerPlacing(turn, 'known', result);
  if (keepOn.tells && result.kind === 'placed')
    notify(turn, { kind: 'orderSubmitted', userName: '', orderId: result.order.id, mine: true });
}

function goTo(turn: Turn, phase: Phase): void {
  const { job } = turn.state.placement;
  if (job) change(turn, 'placement', { job: { ...job, phase } });
}
