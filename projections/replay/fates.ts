import { isUnanswered, type Knowledge } from '#events/log.ts';
import { reach } from '#events/version-vector.ts';
import type { Rejected } from '#events/records.ts';
import { isVoid, type CartView } from '../cart-view.ts';
import { isCut, type Cut } from '../cut-cover.ts';
import { isLineEvent } from '../line-fold.ts';

/** What has become of an event; `counts`: it is live, or in the snapshot. */
export type Fate =
  | { readonly kind: 'counts' }
  | { readonly kind: 'pending'; readonly rule: 'G3' }
  | { readonly kind: 'void'; readonly rule: 'V3' }
  | { readonly kind: 'waits'; readonly rule: 'V1' }
  | { readonly kind: 'rejected'; readonly rule: 'F2'; readonly code: Rejected['code'] };

/** Tells the fate of any event of a state of knowledge at the cost of a look-up; `explain` says why. */
export function fatesIn(knowledge: Knowledge, view: CartView): (id: string) => Fate | undefined {
  const waiting = new Set(view.waiting);
  const { covers } = knowledge;
  const cuts: Cut[] = [];
  for (const { known, event, replicaId, seq } of knowledge.entries.values()) {
    const isLive =
      seq > reach(covers, replicaId) && !waiting.has(event.id) && !knowledge.rejected.has(event.id);
    if (known && isCut(known) && isLive) cuts.push(known);
  }
  return (id) => {
    const code = knowledge.rejected.get(id);
    if (code !== undefined) return { kind: 'rejected', rule: 'F2', code };
    const entry = knowledge.entries.get(id);
    if (!entry) return undefined;
    if (waiting.has(id)) return { kind: 'waits', rule: 'V1' };
    const isOpen = entry.seq > reach(covers, entry.replicaId);
    if (isOpen && entry.known && isLineEvent(entry.known) && isVoid(entry, entry.event.userId, cuts))
      return { kind: 'void', rule: 'V3' };
    return isOpen && isUnanswered(knowledge, id) ? { kind: 'pending', rule: 'G3' } : { kind: 'counts' };
  };
}
