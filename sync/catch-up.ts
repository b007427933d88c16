/** G6: asks the server for what this phone lacks; one question at a time, the last wish is always served. */
import type { Sync } from '#contract/cart.ts';
import { emptyLog } from '#events/log.ts';
import { includes, reach, union, type VersionVector } from '#events/version-vector.ts';
import { ask, type RestartReason } from './ask.ts';
import { dialectOf, dialectOfAnswer } from './dialect/dialects.ts';
import { startAgain } from './knowledge.ts';
import { isHanging } from './outbox.ts';
import { isPlain, type Answer, type ServerAnswer } from './ports/transport.ts';
import { reachable, refused } from './refusals.ts';
import type { PhoneState } from './state.ts';
import { change, jittered, send, viewOf, type Turn } from './turn.ts';
import { recordsOfSync } from './wire/sync-records.ts';

/** While the table group is silent the server is asked this often, ms. */
const pollMs = 10_000;
/** Between two questions that did not bring what is missing, ms, doubled each time; `pendingMaxMs`: G7. */
const backOff = { firstMs: 2_000, maxMs: 30_000, pendingMaxMs: 2_500 };
/** So many questions may follow each other at once; a flood of wishes beyond them waits, ms. */
const burst = { questions: 3, pauseMs: 1_000 };
/** G7: how often a sign of life is looked for while a request hangs, ms, jittered. */
const probeMs = 2_700;

export interface CatchUpState {
  readonly isWanted: boolean;
  readonly underWay: Question | undefined;
  /** In a row. */
  readonly questions: number;
  /** G7: when the next sign of life is looked for, if a request hangs, ms of uptime. */
  readonly probeAt: number;
  readonly wait: { readonly why: 'noAnswer' | 'lags' | 'refused' | 'burst'; readonly at: number } | undefined;
  readonly delayMs: number;
  /** D16: the server said that it knows this. */
  readonly hinted: VersionVector;
  readonly pollAt: number;
  readonly polls: number;
  /** G5: under way once it has a number. */
  readonly restart: { readonly reason: RestartReason; readonly number: number | undefined } | undefined;
  readonly isMended: boolean;
}

interface Question {
  readonly number: number;
  /** Of the outbox, when it left: a read that saw a change under way says neither before nor after (P2). */
  readonly changes: number;
}

export function catchUpAtStart(uptime: number): CatchUpState {
  return {
    isWanted: true,
    underWay: undefined,
    questions: 0,
    probeAt: uptime,
    wait: undefined,
    delayMs: backOff.firstMs,
    hinted: {},
    pollAt: uptime + pollMs,
    polls: 0,
    restart: undefined,
    isMended: false,
  };
}

/** When there may be something to ask, ms of uptime. */
export function catchUpDue({ catchUp, outbox, group }: PhoneState): number[] {
  const { underWay, wait, probeAt, pollAt } = catchUp;
  return [
    underWay ? Infinity : (wait?.at ?? Infinity),
    outbox.underWay || (outbox.awaitsCart && underWay) ? probeAt : Infinity,
    pollAt,
    group.hint?.at ?? Infinity,
  ];
}

/** Asks what is to be asked just now. */
export function askWhatIsWanted(turn: Turn): void {
  if (turn.state.isClosed) return;
  pollIfDue(turn);
  hearHintIfDue(turn);
  const { restart } = turn.state.catchUp;
  if (restart && restart.number === undefined) {
    const number = send(turn, { call: 'snapshot', known: {} });
    change(turn, 'catchUp', { restart: { ...restart, number } });
  }
  probeIfHanging(turn);
  askIfWanted(turn);
}

/** An answer to a question of catching up. */
export function takeCartAnswer(turn: Turn, number: number, answer: Answer<ServerAnswer>): void {
  if (turn.state.catchUp.restart?.number === number) return takeRestart(turn, answer);
  const { underWay } = turn.state.catchUp;
  if (underWay?.number !== number) return;
  change(turn, 'catchUp', { underWay: undefined });
  if (!answer.ok) return takeFailure(turn, answer.failure);
  reachable(turn, true);
  const { changes } = turn.state.outbox;
  // P2: every request counts at its start and at its end: an odd number means that one is under way.
  if (isPlain(answer.value) && (underWay.changes !== changes || changes % 2 === 1)) return ask(turn);
  change(turn, 'outbox', { awaitsCart: false });
  dialectOfAnswer(answer.value).takeCart(turn, answer.value);
  // V1: something is still missing: its author has perhaps not sent it yet, or the answer is older than the hint.
  if (viewOf(turn.state).waiting.length > 0 || lags(turn.state)) waitAndAsk(turn, 'lags');
  else change(turn, 'catchUp', { delayMs: backOff.firstMs });
}

/** G7: the server shows that it is there, or somebody wants to know: no wait goes on because nobody answered. */
export function catchUpAwake(turn: Turn): void {
  if (turn.state.catchUp.wait?.why === 'noAnswer')
    change(turn, 'catchUp', { wait: undefined, delayMs: backOff.firstMs });
}

