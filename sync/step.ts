/**
 * The engine of a phone: `step(state, input)` answers what the phone knows next and what is to be done. Pure and total:
 * no clock, no chance, no I/O, and whatever comes in, it neither throws nor loses what was accepted.
 */
import {
  askWhetherReopened,
  requestCatchUpAnew,
  catchUpIfWanted,
  catchUpAnew,
  catchUpAwake,
  catchUpDue,
  takeCartAnswer,
} from './parts/catch-up.ts';
import { limits } from '#contract/limits.ts';
import { decide, type Command } from './commands/decide.ts';
import { storeNewRecords, handleStored } from './log/disk.ts';
import type { Effect } from './ports/effect.ts';
import type { Answered, Input, Moment } from './ports/input.ts';
import { compactLog, continueInMemory, writeEvent } from './log/knowledge.ts';
import type { Author } from './commands/create-event.ts';
import {
  giveUpWhatHangs,
  outboxAwake,
  outboxDue,
  outboxNudged,
  sendWhatIsPending,
  takeBatchAnswer,
} from './parts/outbox.ts';
import { receiveMessage, readWhatIsUnread } from './parts/peers.ts';
import {
  askPlacement,
  place,
  placementAwake,
  placementDue,
  placeOn,
  takePlacementAnswer,
} from './parts/placement.ts';
import { endIfDue } from './parts/refusals.ts';
import type { Incoming } from './ports/incoming.ts';
import { isSnapshotAnswer } from './ports/transport.ts';
import { isReadable } from './ports/readable.ts';
import type { PhoneState } from './state/phone-state.ts';
import { noteName } from './parts/tries.ts';
import { publishWhatIsStored } from './parts/table.ts';
import {
  askOtherTabs,
  receiveTabMessage,
  offerWhatIsNew,
  tabsDue,
  takeLead,
  postLearnt,
} from './parts/tabs.ts';
import { sawMissed, notifyLate, notifyOwnLosses, notifyOfLearnt } from './parts/losses.ts';
import { noteCuts, takeOrderLook } from './protocols/snapshot/unanswered.ts';
import { turnOf, viewOf, type Turn } from './state/step-context.ts';

export interface Step {
  readonly state: PhoneState;
  readonly effects: readonly Effect[];
}

/** What an input comes to. */
export function step(state: PhoneState, input: Input, moment: Moment): Step {
  try {
    if (isReadable(input)) return taken(state, input, moment);
    return withoutIt(state, input, moment, {
      kind: 'report',
      level: 'warn',
      text: `cart: ${input.kind} can not be read`,
    });
  } catch (error) {
    return withoutIt(state, input, moment, {
      kind: 'report',
      level: 'error',
      text: `cart: ${input.kind} failed`,
      detail: error,
    });
  }
}

/** An answer that nobody can read is none: whoever waits for it tries again. */
function withoutIt(state: PhoneState, input: Input, moment: Moment, report: Effect): Step {
  if (input.kind !== 'answered' || isNoAnswer(input)) return { state, effects: [report] };
  const again = step(state, noAnswer(input), moment);
  return { state: again.state, effects: [report, ...again.effects] };
}

/** When `step` wants to be called with `time`, ms of uptime; Infinity: never. @param uptime of the last step */
export function nextDue(state: PhoneState, uptime: number): number {
  if (state.isClosed) return state.endsAt ?? Infinity;
  let due = Infinity;
  for (const at of [...outboxDue(state), ...catchUpDue(state), placementDue(state), tabsDue(state)])
    if (at > uptime && at < due) due = at;
  return due;
}

function taken(state: PhoneState, input: Input, moment: Moment): Step {
  const turn = turnOf(state, moment);
  const isFromTab = take(turn, input);
  endIfDue(turn);
  readWhatIsUnread(turn);
  notifyOfLearnt(turn);
  postLearnt(turn, isFromTab);
  noteCuts(turn, turn.learnt);
  offerWhatIsNew(turn);
  placeOn(turn);
  // Before the cart is asked for that tells what became of it (P2).
  giveUpWhatHangs(turn);
  catchUpIfWanted(turn);
  sendWhatIsPending(turn);
  publishWhatIsStored(turn);
  compactLog(turn);
  storeNewRecords(turn, input.kind === 'flush' || input.kind === 'close');
  return { state: turn.state, effects: turn.effects };
}

