/** How other parts request a catch-up or a restart. `catch-up.ts` sends the question when it is due. */
import type { RestartReason } from '../state/phone-state.ts';
import { change, type StepContext } from '../state/step-context.ts';

/** Asks the server as soon as possible for what this phone lacks. */
export function requestCatchUp(context: StepContext): void {
  change(context, 'catchUp', { isWanted: true, isHurried: true });
}

/** The same after a peer's message. A flood of messages causes one question a second. */
export function requestCatchUpSoon(context: StepContext): void {
  change(context, 'catchUp', { isWanted: true });
}

/** Restarts the log from everything that the server has. Ignored while another restart is requested. */
export function requestRestart(context: StepContext, reason: RestartReason): void {
  if (context.state.catchUp.restart) return;
  change(context, 'catchUp', { restart: { reason, number: undefined } });
}
