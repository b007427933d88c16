/**
 * The engine of a phone as one pure function: `step(state, input, moment)` returns the next state and the effects.
 *
 *     inputs ──► isReadable ──► handleInput ──► phases, in order ──► { state, effects }
 *     taps, answers, messages      ▲                                        │
 *     tabs, disk, time             └──── the outcomes of the effects ───────┘
 *
 * Invariants:
 * - No clock, no random number, no I/O: the moment brings the time, and effects describe what the client does.
 * - It never throws. An input that it cannot read becomes a report, and an unreadable answer counts as no answer.
 * - No input removes an event that the server has accepted.
 *
 * Example: a tap arrives as a `wish`, which is the recorded name of a command. `handleInput` writes its event to the log,
 * `sendPending` sends it when the request before it has its answer, and `storeNewRecords` writes it to the disk.
 */
import {
  checkReopened,
  refreshCart,
  continueCatchUp,
  startCatchUp,
  retryCatchUp,
  listCatchUpTimes,
  applyCartAnswer,
} from './parts/catch-up.ts';
import { limits } from '#contract/limits.ts';
import { decide, type Command } from './commands/decide.ts';
import { storeNewRecords, handleStored } from './log/disk.ts';
import type { Effect } from './ports/effect.ts';
import type { Answered, Input, Moment } from './ports/input.ts';
import { compactLog, continueInMemory, writeEvent } from './log/knowledge.ts';
import type { Author } from './commands/create-event.ts';
import {
  giveUpTimedOut,
  recordSignOfLife,
  listOutboxTimes,
  retryOutbox,
  sendPending,
  applyBatchAnswer,
} from './parts/outbox.ts';
import { receiveMessage, readHeldMessages } from './parts/peers.ts';
import {
  askPlacement,
  place,
  retryPlacement,
  findNextPlacementTime,
  continuePlacement,
  applyPlacementAnswer,
} from './parts/placement.ts';
import { endIfDue } from './parts/refusals.ts';
import type { Incoming } from './ports/incoming.ts';
import { chooseProtocol, getSnapshotParts } from './protocols/registry.ts';
import { isReadable } from './ports/readable.ts';
import type { PhoneState } from './state/phone-state.ts';
import { retryWithName } from './parts/tries.ts';
import {
  askOtherTabs,
  receiveTabMessage,
  offerNewEvents,
  findNextTabsTime,
  setLeading,
  postNewRecords,
} from './parts/tabs.ts';
import { clearMissed, notifyLate, notifyOwnLosses, notifyNewRecords } from './parts/losses.ts';
import {
  change,
  createContext,
  getOwnLines,
  notify,
  publish,
  getView,
  type StepContext,
} from './state/step-context.ts';

export interface Step {
  readonly state: PhoneState;
  readonly effects: readonly Effect[];
}

export function step(state: PhoneState, input: Input, moment: Moment): Step {
  try {
    if (isReadable(input)) return runStep(state, input, moment);
    return rejectInput(state, input, moment, {
      kind: 'report',
      level: 'warn',
      text: `cart: ${input.kind} can not be read`,
    });
  } catch (error) {
    return rejectInput(state, input, moment, {
      kind: 'report',
      level: 'error',
      text: `cart: ${input.kind} failed`,
      detail: error,
    });
  }
}

/** An unreadable answer counts as no answer, so that the part that waits for it tries again. */
function rejectInput(state: PhoneState, input: Input, moment: Moment, report: Effect): Step {
  if (input.kind !== 'answered' || isMissingAnswer(input)) return { state, effects: [report] };
  const again = step(state, createMissingAnswer(input), moment);
  return { state: again.state, effects: [report, ...again.effects] };
}

/** When `step` must be called with `time`, ms of uptime; Infinity: never. @param uptime of the last step */
export function findNextDue(state: PhoneState, uptime: number): number {
  if (state.isClosed) return state.endsAt ?? Infinity;
  let due = Infinity;
  for (const at of [
    ...listOutboxTimes(state),
    ...listCatchUpTimes(state),
    findNextPlacementTime(state),
    findNextTabsTime(state),
    state.disk.dueAt,
  ])
    if (at > uptime && at < due) due = at;
  return due;
}

function runStep(state: PhoneState, input: Input, moment: Moment): Step {
  const context = createContext(state, moment);
  handleInput(context, input);
  runPhases(context, input);
  return { state: context.state, effects: context.effects };
}

/** Each part does its due work. The order matters. */
function runPhases(context: StepContext, { kind }: Input): void {
  // A closed session whose minute is over does nothing more.
  endIfDue(context);
  // The input may have shown the kind of server, so held messages can be read.
  readHeldMessages(context);
  // No later phase adds records from outside, so the notices are complete.
  notifyNewRecords(context);
  // The other tabs receive the same records, once. Those of a tab have reached all tabs.
  postNewRecords(context, kind === 'tab');
  // A request without an answer may have gone with an order or a clear among the new records.
  getSnapshotParts()?.markRemovals(context);
  // The leading tab sends for this one, so it needs the events before the outbox runs.
  offerNewEvents(context);
  // The input may be the answer that an order waits for. Its calls leave first.
  continuePlacement(context);
  // Before the cart is requested: the next cart tells what became of the request (P2).
  giveUpTimedOut(context);
  // Before the outbox: a snapshot server gets one request at a time.
  continueCatchUp(context);
  // Everything that could hold a change back is decided.
  sendPending(context);
  // The input may have reported that an event is on disk.
  getSnapshotParts()?.publishStored(context);
  // The phases before it read the events that it removes.
  compactLog(context);
  // Last: one batch has everything that this step changed. If the page may end, it goes to the disk at once.
  storeNewRecords(context, kind === 'flush' || kind === 'close');
}