/** True when what was learnt came from another tab. */
function take(turn: Turn, input: Input): boolean {
  switch (input.kind) {
    case 'start':
      noteAuthor(turn, input.author);
      takeLead(turn, input.leads);
      notifyLate(turn);
      if (turn.state.stored) askPlacement(turn, true, true);
      return false;
    case 'wish':
      noteAuthor(turn, input.author);
      wish(turn, input.author, input.command);
      return false;
    case 'place':
      noteAuthor(turn, input.author);
      place(turn, input);
      return false;
    case 'askPlacement':
      noteAuthor(turn, input.author);
      askPlacement(turn, input.keepOn);
      return false;
    case 'settle':
      outboxNudged(turn);
      askOtherTabs(turn);
      return false;
    case 'refresh':
      requestCatchUpAnew(turn);
      return false;
    case 'sawMissed':
      sawMissed(turn);
      return false;
    case 'tell':
      turn.effects.push({
        kind: 'publish',
        messageType: input.messageType,
        data: { ...input.data, sessionId: turn.state.facts.log.sessionId },
      });
      return false;
    case 'answered':
      takeAnswer(turn, input);
      return false;
    case 'stored':
      if (handleStored(turn, input)) continueInMemory(turn);
      return false;
    case 'message':
      if (!turn.state.isClosed) receiveMessage(turn, input.incoming, input.browserId);
      else if (isHintOfTable(turn.state, input.incoming)) askWhetherReopened(turn);
      return false;
    case 'connected':
      awake(turn);
      catchUpAnew(turn);
      askWhetherReopened(turn);
      return false;
    case 'live':
      turn.state = { ...turn.state, group: { ...turn.state.group, isLive: input.isLive } };
      return false;
    case 'tab':
      // G7: the diner looks at another tab.
      if (input.message.kind === 'ask') nudged(turn);
      return turn.state.isClosed ? false : receiveTabMessage(turn, input.message);
    case 'lead':
      takeLead(turn, input.leads);
      return false;
    case 'wake':
      // The hint may have come while the phone slept.
      askWhetherReopened(turn);
      outboxNudged(turn);
      placementAwake(turn);
      catchUpAnew(turn);
      return false;
    case 'close':
      turn.state = { ...turn.state, isClosed: true, endsAt: undefined };
      return false;
    case 'flush':
    case 'time':
      return false;
    default:
      input satisfies never;
      return false;
  }
}

function wish(turn: Turn, author: Author, command: Command): void {
  const { facts, isClosed } = turn.state;
  if (isClosed) return;
  const draft = decide(viewOf(turn.state), facts.log.userId, makingRoom(turn.state, command));
  if (!draft) return;
  writeEvent(turn, author, draft);
  notifyOwnLosses(turn, command);
  nudged(turn);
}

/** So many own changes that are not settled (F4), and the one that leaves nothing over is a clear: so an empty cart never lacks room (D37). */
const manyChanges = limits.open.reserved.events / 2;

function makingRoom(state: PhoneState, command: Command): Command {
  if (command.kind !== 'decrease') return command;
  const { userId } = state.facts.log;
  const [only, ...others] = viewOf(state).carts.find((cart) => cart.userId === userId)?.lines ?? [];
  const isLast = only && others.length === 0 && only.quantity <= command.quantity;
  if (!isLast || !(only.lineId === command.lineId || only.aliases.includes(command.lineId))) return command;
  let own = 0;
  for (const { event } of state.knowledge.log.entries.values()) if (event.userId === userId) own += 1;
  return own < manyChanges ? command : { kind: 'clear', scope: 'user' };
}

/** Of the server itself, that the party sits here (again). */
function isHintOfTable({ facts }: PhoneState, { message, fromUserId }: Incoming): boolean {
  const { messageType, data } = message;
  return fromUserId === undefined && messageType === 'tableMoved' && data.sessionId === facts.log.sessionId;
}

function takeAnswer(turn: Turn, given: Answered): void {
  if (turn.state.isClosed && turn.state.endsAt === undefined) return;
  const answered = isOfAnother(turn.state, given) ? noAnswer(given) : given;
  const { number, call } = answered;
  if (call === 'post' || call === 'clear') takeBatchAnswer(turn, number, answered.answer);
  if (call === 'snapshot') takeCartAnswer(turn, number, answered.answer);
  if (answered.call === 'openOrder') takeOrderLook(turn, number, answered.answer);
  // G7: any call that is answered is a sign of life, whatever it says. A no to the question itself is waited out (O2).
  if (answered.answer.ok || answered.answer.failure.kind === 'refused') awake(turn);
  takePlacementAnswer(turn, answered);
}

/** P1: a server that has shown that it knows events does not forget it: whoever answers without them is another one. */
function isOfAnother({ server }: PhoneState, { call, answer }: Answered): boolean {
  const isOfCart = call === 'post' || call === 'clear' || call === 'snapshot';
  return isOfCart && server.kind === 'aware' && answer.ok && isSnapshotAnswer(answer.value);
}

/** G7: the server is there. */
function awake(turn: Turn): void {
  outboxAwake(turn);
  catchUpAwake(turn);
  placementAwake(turn);
}

/** G7: somebody wants to know: nothing waits because nobody answered. */
function nudged(turn: Turn): void {
  outboxNudged(turn);
  catchUpAwake(turn);
}

function noteAuthor(turn: Turn, author: Author): void {
  turn.state = { ...turn.state, author };
  if (author.userName) noteName(turn);
}

function isNoAnswer({ answer }: Answered): boolean {
  return (answer as { failure?: { kind?: unknown } } | undefined)?.failure?.kind === 'retry';
}

function noAnswer(input: Answered): Answered {
  return {
    ...input,
    answer: {
      ok: false,
      failure: { kind: 'retry', reason: 'an answer that nobody can read', came: 'unreadable' },
    },
  };
}