function pollIfDue(turn: Turn): void {
  const { pollAt, polls } = turn.state.catchUp;
  if (turn.moment.uptime < pollAt) return;
  change(turn, 'catchUp', { pollAt: turn.moment.uptime + pollMs, polls: polls + 1 });
  const { pollsWhileLive } = dialectOf(turn.state.server.kind);
  const isDue = !turn.state.group.isLive || (polls + 1) % pollsWhileLive === 0;
  // A tab that does not lead hears everything from the one that does.
  if (isDue && turn.state.tabs.leads) ask(turn);
}

function hearHintIfDue(turn: Turn): void {
  const { hint } = turn.state.group;
  if (!hint || turn.moment.uptime < hint.at) return;
  change(turn, 'group', { hint: undefined });
  change(turn, 'catchUp', { hinted: union(turn.state.catchUp.hinted, hint.known) });
  if (lags(turn.state)) ask(turn);
}

function probeIfHanging(turn: Turn): void {
  const { looking, uptime } = turn.moment;
  const { underWay, probeAt } = turn.state.catchUp;
  // P2: what waits for the cart that follows a change hangs with the question for it.
  const hangs = isHanging(turn.state, uptime) || (turn.state.outbox.awaitsCart && underWay !== undefined);
  if (!looking || uptime < probeAt || !hangs) return;
  if (underWay) turn.effects.push({ kind: 'giveUp', number: underWay.number });
  change(turn, 'catchUp', { underWay: undefined, wait: undefined, questions: 0 });
  ask(turn);
}

function askIfWanted(turn: Turn): void {
  const { isWanted, underWay, wait, questions } = turn.state.catchUp;
  if (underWay) return;
  if (!isWanted) {
    if (questions > 0) change(turn, 'catchUp', { questions: 0 });
    return;
  }
  if (wait && turn.moment.uptime < wait.at) return;
  if (questions >= burst.questions && wait?.why !== 'burst') {
    change(turn, 'catchUp', { wait: { why: 'burst', at: turn.moment.uptime + burst.pauseMs } });
    return;
  }
  const number = send(turn, { call: 'snapshot', known: viewOf(turn.state).known });
  change(turn, 'catchUp', {
    isWanted: false,
    underWay: { number, changes: turn.state.outbox.changes },
    probeAt: turn.moment.uptime + jittered(turn.moment, probeMs),
    questions: questions + 1,
    wait: undefined,
  });
}

function takeFailure(turn: Turn, failure: Extract<Answer<unknown>, { ok: false }>['failure']): void {
  switch (failure.kind) {
    case 'refused':
      change(turn, 'catchUp', { isWanted: false });
      return refused(turn, 'fetch', failure.code, failure.msg);
    case 'busy':
      return waitAndAsk(turn, 'refused', failure.afterMs);
    case 'retry':
      reachable(turn, false);
      return waitAndAsk(turn, 'noAnswer');
    default:
      failure satisfies never;
  }
}

function waitAndAsk(turn: Turn, why: 'noAnswer' | 'lags' | 'refused', atLeastMs = 0): void {
  const { delayMs } = turn.state.catchUp;
  const isAwaited = turn.moment.looking && turn.state.knowledge.log.pending.size > 0;
  const most = why === 'noAnswer' && isAwaited ? backOff.pendingMaxMs : backOff.maxMs;
  const ms = Math.max(jittered(turn.moment, Math.min(delayMs, most)), atLeastMs);
  change(turn, 'catchUp', {
    isWanted: true,
    questions: 0,
    wait: { why, at: turn.moment.uptime + ms },
    delayMs: Math.min(delayMs * 2, backOff.maxMs),
  });
}

function lags({ catchUp, knowledge }: PhoneState): boolean {
  return !includes(knowledge.merged.view.known, catchUp.hinted);
}

function takeRestart(turn: Turn, answer: Answer<ServerAnswer>): void {
  const { restart } = turn.state.catchUp;
  change(turn, 'catchUp', { restart: undefined });
  if (!restart || !answer.ok || isPlain(answer.value)) return;
  const sync = answer.value;
  const { log } = turn.state.knowledge;
  // An answer that is older than what this phone has been told would take that away again.
  if (sync.sessionId !== turn.state.facts.log.sessionId || !hasAllAccepted(turn.state, sync)) return;
  if (restart.reason === 'diverged' && !includes(sync.known, viewOf(turn.state).known)) return;
  startAgain(turn, recordsOfSync(sync, emptyLog, turn.moment.now));
  if (restart.reason === 'diverged') change(turn, 'catchUp', { isMended: true });
  if (log.pending.size > 0) ask(turn);
}

function hasAllAccepted({ knowledge: { log } }: PhoneState, { known }: Sync): boolean {
  for (const id of log.accepted.keys()) {
    const entry = log.entries.get(id);
    if (entry && entry.seq > reach(known, entry.replicaId)) return false;
  }
  return true;
}