function handleInput(context: StepContext, input: Input): void {
  if ('author' in input) setAuthor(context, input.author);
  switch (input.kind) {
    case 'start':
      setLeading(context, input.leads);
      notifyLate(context);
      if (context.state.stored) askPlacement(context, true, true);
      return;
    case 'wish':
      return handleCommand(context, input.author, input.command);
    case 'place':
      return place(context, input);
    case 'askPlacement':
      return askPlacement(context, input.keepOn);
    case 'settle':
      retryOutbox(context);
      return askOtherTabs(context);
    case 'refresh':
      return refreshCart(context);
    case 'sawMissed':
      return clearMissed(context);
    case 'tell': {
      const { sessionId } = context.state.facts.log;
      return publish(context, input.messageType, { ...input.data, sessionId });
    }
    case 'answered':
      return handleAnswer(context, input);
    case 'stored':
      if (handleStored(context, input)) continueInMemory(context);
      return;
    case 'message':
      if (!context.state.isClosed) receiveMessage(context, input.incoming, input.browserId);
      else if (isHintOfTable(context.state, input.incoming)) checkReopened(context);
      return;
    case 'connected':
      notify(context, { kind: 'messagesMissed' });
      retryAfterSilence(context);
      startCatchUp(context);
      return checkReopened(context);
    case 'live':
      return change(context, 'group', { isLive: input.isLive });
    case 'tab':
      // The diner looks at the other tab: retry now.
      if (input.message.kind === 'ask') retryNow(context);
      if (!context.state.isClosed) receiveTabMessage(context, input.message);
      return;
    case 'lead':
      return setLeading(context, input.leads);
    case 'wake':
      // A message may have been lost while the phone slept.
      checkReopened(context);
      retryOutbox(context);
      retryPlacement(context);
      return startCatchUp(context);
    case 'close':
      context.state = { ...context.state, isClosed: true, endsAt: undefined };
      return;
    case 'flush':
    case 'time':
      return;
    default:
      input satisfies never;
      return;
  }
}

function handleCommand(context: StepContext, author: Author, command: Command): void {
  const { facts, isClosed } = context.state;
  if (isClosed) return;
  const draft = decide(getView(context.state), facts.log.userId, replaceLastRemoval(context.state, command));
  if (!draft) return;
  writeEvent(context, author, draft);
  notifyOwnLosses(context, command);
  retryNow(context);
}

/**
 * When a diner has this many uncompacted events, removing the last item is recorded as a clear. A clear is allowed above
 * the limit of events, so an empty cart never reaches it (D37).
 */
const manyChanges = limits.open.reserved.events / 2;

function replaceLastRemoval(state: PhoneState, command: Command): Command {
  if (command.kind !== 'decrease') return command;
  const { userId } = state.facts.log;
  const [only, ...others] = getOwnLines(state);
  const isLast = only && others.length === 0 && only.quantity <= command.quantity;
  if (!isLast || !(only.lineId === command.lineId || only.aliases.includes(command.lineId))) return command;
  let own = 0;
  for (const { event } of state.knowledge.log.entries.values()) if (event.userId === userId) own += 1;
  return own < manyChanges ? command : { kind: 'clear', scope: 'user' };
}

/** The server itself says that the party sits at this table again. */
function isHintOfTable({ facts }: PhoneState, { message, fromUserId }: Incoming): boolean {
  const { messageType, data } = message;
  return fromUserId === undefined && messageType === 'tableMoved' && data.sessionId === facts.log.sessionId;
}

function handleAnswer(context: StepContext, given: Answered): void {
  if (context.state.isClosed && context.state.endsAt === undefined) return;
  // An answer in another protocol comes from another server. The phone waits for its own one.
  const isOfOther = given.answer.ok && chooseProtocol(context.state).isOfOtherServer(given.answer.value);
  const answered = isOfOther ? createMissingAnswer(given) : given;
  const { number, call } = answered;
  if (call === 'post' || call === 'clear') applyBatchAnswer(context, number, answered.answer);
  if (call === 'snapshot') applyCartAnswer(context, number, answered.answer);
  if (answered.call === 'openOrder') getSnapshotParts()?.applyOpenOrder(context, number, answered.answer);
  // Any answer shows that the server is there, also a refusal. This comes before the placement: when the server refuses
  // the question about an order, the pause that follows must stay (O2).
  if (answered.answer.ok || answered.answer.failure.kind === 'refused') retryAfterSilence(context);
  applyPlacementAnswer(context, answered);
}

/** The server is there: nothing waits because an answer was missing (G7). */
function retryAfterSilence(context: StepContext): void {
  recordSignOfLife(context);
  retryCatchUp(context);
  retryPlacement(context);
}

/** The diner acts or looks: changes and cart are tried again now. */
function retryNow(context: StepContext): void {
  retryOutbox(context);
  retryCatchUp(context);
}

function setAuthor(context: StepContext, author: Author): void {
  context.state = { ...context.state, author };
  if (author.userName) retryWithName(context);
}

function isMissingAnswer({ answer }: Answered): boolean {
  return (answer as { failure?: { kind?: unknown } } | undefined)?.failure?.kind === 'retry';
}

function createMissingAnswer(input: Answered): Answered {
  return {
    ...input,
    answer: {
      ok: false,
      failure: { kind: 'retry', reason: 'the answer cannot be read', came: 'unreadable' },
    },
  };
}
