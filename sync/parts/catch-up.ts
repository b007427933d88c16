/** G6: asks the server for what this phone lacks; one question at a time, the last wish is always served. */
import { includes, union } from '#events/log/version-vector.ts';
import { doubleDelay, pauseMs } from './back-off.ts';
import { requestCatchUp, requestCatchUpSoon } from './catch-up-requests.ts';
import { hasDiverged, checkConfirmations, knownToServer } from '../protocols/event/divergence.ts';
import { applyRestart, sendRestartIfRequested } from '../protocols/event/restart.ts';
import { protocolOf, protocolOfAnswer } from '../protocols/registry.ts';
import { hasUncovered, newestVersion } from '../protocols/snapshot/cart-facts.ts';
import type { Moment } from '../ports/input.ts';
import { isTimedOut } from './outbox.ts';
import type { Answer, ServerAnswer } from '../ports/transport.ts';
import { setReach, reopenSession, reachOf, handleRefused } from './refusals.ts';
import type { CatchUpState, PhoneState, Question } from '../state/phone-state.ts';
import { postAsk } from '../protocols/snapshot/tab-carts.ts';
import { change, send, viewOf, type StepContext } from '../state/step-context.ts';

/** While the table group is silent the server is asked this often, ms. */
const pollMs = 10_000;
/** Between two questions that did not bring what is missing, ms, doubled each time. */
const backOff = { firstMs: 2_000, maxMs: 30_000 };
/** So many questions may follow each other at once; a flood of wishes beyond them waits, ms. */
const burst = { questions: 3, pauseMs: 1_000 };
/** P3: what messages tell makes the phone ask at most so often, ms. */
const soonMs = 1_000;
/** S2: between two questions whether the server has forgotten what it answered for, ms. */
const lackingMs = 600;
/** G7: how often a sign of life is looked for while something is pending, ms. */
const signOfLife = { fromMs: 2_000, toMs: 4_000 };

export function createCatchUp(uptime: number): CatchUpState {
  return {
    isWanted: true,
    isHurried: true,
    underWay: undefined,
    older: undefined,
    questions: 0,
    probeAt: uptime,
    wait: undefined,
    delayMs: backOff.firstMs,
    hinted: {},
    pollAt: uptime + pollMs,
    above: 0,
    heard: {},
    lastVersion: 0,
    leftAt: -Infinity,
    lacking: 0,
    restart: undefined,
    isMended: false,
  };
}

/** When there may be something to ask, ms of uptime. */
export function listCatchUpTimes(state: PhoneState): number[] {
  const { catchUp, outbox, group } = state;
  const { underWay, wait, probeAt, pollAt } = catchUp;
  return [
    underWay ? Infinity : (wait?.at ?? Infinity),
    outbox.underWay || isQuestionAwaited(state) ? probeAt : Infinity,
    pollAt,
    group.hint?.at ?? Infinity,
    group.told?.lookAt ?? Infinity,
  ];
}

/** Asks what is to be asked just now. */
export function continueCatchUp(context: StepContext): void {
  if (context.state.isClosed) return;
  pollIfDue(context);
  applyHintIfDue(context);
  checkConfirmations(context);
  const { outbox, catchUp } = context.state;
  // The answer to the question under way may be what is needed.
  if (!catchUp.underWay && protocolOf(context.state).needsCart(context.state, context.moment.uptime))
    if (outbox.isInDoubt || !hasUncovered(context.state.knowledge.log)) requestCatchUp(context);
    else requestCatchUpSoon(context);
  sendRestartIfRequested(context);
  probeIfTimedOut(context);
  sendQuestionIfWanted(context);
}

/** An answer to a question of catching up. */
export function applyCartAnswer(context: StepContext, number: number, answer: Answer<ServerAnswer>): void {
  if (context.state.catchUp.restart?.number === number) return applyRestart(context, answer);
  const question = endQuestion(context, number, answer);
  if (!question) return;
  if (!answer.ok) return handleFailure(context, answer.failure);
  setReach(context, 'answered');
  // P2: one tab asks for all: the others learn from it, once they know whom to ask.
  const isApplied = protocolOfAnswer(answer.value).applyCart(context, answer.value, question);
  if (!isApplied) return requestCatchUp(context);
  if (!context.state.isClosed) reopenSession(context);
  if (context.state.catchUp.lacking > 0) return askOnceMore(context);
  // V1: something is still missing: its author has perhaps not sent it yet, or the answer is older than the hint.
  if (viewOf(context.state).blocked.length > 0 || isBehindHint(context.state)) waitAndAsk(context, 'lags');
  else change(context, 'catchUp', { delayMs: backOff.firstMs });
}

