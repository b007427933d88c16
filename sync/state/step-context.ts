/**
 * The working copy of one step. The phases replace `state` and append effects, and the step returns both at its end.
 *
 * Invariant: a phase replaces `state` and never mutates the objects in it. So `before` stays as it was, and a phase can
 * compare both.
 */
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { LogEntry } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { getLines, type CartView, type Lines } from '#projections/merge/cart-view.ts';
import type { Effect } from '../ports/effect.ts';
import type { TabMessage } from '../ports/tab-message.ts';
import type { Moment } from '../ports/input.ts';
import type { ServerCall } from '../ports/transport.ts';
import type { PhoneState } from './phone-state.ts';
import type { TableNotice } from '../ports/table-notice.ts';

type Report = Extract<Effect, { readonly kind: 'report' }>;

export interface StepContext {
  state: PhoneState;
  readonly before: PhoneState;
  readonly moment: Moment;
  readonly effects: Effect[];
  /** Records that this step applied, in order. Events that the diner has just written are not among them. */
  readonly applied: LogRecord[];
  /** Events that are new in the log, own ones included. */
  readonly fresh: LogEntry[];
  /** How many ids this step has made from the moment's id. */
  ids: number;
}

export function createContext(state: PhoneState, moment: Moment): StepContext {
  return { state, before: state, moment, effects: [], applied: [], fresh: [], ids: 0 };
}

type Part = {
  [Name in keyof PhoneState]: PhoneState[Name] extends object ? Name : never;
}[keyof PhoneState];

/** Replaces some fields of one part of the state. */
export function change<Name extends Part>(
  context: StepContext,
  name: Name,
  fields: Partial<PhoneState[Name]>,
): void {
  context.state = { ...context.state, [name]: { ...context.state[name], ...fields } };
}

/** Returns a new number for a call or a batch. */
export function takeNextNumber(context: StepContext): number {
  const counter = context.state.counter + 1;
  context.state = { ...context.state, counter };
  return counter;
}

/** Sends a call. @returns its number, which the answer repeats */
export function send(context: StepContext, call: ServerCall): number {
  const number = takeNextNumber(context);
  context.effects.push({ kind: 'send', number, call });
  return number;
}

/** Aborts the call with this number. */
export function giveUp(context: StepContext, number: number): void {
  context.effects.push({ kind: 'giveUp', number });
}

/** Publishes a message to the table's group. */
export function publish(context: StepContext, messageType: MessageType, data: MessageData): void {
  context.effects.push({ kind: 'publish', messageType, data });
}

export function postToTabs(context: StepContext, message: TabMessage): void {
  context.effects.push({ kind: 'postToTabs', message });
}

/** Writes to the console, for developers. */
export function report(context: StepContext, level: Report['level'], text: string, detail?: unknown): void {
  context.effects.push({ kind: 'report', level, text, ...(detail !== undefined && { detail }) });
}

export function notify(context: StepContext, notice: TableNotice): void {
  context.effects.push({ kind: 'notice', notice });
}

/** Returns a short random id. A second id in the same step adds a digit to the first, so that replays are equal. */
export function createId(context: StepContext): string {
  const { id } = context.moment;
  context.ids += 1;
  return context.ids === 1 ? id : `${id}${context.ids}`;
}

/** The cart as the phone shows it now. */
export function getView({ knowledge }: PhoneState): CartView {
  return knowledge.merged.view;
}

/** The lines of this phone's diner. */
export function getOwnLines(state: PhoneState): Lines {
  return getLines(getView(state), state.facts.log.userId);
}
