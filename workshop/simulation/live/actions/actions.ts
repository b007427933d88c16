/** What somebody who plays with the table does: data alone, so that a link can tell it again. */
import type { StepKind } from '../../plan/plan.ts';
import type { SettingName } from '../settings.ts';

/** What a diner's hand can do. */
export type HandStep = Extract<
  StepKind,
  { kind: 'add' | 'decrease' | 'editNotes' | 'clear' | 'setGuests' | 'setOrderType' | 'place' }
>;

/** What happens to a phone by somebody's hand. */
export type PhoneFate = 'cutOff' | 'reconnect' | 'freeze' | 'thaw' | 'kill' | 'open';

export type TableAction =
  | { readonly kind: 'tap'; readonly phone: number; readonly step: HandStep }
  | { readonly kind: PhoneFate; readonly phone: number }
  /** The diners order by themselves, or stop. */
  | { readonly kind: 'byThemselves'; readonly on: boolean }
  | { readonly kind: 'set'; readonly setting: SettingName; readonly value: number }
  /** Nothing goes wrong any more, and every phone is back. */
  | { readonly kind: 'mend' };

/** An action and when it was taken, ms after the start. */
export interface Taken {
  readonly at: number;
  readonly action: TableAction;
}