/** The question that this answers; with it the other one ends, too. The older one may fail alone. */
function endQuestion(
  context: StepContext,
  number: number,
  answer: Answer<ServerAnswer>,
): Question | undefined {
  const { underWay, older } = context.state.catchUp;
  const question = [underWay, older].find((each) => each?.number === number);
  if (!question) return undefined;
  change(context, 'catchUp', { older: undefined });
  if (question === older && !answer.ok && answer.failure.kind === 'retry') return undefined;
  change(context, 'catchUp', { underWay: undefined });
  const other = question === older ? underWay : older;
  if (other) context.effects.push({ kind: 'giveUp', number: other.number });
  return question;
}

/** G7: the server shows that it is there, or somebody wants to know: no wait goes on because nobody answered. */
export function retryCatchUp(context: StepContext): void {
  if (context.state.catchUp.wait?.why === 'noAnswer')
    change(context, 'catchUp', { wait: undefined, delayMs: backOff.firstMs });
}

/** G6: a new connection, or the page is back: what has come meanwhile may be what was missing. */
export function catchUpNow(context: StepContext): void {
  retryCatchUp(context);
  if (context.state.catchUp.wait?.why === 'lags') change(context, 'catchUp', { wait: undefined });
  requestCatchUp(context);
}

/** The diner wants to see the cart: a refusal of a moment ago is no reason to wait. */
export function refreshCart(context: StepContext): void {
  if (context.state.catchUp.wait?.why === 'refused') change(context, 'catchUp', { wait: undefined });
  requestCatchUp(context);
}

/** A2: does a session go on that was closed? The answer says so, or that it is closed still. */
export function checkReopened(context: StepContext): void {
  const { isClosed, endsAt } = context.state;
  if (!isClosed || endsAt === undefined) return;
  context.state = { ...context.state, isClosed: false };
  change(context, 'outbox', { wait: undefined });
  // What was answered before it was closed says nothing.
  change(context, 'catchUp', { underWay: undefined, older: undefined });
  refreshCart(context);
}

function pollIfDue(context: StepContext): void {
  if (context.moment.uptime < context.state.catchUp.pollAt) return;
  change(context, 'catchUp', { pollAt: context.moment.uptime + pollMs });
  // P2: a plain server gives no hints (D16).
  const { announcesChanges, onlyLeaderAsks } = protocolOf(context.state);
  const isDue = !context.state.group.isLive || !announcesChanges;
  // A tab that does not lead hears everything from the one that does; of a plain server's cart it asks that one.
  if (isDue && (context.state.tabs.leads || onlyLeaderAsks)) requestCatchUp(context);
}

function applyHintIfDue(context: StepContext): void {
  const { hint } = context.state.group;
  if (!hint || context.moment.uptime < hint.at) return;
  change(context, 'group', { hint: undefined });
  change(context, 'catchUp', { hinted: union(context.state.catchUp.hinted, hint.known) });
  const { digest } = hint;
  // G5: the answer will say whether both differ; a hint may be older than what this phone has.
  const isOther = digest !== undefined && hasDiverged(context.state, knownToServer(context.state), digest);
  if (isBehindHint(context.state) || isOther) requestCatchUp(context);
}

function probeIfTimedOut(context: StepContext): void {
  const { looking, uptime } = context.moment;
  const { underWay, older, probeAt } = context.state.catchUp;
  const hangs = isTimedOut(context.state, uptime) || isQuestionAwaited(context.state);
  if (!looking || uptime < probeAt || !hangs) return;
  // The first question goes on waiting beside the new one: a slow server answers it, a new one finds a server that is back.
  if (underWay && older) context.effects.push({ kind: 'giveUp', number: underWay.number });
  change(context, 'catchUp', {
    underWay: undefined,
    older: older ?? underWay,
    wait: undefined,
    questions: 0,
  });
  requestCatchUp(context);
}

/** A change hangs with the question: it follows a cart (P2), or the kind of server has to be known first (P1). */
function isQuestionAwaited(state: PhoneState): boolean {
  return state.catchUp.underWay !== undefined && protocolOf(state).isOneAtATime && hasUnsent(state);
}

