/** One input at work: the state as it becomes, and what is asked of the world. It ends with the step. */
import type { LogEntry } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Effect } from '../ports/effect.ts';
import type { Moment } from '../ports/input.ts';
import type { ServerCall } from '../ports/transport.ts';
import type { PhoneState } from './phone-state.ts';
import type { TableNotice } from '../ports/table-notice.ts';

export interface Turn {
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

export function turnOf(state: PhoneState, moment: Moment): Turn {
  return { state, before: state, moment, effects: [], learnt: [], fresh: [], ids: 0 };
}

type Part = {
  [Name in keyof PhoneState]: PhoneState[Name] extends object ? Name : never;
}[keyof PhoneState];

/** Goes on with some fields of a part changed. */
export function change<Name extends Part>(turn: Turn, name: Name, fields: Partial<PhoneState[Name]>): void {
  turn.state = { ...turn.state, [name]: { ...turn.state[name], ...fields } };
}

/** The next number of a call or a batch. */
export function nextNumber(turn: Turn): number {
  const counter = turn.state.counter + 1;
  turn.state = { ...turn.state, counter };
  return counter;
}

/** Sends a call; answers its number. */
export function send(turn: Turn, call: ServerCall): number {
  const number = nextNumber(turn);
  turn.effects.push({ kind: 'send', number, call });
  return number;
}

export function notify(turn: Turn, notice: TableNotice): void {
  turn.effects.push({ kind: 'notice', notice });
}

/** A short random id that nobody else has. */
export function newId(turn: Turn): string {
  const { id } = turn.moment;
  turn.ids += 1;
  return turn.ids === 1 ? id : `${id}${turn.ids}`;
}

/** V6, as the phone shows it just now. */
export function viewOf({ knowledge }: PhoneState): CartView {
  return knowledge.merged.view;
}
