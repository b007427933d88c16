/** Notices that this phone shows what the server does not have: the server's digest says it (G5), or its silence (E5). */
import type { AnyEvent } from '#events/cart/registry.ts';
import {
  includes,
  lacking,
  reach,
  sameVector,
  union,
  type VersionVector,
} from '#events/log/version-vector.ts';
import { viewDigest } from '#projections/merge/view-json.ts';
import { requestCatchUp, requestRestart } from '../../parts/catch-up-requests.ts';
import { withIds } from '../snapshot/cart-facts.ts';
import type { PhoneState } from '../../state/phone-state.ts';
import { change, type StepContext } from '../../state/step-context.ts';

/** P3: phones tell what the server has accepted. So long it may take until its word of that is here, ms. */
const vouchMs = 3_000;
/** S2: one answer may be that of a copy that lags behind. */
const surelyMadeUp = 2;

/**
 * G5: whether both show something else; not while anything is on its way on either side. Once it has begun again it does
 * not look any more: an older program shows less by design (E7), and no peer can mislead it (D42).
 */
export function hasDiverged(state: PhoneState, known: VersionVector, digest: string): boolean {
  const { log, merged } = state.knowledge;
  const { view } = merged;
  if (state.catchUp.isMended) return false;
  if (log.pending.size > 0 || view.blocked.length > 0 || !sameVector(known, view.known)) return false;
  return viewDigest(view) !== digest;
}

/** D16: all that the server has said that it knows. */
export function knownToServer({ server, catchUp }: PhoneState): VersionVector {
  return union(server.known, catchUp.hinted);
}

/** A peer told of these; the server's word of them is awaited. */
export function awaitConfirmation(context: StepContext, events: readonly AnyEvent[]): void {
  if (events.length === 0) return;
  const { told } = context.state.group;
  change(context, 'group', {
    told: told
      ? { ...told, later: withIds(told.later, events) }
      : { known: withIds({}, events), later: {}, lookAt: context.moment.uptime + vouchMs, lacks: 0 },
  });
}

/** E5: a peer told of what the server lacks by its own word: nobody honest does that (P3). */
export function isInvented(state: PhoneState, missing: VersionVector): boolean {
  const { told } = state.group;
  if (!told) return false;
  const said = knownToServer(state);
  const all = union(told.known, told.later);
  return Object.keys(lacking(said, missing)).some(
    (replicaId) => reach(all, replicaId) > reach(said, replicaId),
  );
}

/** The server was asked, and answered. */
export function countAnswer(context: StepContext): void {
  const { told } = context.state.group;
  if (told && !includes(knownToServer(context.state), told.known))
    change(context, 'group', { told: { ...told, lacks: told.lacks + 1 } });
}

/** E5: only the server's own word helps where it goes on lacking what others had told. */
export function checkConfirmations(context: StepContext): void {
  const { told } = context.state.group;
  if (!told || context.moment.uptime < told.lookAt) return;
  const { known, later } = told;
  const lookAt = context.moment.uptime + vouchMs;
  if (includes(knownToServer(context.state), known)) {
    const isAll = Object.keys(later).length === 0;
    return change(context, 'group', {
      told: isAll ? undefined : { known: later, later: {}, lookAt, lacks: 0 },
    });
  }
  if (told.lacks >= surelyMadeUp) requestRestart(context, 'madeUp');
  else requestCatchUp(context);
  change(context, 'group', { told: { ...told, lookAt } });
}
