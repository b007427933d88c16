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
import { protocolOf } from './protocols/registry.ts';
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
import { createContext, viewOf, type StepContext } from './state/step-context.ts';

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
  const context = createContext(state, moment);
  const isFromTab = take(context, input);
  endIfDue(context);
  readWhatIsUnread(context);
  notifyOfLearnt(context);
  postLearnt(context, isFromTab);
  noteCuts(context, context.learnt);
  offerWhatIsNew(context);
  placeOn(context);
  // Before the cart is asked for that tells what became of it (P2).
  giveUpWhatHangs(context);
  catchUpIfWanted(context);
  sendWhatIsPending(context);
  publishWhatIsStored(context);
  compactLog(context);
  storeNewRecords(context, input.kind === 'flush' || input.kind === 'close');
  return { state: context.state, effects: context.effects };
}

/** True when what was learnt came from another tab. */
function take(context: StepContext, input: Input): boolean {
  switch (input.kind) {
    case 'start':
      noteAuthor(context, input.author);
      takeLead(context, input.leads);
      notifyLate(context);
      if (context.state.stored) askPlacement(context, true, true);
      return false;
    case 'wish':
      noteAuthor(context, input.author);
      wish(context, input.author, input.command);
      return false;
    case 'place':
      noteAuthor(context, input.author);
      place(context, input);
      return false;
    case 'askPlacement':
      noteAuthor(context, input.author);
      askPlacement(context, input.keepOn);
      return false;
    case 'settle':
      outboxNudged(context);
      askOtherTabs(context);
      return false;
    case 'refresh':
      requestCatchUpAnew(context);
      return false;
    case 'sawMissed':
      sawMissed(context);
      return false;
    case 'tell':
      context.effects.push({
        kind: 'publish',
        messageType: input.messageType,
        data: { ...input.data, sessionId: context.state.facts.log.sessionId },
      });
      return false;
    case 'answered':
      takeAnswer(context, input);
      return false;
    case 'stored':
      if (handleStored(context, input)) continueInMemory(context);
      return false;
    case 'message':
      if (!context.state.isClosed) receiveMessage(context, input.incoming, input.browserId);
      else if (isHintOfTable(context.state, input.incoming)) askWhetherReopened(context);
      return false;
    case 'connected':
      awake(context);
      catchUpAnew(context);
      askWhetherReopened(context);
      return false;
    case 'live':
      context.state = { ...context.state, group: { ...context.state.group, isLive: input.isLive } };
      return false;
    case 'tab':
      // G7: the diner looks at another tab.
      if (input.message.kind === 'ask') nudged(context);
      return context.state.isClosed ? false : receiveTabMessage(context, input.message);
    case 'lead':
      takeLead(context, input.leads);
      return false;
    case 'wake':
      // The hint may have come while the phone slept.
      askWhetherReopened(context);
      outboxNudged(context);
      placementAwake(context);
      catchUpAnew(context);
      return false;
    case 'close':
      context.state = { ...context.state, isClosed: true, endsAt: undefined };
      return false;
    case 'flush':
    case 'time':
      return false;
    default:
      input satisfies never;
      return false;
  }
}

function wish(context: StepContext, author: Author, command: Command): void {
  const { facts, isClosed } = context.state;
  if (isClosed) return;
  const draft = decide(viewOf(context.state), facts.log.userId, makingRoom(context.state, command));
  if (!draft) return;
  writeEvent(context, author, draft);
  notifyOwnLosses(context, command);
  nudged(context);
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

function takeAnswer(context: StepContext, given: Answered): void {
  if (context.state.isClosed && context.state.endsAt === undefined) return;
  const answered = isOfAnother(context.state, given) ? noAnswer(given) : given;
  const { number, call } = answered;
  if (call === 'post' || call === 'clear') takeBatchAnswer(context, number, answered.answer);
  if (call === 'snapshot') takeCartAnswer(context, number, answered.answer);
  if (answered.call === 'openOrder') takeOrderLook(context, number, answered.answer);
  // G7: any call that is answered is a sign of life, whatever it says. A no to the question itself is waited out (O2).
  if (answered.answer.ok || answered.answer.failure.kind === 'refused') awake(context);
  takePlacementAnswer(context, answered);
}

/** P1: a server that has shown that it knows events does not forget it: whoever answers without them is another one. */
function isOfAnother(state: PhoneState, { call, answer }: Answered): boolean {
  const isOfCart = call === 'post' || call === 'clear' || call === 'snapshot';
  return isOfCart && answer.ok && protocolOf(state).isOfOtherServer(answer.value);
}

/** G7: the server is there. */
function awake(context: StepContext): void {
  outboxAwake(context);
  catchUpAwake(context);
  placementAwake(context);
}

/** G7: somebody wants to know: nothing waits because nobody answered. */
function nudged(context: StepContext): void {
  outboxNudged(context);
  catchUpAwake(context);
}

function noteAuthor(context: StepContext, author: Author): void {
  context.state = { ...context.state, author };
  if (author.userName) noteName(context);
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
