/** Wishes that other parts have of catching up. */
import { change, type Turn } from './turn.ts';

/** The server is to be asked for what this phone lacks. */
export function ask(turn: Turn): void {
  if (!turn.state.catchUp.isWanted) change(turn, 'catchUp', { isWanted: true });
}

/** G5: why the log is to start again from the whole of what the server has. */
export type RestartReason =
  /** Phone and server know the same and show something else. Mended once: a second time would not help. */
  | 'diverged'
  /** E5: the server goes on lacking what others had told; only its own word helps. */
  | 'stuck';

export function wantRestart(turn: Turn, reason: RestartReason): void {
  const { restart, isMended } = turn.state.catchUp;
  if (restart || (reason === 'diverged' && isMended)) return;
  change(turn, 'catchUp', { restart: { reason, number: undefined } });
}
