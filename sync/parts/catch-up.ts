/** G6: asks the server for what this phone lacks; one question at a time, the last wish is always served. */
import type { Sync } from '#contract/calls/cart.ts';
import { emptyLog, type Log } from '#events/records/log.ts';
import { isPlain as isPlainSnapshot } from '#events/records/records.ts';
import { includes, reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { doubled, pauseMs } from './back-off.ts';
import { requestCatchUp, requestCatchUpSoon } from './catch-up-requests.ts';
import { differs, lookIfDue, saidKnown } from '../protocols/event/divergence.ts';
import { dialectOf, dialectOfAnswer } from '../protocols/registry.ts';
import { coversOfNext, hasUncovered, newestVersion, sameUnread } from '../protocols/snapshot/cart-facts.ts';
import type { Moment } from '../ports/input.ts';
import { restartLog } from '../log/knowledge.ts';
import { isHanging } from './outbox.ts';
import {
  isSnapshotAnswer,
  type Answer,
  type SnapshotCartAnswer,
  type ServerAnswer,
} from '../ports/transport.ts';
import { noteReach, noteReopened, reachAfter, refused } from './refusals.ts';
import type { CatchUpState, PhoneState, Question } from '../state/phone-state.ts';
import { postAsk, postStuck } from './tabs.ts';
import { change, send, viewOf, type Turn } from '../state/step-context.ts';
import { createSyncRecords } from '../wire/sync-records.ts';

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

export function catchUpAtStart(uptime: number): CatchUpState {
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
export function catchUpDue(state: PhoneState): number[] {
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
export function catchUpIfWanted(turn: Turn): void {
  if (turn.state.isClosed) return;
  pollIfDue(turn);
  takeHintIfDue(turn);
  lookIfDue(turn);
  const { server, outbox, catchUp } = turn.state;
  // The answer to the question under way may be what is needed.
  if (!catchUp.underWay && dialectOf(server.kind).needsCart(turn.state, turn.moment.uptime))
    if (outbox.isInDoubt || !hasUncovered(turn.state.knowledge.log)) requestCatchUp(turn);
    else requestCatchUpSoon(turn);
  const { restart } = turn.state.catchUp;
  if (restart && restart.number === undefined) {
    const number = send(turn, { call: 'snapshot', known: {} });
    change(turn, 'catchUp', { restart: { ...restart, number } });
  }
  probeIfHanging(turn);
  requestIfWanted(turn);
}

/** An answer to a question of catching up. */
export function takeCartAnswer(turn: Turn, number: number, answer: Answer<ServerAnswer>): void {
  if (turn.state.catchUp.restart?.number === number) return takeRestart(turn, answer);
  const question = endQuestion(turn, number, answer);
  if (!question) return;
  if (!answer.ok) return takeFailure(turn, answer.failure);
  noteReach(turn, 'answered');
  // P2: one tab asks for all: the others learn from it, once they know whom to ask.
  if (isSnapshotAnswer(answer.value) && !turn.state.tabs.leads && turn.state.knowledge.log.snapshot) {
    // P5: what nobody can read stands in no log: until that tab tells of it, this is the newest.
    const unread = sameUnread((answer.value as SnapshotCartAnswer).unread, turn.state.server.unread);
    change(turn, 'server', { kind: 'plain', isLoaded: true, unread });
    return requestCatchUp(turn);
  }
  dialectOfAnswer(answer.value).takeCart(turn, answer.value, question);
  if (!turn.state.isClosed) noteReopened(turn);
  if (turn.state.catchUp.lacking > 0) return askOnceMore(turn);
  // V1: something is still missing: its author has perhaps not sent it yet, or the answer is older than the hint.
  if (viewOf(turn.state).blocked.length > 0 || lags(turn.state)) waitAndAsk(turn, 'lags');
  else change(turn, 'catchUp', { delayMs: backOff.firstMs });
}

/** The question that this answers; with it the other one ends, too. The older one may fail alone. */
function endQuestion(turn: Turn, number: number, answer: Answer<ServerAnswer>): Question | undefined {
  const { underWay, older } = turn.state.catchUp;
  const question = [underWay, older].find((each) => each?.number === number);
  if (!question) return undefined;
  change(turn, 'catchUp', { older: undefined });
  if (question === older && !answer.ok && answer.failure.kind === 'retry') return undefined;
  change(turn, 'catchUp', { underWay: undefined });
  const other = question === older ? underWay : older;
  if (other) turn.effects.push({ kind: 'giveUp', number: other.number });
  return question;
}

/** G7: the server shows that it is there, or somebody wants to know: no wait goes on because nobody answered. */
export function catchUpAwake(turn: Turn): void {
  if (turn.state.catchUp.wait?.why === 'noAnswer')
    change(turn, 'catchUp', { wait: undefined, delayMs: backOff.firstMs });
}

/** G6: a new connection, or the page is back: what has come meanwhile may be what was missing. */
export function catchUpAnew(turn: Turn): void {
  catchUpAwake(turn);
  if (turn.state.catchUp.wait?.why === 'lags') change(turn, 'catchUp', { wait: undefined });
  requestCatchUp(turn);
}

/** The diner wants to see the cart: a refusal of a moment ago is no reason to wait. */
export function requestCatchUpAnew(turn: Turn): void {
  if (turn.state.catchUp.wait?.why === 'refused') change(turn, 'catchUp', { wait: undefined });
  requestCatchUp(turn);
}

/** A2: does a session go on that was closed? The answer says so, or that it is closed still. */
export function askWhetherReopened(turn: Turn): void {
  const { isClosed, endsAt } = turn.state;
  if (!isClosed || endsAt === undefined) return;
  turn.state = { ...turn.state, isClosed: false };
  change(turn, 'outbox', { wait: undefined });
  // What was answered before it was closed says nothing.
  change(turn, 'catchUp', { underWay: undefined, older: undefined });
  requestCatchUpAnew(turn);
}

function pollIfDue(turn: Turn): void {
  if (turn.moment.uptime < turn.state.catchUp.pollAt) return;
  change(turn, 'catchUp', { pollAt: turn.moment.uptime + pollMs });
  // P2: a plain server gives no hints (D16).
  const isDue = !turn.state.group.isLive || turn.state.server.kind !== 'aware';
  // A tab that does not lead hears everything from the one that does; of a plain server's cart it asks that one.
  if (isDue && (turn.state.tabs.leads || turn.state.server.kind === 'plain')) requestCatchUp(turn);
}

function takeHintIfDue(turn: Turn): void {
  const { hint } = turn.state.group;
  if (!hint || turn.moment.uptime < hint.at) return;
  change(turn, 'group', { hint: undefined });
  change(turn, 'catchUp', { hinted: union(turn.state.catchUp.hinted, hint.known) });
  const { digest } = hint;
  // G5: the answer will say whether both differ; a hint may be older than what this phone has.
  const isOther = digest !== undefined && differs(turn.state, saidKnown(turn.state), digest);
  if (lags(turn.state) || isOther) requestCatchUp(turn);
}

function probeIfHanging(turn: Turn): void {
  const { looking, uptime } = turn.moment;
  const { underWay, older, probeAt } = turn.state.catchUp;
  const hangs = isHanging(turn.state, uptime) || isQuestionAwaited(turn.state);
  if (!looking || uptime < probeAt || !hangs) return;
  // The first question goes on waiting beside the new one: a slow server answers it, a new one finds a server that is back.
  if (underWay && older) turn.effects.push({ kind: 'giveUp', number: underWay.number });
  change(turn, 'catchUp', { underWay: undefined, older: older ?? underWay, wait: undefined, questions: 0 });
  requestCatchUp(turn);
}

/** A change hangs with the question: it follows a cart (P2), or the kind of server has to be known first (P1). */
function isQuestionAwaited(state: PhoneState): boolean {
  return state.catchUp.underWay !== undefined && state.server.kind !== 'aware' && hasUnsent(state);
}

/** Of this tab, or of one that it sends for. */
function hasUnsent({ knowledge, tabs }: PhoneState): boolean {
  return knowledge.log.pending.size + tabs.theirs.size > 0;
}

function requestIfWanted(turn: Turn): void {
  const { isWanted, isHurried, underWay, wait, questions, leftAt, lastVersion, above, heard } =
    turn.state.catchUp;
  const { server, tabs, outbox, knowledge } = turn.state;
  if (underWay) return;
  if (!isWanted) {
    if (questions > 0) change(turn, 'catchUp', { questions: 0 });
    return;
  }
  if (wait && turn.moment.uptime < wait.at) return;
  if (dialectOf(server.kind).isOneAtATime && (outbox.underWay || outbox.prepared || outbox.looking)) return;
  if (!isHurried && turn.moment.uptime < leftAt + soonMs)
    return change(turn, 'catchUp', { wait: { why: 'burst', at: leftAt + soonMs } });
  if (server.kind === 'plain' && !tabs.leads) {
    // G7: while something of this tab's is pending, the one that leads looks for a sign of life.
    const isAwaited = turn.moment.looking && knowledge.log.pending.size > 0;
    const at = turn.moment.uptime + untilNextSign(turn.moment);
    change(turn, 'catchUp', {
      isWanted: isAwaited,
      isHurried: false,
      wait: isAwaited ? { why: 'noAnswer', at } : undefined,
      leftAt: turn.moment.uptime,
    });
    return postAsk(turn);
  }
  if (questions >= burst.questions && wait?.why !== 'burst') {
    change(turn, 'catchUp', { wait: { why: 'burst', at: turn.moment.uptime + burst.pauseMs } });
    return;
  }
  const number = send(turn, { call: 'snapshot', known: viewOf(turn.state).known });
  // Above all that this tab has heard of; the clock is what a phone's tabs share.
  const least = Math.max(newestVersion(knowledge.log) + 1, lastVersion + 1, above + 1, turn.moment.now);
  // A tab that leads takes even numbers, and others odd ones: no number is given to two carts.
  const version = least % 2 === (tabs.leads ? 0 : 1) ? least : least + 1;
  change(turn, 'catchUp', {
    isWanted: false,
    isHurried: false,
    underWay: {
      number,
      version,
      covers: server.kind === 'aware' ? {} : coversOfNext(knowledge.log, heard),
      answered: server.kind === 'plain' ? {} : union(server.known, answeredBy(knowledge.log)),
    },
    lastVersion: version,
    leftAt: turn.moment.uptime,
    probeAt: turn.moment.uptime + untilNextSign(turn.moment),
    questions: questions + 1,
    wait: undefined,
  });
}

function takeFailure(turn: Turn, failure: Extract<Answer<unknown>, { ok: false }>['failure']): void {
  switch (failure.kind) {
    case 'refused':
      // The wish stays: while the group is live nothing else would ask.
      waitAndAsk(turn, 'refused');
      return refused(turn, 'fetch', failure);
    case 'busy':
      return waitAndAsk(turn, 'busy', failure.afterMs);
    case 'retry':
      noteReach(turn, reachAfter(failure));
      return waitAndAsk(turn, 'noAnswer');
    default:
      failure satisfies never;
  }
}

function waitAndAsk(turn: Turn, why: 'noAnswer' | 'lags' | 'refused' | 'busy', atLeastMs = 0): void {
  const { delayMs } = turn.state.catchUp;
  const isAwaited = turn.moment.looking && hasUnsent(turn.state);
  const atMostMs = why === 'noAnswer' && isAwaited ? untilNextSign(turn.moment) : Infinity;
  const ms = pauseMs(turn.moment.chance, delayMs, { atMostMs, atLeastMs });
  change(turn, 'catchUp', {
    isWanted: true,
    // What is asked after a pause does not follow at once.
    questions: 0,
    wait: { why, at: turn.moment.uptime + ms },
    delayMs: doubled(backOff, delayMs),
  });
}

function untilNextSign({ chance }: Moment): number {
  return signOfLife.fromMs + chance * (signOfLife.toMs - signOfLife.fromMs);
}

function lags({ catchUp, knowledge }: PhoneState): boolean {
  return !includes(knowledge.merged.view.known, catchUp.hinted);
}

/** S2: whether it was a copy that lags behind. */
function askOnceMore(turn: Turn): void {
  change(turn, 'catchUp', {
    isWanted: true,
    isHurried: true,
    questions: 0,
    wait: { why: 'burst', at: turn.moment.uptime + lackingMs },
  });
}

/** S2: what the log has from event-aware servers: they have decided on all of it. */
function answeredBy({ snapshot, joinedCovers, accepted, entries }: Log): VersionVector {
  if (!snapshot || isPlainSnapshot(snapshot)) return joinedCovers;
  const own: Record<string, number> = {};
  for (const id of accepted.keys()) {
    const { replicaId, seq = 0 } = entries.get(id) ?? {};
    if (replicaId !== undefined) own[replicaId] = Math.max(own[replicaId] ?? 0, seq);
  }
  return union(joinedCovers, own);
}

function takeRestart(turn: Turn, answer: Answer<ServerAnswer>): void {
  const { restart } = turn.state.catchUp;
  change(turn, 'catchUp', { restart: undefined });
  if (!restart || !answer.ok || isSnapshotAnswer(answer.value)) return;
  const sync = answer.value;
  const { log } = turn.state.knowledge;
  // An answer that is older than what this phone has been told would take that away again.
  if (sync.sessionId !== turn.state.facts.log.sessionId || !hasAllAccepted(turn.state, sync)) return;
  // What is on its way would be minted anew beside it: it is noticed again when nothing is.
  if (restart.reason !== 'stuck' && log.pending.size > 0) return;
  if (restart.reason === 'diverged' && !includes(sync.known, viewOf(turn.state).known)) return;
  if (restart.reason === 'madeUp' && !includes(sync.known, saidKnown(turn.state))) return;
  restartLog(turn, createSyncRecords(sync, emptyLog, turn.moment.now));
  change(turn, 'catchUp', { isMended: true });
  change(turn, 'group', { told: undefined });
  // What was held waited for what was made up.
  if (turn.state.outbox.wait?.why === 'held') change(turn, 'outbox', { wait: undefined, held: 0 });
  if (restart.reason !== 'diverged') postStuck(turn);
  if (log.pending.size > 0) requestCatchUp(turn);
}

function hasAllAccepted({ knowledge: { log } }: PhoneState, { known }: Sync): boolean {
  for (const id of log.accepted.keys()) {
    const entry = log.entries.get(id);
    if (entry && entry.seq > reach(known, entry.replicaId)) return false;
  }
  return true;
}
