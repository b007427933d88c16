import { isUnanswered } from '#events/records/log.ts';
import type { Rejected } from '#events/records/records.ts';
import { reach } from '#events/log/version-vector.ts';
import { createRemovedCheck } from '../merge/removals.ts';
import { isLineEvent } from '../merge/line-fold.ts';
import type { Reading } from '../merge/reading.ts';

/** The state of an event. `counts` means that it is live or in the snapshot. */
export type Fate =
  | { readonly kind: 'counts' }
  | { readonly kind: 'pending'; readonly rule: 'G3' }
  | { readonly kind: 'removed'; readonly rule: 'V3' }
  | { readonly kind: 'blocked'; readonly rule: 'V1' }
  | { readonly kind: 'rejected'; readonly rule: 'F2'; readonly code: Rejected['code'] };

/** Returns a function that looks up the fate of any event cheaply. `explain` gives the reasons. */
export function createFateLookup({
  log,
  merged: { view, removals },
}: Reading): (id: string) => Fate | undefined {
  const blocked = new Set(view.blocked);
  const isRemoved = createRemovedCheck(removals);
  return (id) => {
    const code = log.rejected.get(id);
    if (code !== undefined) return { kind: 'rejected', rule: 'F2', code };
    const entry = log.entries.get(id);
    if (!entry) return undefined;
    if (blocked.has(id)) return { kind: 'blocked', rule: 'V1' };
    const isOpen = entry.seq > reach(log.covers, entry.replicaId);
    if (isOpen && entry.upcast && isLineEvent(entry.upcast) && isRemoved(entry))
      return { kind: 'removed', rule: 'V3' };
    return isOpen && isUnanswered(log, id) ? { kind: 'pending', rule: 'G3' } : { kind: 'counts' };
  };
}
