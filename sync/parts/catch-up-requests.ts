/** Wishes that other parts have of catching up. */
import type { RestartReason } from '../state/phone-state.ts';
import { change, type Turn } from '../state/step-context.ts';

/** The server is to be asked for what this phone lacks. */
export function requestCatchUp(turn: Turn): void {
  const { isWanted, isHurried } = turn.state.catchUp;
  if (!isWanted || !isHurried) change(turn, 'catchUp', { isWanted: true, isHurried: true });
}

/** P3: somebody's word that there is something new; a flood of them is answered once a second. */
export function requestCatchUpSoon(turn: Turn): void {
  if (!turn.state.catchUp.isWanted) change(turn, 'catchUp', { isWanted: true });
}

export function requestRestart(turn: Turn, reason: RestartReason): void {
  if (turn.state.catchUp.restart) return;
  change(turn, 'catchUp', { restart: { reason, number: undefined } });
}
