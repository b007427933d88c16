/** Wishes that other parts have of catching up. */
import type { RestartReason } from '../state/phone-state.ts';
import { change, type StepContext } from '../state/step-context.ts';

/** The server is to be asked for what this phone lacks. */
export function requestCatchUp(context: StepContext): void {
  const { isWanted, isHurried } = context.state.catchUp;
  if (!isWanted || !isHurried) change(context, 'catchUp', { isWanted: true, isHurried: true });
}

/** P3: somebody's word that there is something new; a flood of them is answered once a second. */
export function requestCatchUpSoon(context: StepContext): void {
  if (!context.state.catchUp.isWanted) change(context, 'catchUp', { isWanted: true });
}

export function requestRestart(context: StepContext, reason: RestartReason): void {
  if (context.state.catchUp.restart) return;
  change(context, 'catchUp', { restart: { reason, number: undefined } });
}
