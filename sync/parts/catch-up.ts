/**
 * Asks the server for what this phone lacks. The answer is a cart, or the missing events.
 *
 *   requestCatchUp ──► wanted ──► question under way ──► answer applied ──► nothing wanted
 *                        ▲  ▲           │      │
 *                        │  │ probe     │      │ failed, or still behind
 *                        │  └───────────┘      ▼
 *                        └───────────────── waiting until `wait.at`
 *
 *   why a phone asks                                  how often
 *   a new connection, the page is back, the diner     at once; after three in a row, once a second
 *   nothing but messages of peers                     once a second
 *   no live group, or a snapshot server               every 10 s
 *   a hint of the server that this phone is behind    200 ms after the hint
 *   the last answer did not help                      after 2 s, doubled up to 30 s
 *   a request with changes has timed out (probe)      every 2 to 4 s while the diner looks
 *
 * A probe asks again although a question is under way. It finds out whether the server is back. The earlier question
 * stays as `older`, because a slow server answers that one first. The first answer ends both.
 *
 * Invariants:
 * - At most one question is under way, with at most one older one.
 * - A wanted question stays wanted until one leaves, or until the leading tab is asked.
 * - At a snapshot server, questions and requests with changes wait for each other. Only the leading tab asks, so
 *   that one tab numbers the carts. The other tabs ask that tab.
 *
 * Example: a peer adds tea, and the message is lost. The server's hint `{ rb: 5 }` follows, but this phone knows
 * `{ rb: 4 }`. After 200 ms it asks with what it knows, and the answer brings event `rb:5`.
 */
import { hasAllEvents, union } from '#events/log/version-vector.ts';
import { doubleDelay, pauseMs } from './back-off.ts';
import { requestCatchUp, requestCatchUpSoon } from './catch-up-requests.ts';
import { hasDiverged, checkConfirmations, listKnownToServer } from '../protocols/event/divergence.ts';
import { applyRestart, sendRestartIfRequested } from '../protocols/event/restart.ts';
import { chooseProtocol, chooseReader } from '../protocols/registry.ts';
import { findNewestVersion } from '../log/covered.ts';
import type { Moment } from '../ports/input.ts';
import { isTimedOut } from './outbox.ts';
import type { Answer, ServerAnswer } from '../ports/transport.ts';
import { setReach, reopenSession, reachOf, handleRefused } from './refusals.ts';
import type { CatchUpState, PhoneState, Question } from '../state/phone-state.ts';
import { change, giveUp, send, getView, type StepContext } from '../state/step-context.ts';

/** How often the phone asks while the table's group is not live, ms. */
const pollMs = 10_000;
/** Pauses after an answer that did not help, ms. Each is double the last one. */
const backOff = { firstMs: 2_000, maxMs: 30_000 };
/** How many questions may follow each other at once, and the pause after them, ms. */
const burst = { questions: 3, pauseMs: 1_000 };
/** The shortest time between two questions that only follow messages, ms. */
const soonMs = 1_000;
/** The pause before the phone checks again whether the server has lost events, ms. Six lacks in 3 s count as proof. */
const lackingMs = 600;
/** The pause between two probes, ms: a random time in this range. */
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
    received: {},
    lastVersion: 0,
    leftAt: -Infinity,
    lacking: 0,
    restart: undefined,
    isMended: false,
  };
}

/** Returns when a question may be due, ms of uptime. */
export function listCatchUpTimes(state: PhoneState): number[] {
  const { catchUp, outbox, group } = state;
  const { underWay, wait, probeAt, pollAt } = catchUp;
  return [
    underWay ? Infinity : (wait?.at ?? Infinity),
    outbox.underWay || isQuestionAwaited(state) ? probeAt : Infinity,
    pollAt,
    group.hint?.at ?? Infinity,
    group.unconfirmed?.lookAt ?? Infinity,
  ];
}

