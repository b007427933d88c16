/**
 * Detects that the phone shows something that the event server does not have. There are two causes:
 *
 * - Phone and server fold the same events to different carts. `hasDiverged` compares their digests.
 * - A peer published events as accepted, but the server does not have them. Such events are called invented.
 *
 * The phone records the events of peers in `group.unconfirmed`, and checks every 3 s whether the server knows them:
 *
 *     peer's events ──► unconfirmed.known ──► the server knows them ──► removed; `unconfirmed.later` is next
 *                                  ├─► one answer lacks them ──► ask once more
 *                                  └─► two answers lack them ──► restart the log from the server's answer
 *
 * Events that arrive during a round wait in `unconfirmed.later`, because an answer may be older than they are.
 *
 * Example: a changed program publishes a dish that it never sent. The other phones show it, ask twice and restart.
 */
import type { AnyEvent } from '#events/cart/registry.ts';
import { hasAllEvents, reach, isSameVector, union, type VersionVector } from '#events/log/version-vector.ts';
import { hashView } from '#projections/merge/view-json.ts';
import { requestCatchUp, requestRestart } from '../../parts/catch-up-requests.ts';
import { coverIds } from '../../log/covered.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { change, type StepContext } from '../../state/step-context.ts';

/** A correct peer publishes only accepted events. The server's answer about them may take this long, ms. */
const vouchMs = 3_000;
/** This many answers must lack the events. A single one may come from a copy of the server that lags behind. */
const surelyMadeUp = 2;

/**
 * Whether phone and server show different carts although both know the same events. False while an event is pending
 * or blocked. Also false after a restart: an older program cannot show newer event types, so it would restart
 * forever (G5).
 */
export function hasDiverged(state: PhoneState, known: VersionVector, digest: string): boolean {
  const { log, merged } = state.knowledge;
  const { view } = merged;
  if (state.catchUp.isMended) return false;
  if (log.pending.size > 0 || view.blocked.length > 0 || !isSameVector(known, view.known)) return false;
  return hashView(view) !== digest;
}

/** The events that the server has named as known, in its answers and in its messages to the group. */
export function listKnownToServer({ server, catchUp }: PhoneState): VersionVector {
  return union(server.known, catchUp.hinted);
}

/** Records events of a peer until the server confirms that it has them. */
export function awaitConfirmation(context: StepContext, events: readonly AnyEvent[]): void {
  if (events.length === 0) return;
  const { unconfirmed } = context.state.group;
  change(context, 'group', {
    unconfirmed: unconfirmed
      ? { ...unconfirmed, later: coverIds(unconfirmed.later, events) }
      : { known: coverIds({}, events), later: {}, lookAt: context.moment.uptime + vouchMs, lacks: 0 },
  });
}

/**
 * Whether the server needs events that a peer called accepted and that it does not know. A correct peer publishes an
 * event only after the server has accepted it.
 */
export function isInvented(state: PhoneState, missing: VersionVector): boolean {
  const { unconfirmed } = state.group;
  if (!unconfirmed) return false;
  const said = listKnownToServer(state);
  const all = union(unconfirmed.known, unconfirmed.later);
  return Object.entries(missing).some(
    ([replicaId, seq]) => reach(said, replicaId) < Math.min(seq, reach(all, replicaId)),
  );
}

/** Counts an answer that lacks events of peers. */
export function countAnswer(context: StepContext): void {
  const { unconfirmed } = context.state.group;
  if (unconfirmed && !hasAllEvents(listKnownToServer(context.state), unconfirmed.known))
    change(context, 'group', { unconfirmed: { ...unconfirmed, lacks: unconfirmed.lacks + 1 } });
}

/** Checks the events of peers when their time is over. If two answers lack them, the log restarts. */
export function checkConfirmations(context: StepContext): void {
  const { unconfirmed } = context.state.group;
  if (!unconfirmed || context.moment.uptime < unconfirmed.lookAt) return;
  const { known, later } = unconfirmed;
  const lookAt = context.moment.uptime + vouchMs;
  if (hasAllEvents(listKnownToServer(context.state), known)) {
    const isAll = Object.keys(later).length === 0;
    return change(context, 'group', {
      unconfirmed: isAll ? undefined : { known: later, later: {}, lookAt, lacks: 0 },
    });
  }
  if (unconfirmed.lacks >= surelyMadeUp) requestRestart(context, 'madeUp');
  else requestCatchUp(context);
  change(context, 'group', { unconfirmed: { ...unconfirmed, lookAt } });
}