/** Of this tab, or of one that it sends for. */
function hasUnsent({ knowledge, tabs }: PhoneState): boolean {
  return knowledge.log.pending.size + tabs.theirs.size > 0;
}

function sendQuestionIfWanted(context: StepContext): void {
  const { isWanted, isHurried, underWay, wait, questions, leftAt, lastVersion, above } =
    context.state.catchUp;
  const { tabs, outbox, knowledge } = context.state;
  const protocol = protocolOf(context.state);
  if (underWay) return;
  if (!isWanted) {
    if (questions > 0) change(context, 'catchUp', { questions: 0 });
    return;
  }
  if (wait && context.moment.uptime < wait.at) return;
  if (protocol.isOneAtATime && (outbox.underWay || outbox.prepared || outbox.looking)) return;
  if (!isHurried && context.moment.uptime < leftAt + soonMs)
    return change(context, 'catchUp', { wait: { why: 'burst', at: leftAt + soonMs } });
  if (protocol.onlyLeaderAsks && !tabs.leads) {
    // G7: while something of this tab's is pending, the one that leads looks for a sign of life.
    const isAwaited = context.moment.looking && knowledge.log.pending.size > 0;
    const at = context.moment.uptime + pauseBeforeProbe(context.moment);
    change(context, 'catchUp', {
      isWanted: isAwaited,
      isHurried: false,
      wait: isAwaited ? { why: 'noAnswer', at } : undefined,
      leftAt: context.moment.uptime,
    });
    return postAsk(context);
  }
  if (questions >= burst.questions && wait?.why !== 'burst') {
    change(context, 'catchUp', { wait: { why: 'burst', at: context.moment.uptime + burst.pauseMs } });
    return;
  }
  const number = send(context, { call: 'snapshot', known: viewOf(context.state).known });
  // Above all that this tab has heard of; the clock is what a phone's tabs share.
  const least = Math.max(newestVersion(knowledge.log) + 1, lastVersion + 1, above + 1, context.moment.now);
  // A tab that leads takes even numbers, and others odd ones: no number is given to two carts.
  const version = least % 2 === (tabs.leads ? 0 : 1) ? least : least + 1;
  change(context, 'catchUp', {
    isWanted: false,
    isHurried: false,
    underWay: {
      number,
      version,
      ...protocol.expectedOf(context.state),
    },
    lastVersion: version,
    leftAt: context.moment.uptime,
    probeAt: context.moment.uptime + pauseBeforeProbe(context.moment),
    questions: questions + 1,
    wait: undefined,
  });
}

function handleFailure(
  context: StepContext,
  failure: Extract<Answer<unknown>, { ok: false }>['failure'],
): void {
  switch (failure.kind) {
    case 'refused':
      // The wish stays: while the group is live nothing else would ask.
      waitAndAsk(context, 'refused');
      return handleRefused(context, 'fetch', failure);
    case 'busy':
      return waitAndAsk(context, 'busy', failure.afterMs);
    case 'retry':
      setReach(context, reachOf(failure));
      return waitAndAsk(context, 'noAnswer');
    default:
      failure satisfies never;
  }
}

function waitAndAsk(
  context: StepContext,
  why: 'noAnswer' | 'lags' | 'refused' | 'busy',
  atLeastMs = 0,
): void {
  const { delayMs } = context.state.catchUp;
  const isAwaited = context.moment.looking && hasUnsent(context.state);
  const atMostMs = why === 'noAnswer' && isAwaited ? pauseBeforeProbe(context.moment) : Infinity;
  const ms = pauseMs(context.moment.chance, delayMs, { atMostMs, atLeastMs });
  change(context, 'catchUp', {
    isWanted: true,
    // What is asked after a pause does not follow at once.
    questions: 0,
    wait: { why, at: context.moment.uptime + ms },
    delayMs: doubleDelay(backOff, delayMs),
  });
}

function pauseBeforeProbe({ chance }: Moment): number {
  return signOfLife.fromMs + chance * (signOfLife.toMs - signOfLife.fromMs);
}

function isBehindHint({ catchUp, knowledge }: PhoneState): boolean {
  return !includes(knowledge.merged.view.known, catchUp.hinted);
}

/** S2: whether it was a copy that lags behind. */
function askOnceMore(context: StepContext): void {
  change(context, 'catchUp', {
    isWanted: true,
    isHurried: true,
    questions: 0,
    wait: { why: 'burst', at: context.moment.uptime + lackingMs },
  });
}