/** Sends the questions that are due. Runs in every step. */
export function continueCatchUp(context: StepContext): void {
  if (context.state.isClosed) return;
  pollIfDue(context);
  applyHintIfDue(context);
  checkConfirmations(context);
  const need = chooseProtocol(context.state).needsCart(context.state, context.moment.uptime);
  // The answer to a question under way may be the cart that is needed.
  if (need && !context.state.catchUp.underWay)
    if (need === 'now') requestCatchUp(context);
    else requestCatchUpSoon(context);
  sendRestartIfRequested(context);
  probeIfTimedOut(context);
  sendQuestionIfWanted(context);
}

/** Applies the answer to a question or to a restart. Ignores answers to questions that were given up. */
export function applyCartAnswer(context: StepContext, number: number, answer: Answer<ServerAnswer>): void {
  if (context.state.catchUp.restart?.number === number) return applyRestart(context, answer);
  const question = endQuestion(context, number, answer);
  if (!question) return;
  if (!answer.ok) return handleFailure(context, answer.failure);
  setReach(context, 'answered');
  // False: the server is a snapshot server and this tab does not lead, so it must ask the leader.
  const isApplied = chooseReader(answer.value).applyCart(context, answer.value, question);
  if (!isApplied) return requestCatchUp(context);
  if (!context.state.isClosed) reopenSession(context);
  if (context.state.catchUp.lacking > 0) return askOnceMore(context);
  // Events are still missing. Perhaps their author has not sent them, or the answer is older than the hint.
  if (getView(context.state).blocked.length > 0 || isBehindHint(context.state)) waitAndAsk(context, 'lags');
  else change(context, 'catchUp', { delayMs: backOff.firstMs });
}

/**
 * Returns the question that this answers, and ends both questions. If the older one fails, the newer one continues.
 */
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
  if (other) giveUp(context, other.number);
  return question;
}

/** Ends the wait after a missing answer, because of a sign of life or because the diner acts. */
export function retryCatchUp(context: StepContext): void {
  if (context.state.catchUp.wait?.why === 'noAnswer')
    change(context, 'catchUp', { wait: undefined, delayMs: backOff.firstMs });
}

/** Asks now, after a new connection or when the page is back. The missing events may have arrived meanwhile. */
export function startCatchUp(context: StepContext): void {
  retryCatchUp(context);
  if (context.state.catchUp.wait?.why === 'lags') change(context, 'catchUp', { wait: undefined });
  requestCatchUp(context);
}

/** Asks now, because the diner wants to see the cart. Also ends the wait after a refusal. */
export function refreshCart(context: StepContext): void {
  if (context.state.catchUp.wait?.why === 'refused') change(context, 'catchUp', { wait: undefined });
  requestCatchUp(context);
}

/** Asks whether the staff have reopened a closed session. The answer reopens it or closes it again. */
export function checkReopened(context: StepContext): void {
  const { isClosed, endsAt } = context.state;
  if (!isClosed || endsAt === undefined) return;
  context.state = { ...context.state, isClosed: false };
  change(context, 'outbox', { wait: undefined });
  // An answer to an earlier question may be from before the closing.
  change(context, 'catchUp', { underWay: undefined, older: undefined });
  refreshCart(context);
}

function pollIfDue(context: StepContext): void {
  if (context.moment.uptime < context.state.catchUp.pollAt) return;
  change(context, 'catchUp', { pollAt: context.moment.uptime + pollMs });
  // A live group replaces polling only if the server announces changes in it.
  const { announcesChanges, askLeader } = chooseProtocol(context.state);
  const isDue = !context.state.group.isLive || !announcesChanges;
  // A tab that does not lead receives all records from the leader. At a snapshot server it asks the leader, too.
  if (isDue && (context.state.tabs.leads || askLeader)) requestCatchUp(context);
}

function applyHintIfDue(context: StepContext): void {
  const { hint } = context.state.group;
  if (!hint || context.moment.uptime < hint.at) return;
  change(context, 'group', { hint: undefined });
  change(context, 'catchUp', { hinted: union(context.state.catchUp.hinted, hint.known) });
  const { digest } = hint;
  // A hint may be older than this phone's view, so only the answer shows whether the carts really differ.
  const isOther =
    digest !== undefined && hasDiverged(context.state, listKnownToServer(context.state), digest);
  if (isBehindHint(context.state) || isOther) requestCatchUp(context);
}

