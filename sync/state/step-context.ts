/** One input at work: the state as it becomes, and what is asked of the world. It ends with the step. */
import type { LogEntry } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Effect } from '../ports/effect.ts';
import type { Moment } from '../ports/input.ts';
import type { ServerCall } from '../ports/transport.ts';
import type { PhoneState } from './phone-state.ts';
import type { TableNotice } from '../ports/table-notice.ts';

export interface StepContext {
  state: PhoneState;
  readonly before: PhoneState;
  readonly moment: Moment;
  readonly effects: Effect[];
  /** What the log has taken in, in order; not what the diner did just now. */
  readonly learnt: LogRecord[];
  /** The events among it that were new. */
  readonly fresh: LogEntry[];
  /** Ids that were made of the moment's one. */
  ids: number;
}

export function createContext(state: PhoneState, moment: Moment): StepContext {
  return { state, before: state, moment, effects: [], learnt: [], fresh: [], ids: 0 };
}

type Part = {
  [Name in keyof PhoneState]: PhoneState[Name] extends object ? Name : never;
}[keyof PhoneState];

/** Goes on with some fields of a part changed. */
export function change<Name extends Part>(
  context: StepContext,
  name: Name,
  fields: Partial<PhoneState[Name]>,
): void {
  context.state = { ...context.state, [name]: { ...context.state[name], ...fields } };
}

/** The next number of a call or a batch. */
export function nextNumber(context: StepContext): number {
  const counter = context.state.counter + 1;
  context.state = { ...context.state, counter };
  return counter;
}

/** Sends a call; answers its number. */
export function send(context: StepContext, call: ServerCall): number {
  const number = nextNumber(context);
  context.effects.push({ kind: 'send', number, call });
  return number;
}

export function notify(context: StepContext, notice: TableNotice): void {
  context.effects.push({ kind: 'notice', notice });
}

/** A short random id that nobody else has. */
export function newId(context: StepContext): string {
  const { id } = context.moment;
  context.ids += 1;
  return context.ids === 1 ? id : `${id}${context.ids}`;
}

/** V6, as the phone shows it just now. */
export function viewOf({ knowledge }: PhoneState): CartView {
  return knowledge.merged.view;
}
