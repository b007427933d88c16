import type { Sync } from '#contract/calls/cart.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { viewDigest } from '#projections/merge/view-json.ts';
import type { Decision } from '../rules/arbiter.ts';
import { rejectedFor, snapshotFor, type Answered } from './snapshot.ts';

export interface SyncRequest {
  readonly known: VersionVector;
  readonly decision?: Decision;
  /** The server's wall clock, ms. */
  readonly now: number;
}

/** F1–F3, G5: what an event-aware phone lacks, and what became of its events. */
export function syncOf(log: Answered, { known, decision, now }: SyncRequest): Sync {
  const { view, version } = log;
  const accepted = decision ? [...decision.confirmed, ...decision.accepted.map(({ id }) => id)] : [];
  const rejected = rejectedFor(log, known, decision);
  const isMissing = decision && Object.keys(decision.missing).length > 0;
  return {
    sessionId: log.sessionId,
    version,
    serverTime: now,
    ...(accepted.length > 0 && { accepted: { ids: accepted, version } }),
    ...(rejected.length > 0 && { rejected }),
    ...(isMissing && { missing: { ...decision.missing } }),
    snapshot: snapshotFor(log, known),
    known: { ...view.known },
    digest: viewDigest(view),
  };
}
