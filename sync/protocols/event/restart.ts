/**
 * Restarts the log from everything that the event server has. The phone asks with an empty `known`. It replaces its log
 * only if the answer is complete enough for the reason of the restart:
 *
 * | reason | replace the log when |
 * |---|---|
 * | `diverged` | no event is pending, and the answer has all events that the phone shows |
 * | `madeUp` | no event is pending, and the answer has all events that the server ever named |
 * | `stuck` | always: the server holds the pending events, so waiting does not help |
 *
 * Each answer must also have all accepted events. Otherwise the log stays, and the next check requests a restart again.
 */
import type { Sync } from '#contract/calls/cart.ts';
import { emptyLog } from '#events/records/log.ts';
import { hasAllEvents, reach } from '#events/log/version-vector.ts';
import { restartLog } from '../../log/knowledge.ts';
import { requestCatchUp } from '../../parts/catch-up-requests.ts';
import { postStuck } from '../../parts/tabs.ts';
import type { Answer, ServerAnswer } from '../../ports/transport.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { change, postToTabs, send, getView, type StepContext } from '../../state/step-context.ts';
import { createSyncRecords } from '../../wire/sync-records.ts';
import { isSnapshotAnswer } from '../answer-kind.ts';
import { listKnownToServer } from './divergence.ts';

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
  // An older answer would remove events that the server has accepted since.
  if (sync.sessionId !== context.state.facts.log.sessionId || !hasAllAccepted(context.state, sync)) return;
  // A restart may create pending events again under new ids. An event in a request would then count twice.
  if (restart.reason !== 'stuck' && log.pending.size > 0) return;
  if (restart.reason === 'diverged' && !hasAllEvents(sync.known, getView(context.state).known)) return;
  if (restart.reason === 'madeUp' && !hasAllEvents(sync.known, listKnownToServer(context.state))) return;
  const records = createSyncRecords(sync, emptyLog, context.moment.now);
  restartLog(context, records);
  // The answer may contain events that only this tab receives, because the server announces an event once.
  postToTabs(context, { kind: 'learnt', records });
  change(context, 'catchUp', { isMended: true });
  change(context, 'group', { unconfirmed: undefined });
  // The server held own events because their `seen` named invented ones. The new log has none, so send now.
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