function probeIfTimedOut(context: StepContext): void {
  const { looking, uptime } = context.moment;
  const { underWay, older, probeAt } = context.state.catchUp;
  const hangs = isTimedOut(context.state, uptime) || isQuestionAwaited(context.state);
  if (!looking || uptime < probeAt || !hangs) return;
  // Keep the first question: a slow server answers it. The new one reaches a server that is back.
  if (underWay && older) giveUp(context, underWay.number);
  change(context, 'catchUp', {
    underWay: undefined,
    older: older ?? underWay,
    wait: undefined,
    questions: 0,
  });
  requestCatchUp(context);
}

/** Whether a change waits for the question, because it needs a new cart or the kind of server is unknown. */
function isQuestionAwaited(state: PhoneState): boolean {
  return state.catchUp.underWay !== undefined && chooseProtocol(state).isOneAtATime && hasUnsent(state);
}

/** Whether this tab has pending events, or events of other tabs to send. */
function hasUnsent({ knowledge, tabs }: PhoneState): boolean {
  return knowledge.log.pending.size + tabs.theirs.size > 0;
}

function sendQuestionIfWanted(context: StepContext): void {
  const { isWanted, isHurried, underWay, wait, questions, leftAt, lastVersion, above, received } =
    context.state.catchUp;
  const { tabs, outbox, knowledge, server } = context.state;
  const protocol = chooseProtocol(context.state);
  if (underWay) return;
  if (!isWanted) {
    if (questions > 0) change(context, 'catchUp', { questions: 0 });
    return;
  }
  if (wait && context.moment.uptime < wait.at) return;
  if (protocol.isOneAtATime && (outbox.underWay || outbox.prepared || outbox.looking)) return;
  if (!isHurried && context.moment.uptime < leftAt + soonMs)
    return change(context, 'catchUp', { wait: { why: 'burst', at: leftAt + soonMs } });
  if (protocol.askLeader && !tabs.leads) {
    // While events of this tab are pending, ask the leader again until it gets a sign of life.
    const isAwaited = context.moment.looking && knowledge.log.pending.size > 0;
    const at = context.moment.uptime + pauseBeforeProbe(context.moment);
    change(context, 'catchUp', {
      isWanted: isAwaited,
      isHurried: false,
      wait: isAwaited ? { why: 'noAnswer', at } : undefined,
      leftAt: context.moment.uptime,
    });
    return protocol.askLeader(context);
  }
  if (questions >= burst.questions && wait?.why !== 'burst') {
    change(context, 'catchUp', { wait: { why: 'burst', at: context.moment.uptime + burst.pauseMs } });
    return;
  }
  const number = send(context, { call: 'snapshot', known: getView(context.state).known });
  // The number exceeds all that this tab knows. `now` is included because the tabs share the clock, but no counter.
  const least = Math.max(
    findNewestVersion(knowledge.log) + 1,
    lastVersion + 1,
    above + 1,
    context.moment.now,
  );
  // The leader uses even numbers and the other tabs odd ones, so no two carts get the same number.
  const version = least % 2 === (tabs.leads ? 0 : 1) ? least : least + 1;
  change(context, 'catchUp', {
    isWanted: false,
    isHurried: false,
    underWay: {
      number,
      version,
      log: knowledge.log,
      received,
      known: server.known,
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
      // The question stays wanted, because nothing else asks while the group is live.
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
    // After a pause, three questions may again follow at once.
    questions: 0,
    wait: { why, at: context.moment.uptime + ms },
    delayMs: doubleDelay(backOff, delayMs),
  });
}

function pauseBeforeProbe({ chance }: Moment): number {
  return signOfLife.fromMs + chance * (signOfLife.toMs - signOfLife.fromMs);
}

function isBehindHint({ catchUp, knowledge }: PhoneState): boolean {
  return !hasAllEvents(knowledge.merged.view.known, catchUp.hinted);
}

/** Asks again soon. The answer lacked known events, but perhaps it came from a database replica that is behind. */
function askOnceMore(context: StepContext): void {
  change(context, 'catchUp', {
    isWanted: true,
    isHurried: true,
    questions: 0,
    wait: { why: 'burst', at: context.moment.uptime + lackingMs },
  });
}
