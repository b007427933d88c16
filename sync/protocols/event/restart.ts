/** G5: the log starts again from the whole of what the event server has. */
import type { Sync } from '#contract/calls/cart.ts';
import { emptyLog } from '#events/records/log.ts';
import { includes, reach } from '#events/log/version-vector.ts';
import { restartLog } from '../../log/knowledge.ts';
import { requestCatchUp } from '../../parts/catch-up-requests.ts';
import { postStuck } from '../../parts/tabs.ts';
import type { Answer, ServerAnswer } from '../../ports/transport.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { change, send, viewOf, type StepContext } from '../../state/step-context.ts';
import { createSyncRecords } from '../../wire/sync-records.ts';
import { isSnapshotAnswer } from '../snapshot/snapshot-answer.ts';
import { knownToServer } from './divergence.ts';

/** Asks for everything that the server has. */
export function sendRestartIfRequested(context: StepContext): void {
  const { restart } = context.state.catchUp;
  if (!restart || restart.number !== undefined) return;
  const number = send(context, { call: 'snapshot', known: {} });
  change(context, 'catchUp', { restart: { ...restart, number } });
}

export function applyRestart(context: StepContext, answer: Answer<ServerAnswer>): void {
  const { restart } = context.state.catchUp;
  change(context, 'catchUp', { restart: undefined });
  if (!restart || !answer.ok || isSnapshotAnswer(answer.value)) return;
  const sync = answer.value;
  const { log } = context.state.knowledge;
  // An answer that is older than what this phone has been told would take that away again.
  if (sync.sessionId !== context.state.facts.log.sessionId || !hasAllAccepted(context.state, sync)) return;
  // What is on its way would be minted anew beside it: it is noticed again when nothing is.
  if (restart.reason !== 'stuck' && log.pending.size > 0) return;
  if (restart.reason === 'diverged' && !includes(sync.known, viewOf(context.state).known)) return;
  if (restart.reason === 'madeUp' && !includes(sync.known, knownToServer(context.state))) return;
  restartLog(context, createSyncRecords(sync, emptyLog, context.moment.now));
  change(context, 'catchUp', { isMended: true });
  change(context, 'group', { told: undefined });
  // What was held waited for what was made up.
  if (context.state.outbox.wait?.why === 'held') change(context, 'outbox', { wait: undefined, held: 0 });
  if (restart.reason !== 'diverged') postStuck(context);
  if (log.pending.size > 0) requestCatchUp(context);
}

function hasAllAccepted({ knowledge: { log } }: PhoneState, { known }: Sync): boolean {
  for (const id of log.accepted.keys()) {
    const entry = log.entries.get(id);
    if (entry && entry.seq > reach(known, entry.replicaId)) return false;
  }
  return true;
}
