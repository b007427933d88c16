/** What a record did to the cart that its phone showed: data, with the rule where nothing came of it. */
import type { News } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { sameVector } from '#events/log/version-vector.ts';
import type { CartView } from '../merge/cart-view.ts';
import { createExplainer, type Explanation } from '../merge/explain.ts';
import { lineChanges, type LineChange } from '../merge/line-changes.ts';
import type { Reading } from '../merge/reading.ts';
import { valueChanges, type ValueChange } from './value-changes.ts';

export interface Effect {
  /** The lines that show otherwise since. */
  readonly changes: readonly LineChange[];
  readonly values: readonly ValueChange[];
  /** It is a cut, and so many lines went. */
  readonly cleared: Cleared | undefined;
  /** V1: ids that waited for it, and wait no more. */
  readonly released: readonly string[];
  /** What became of the event itself, where that is not what shows. */
  readonly own: Explanation | undefined;
  /** Why nothing shows otherwise; undefined where something does. */
  readonly nothing: NothingShown | undefined;
}

export type Cleared =
  | { readonly by: 'order'; readonly orderId: string; readonly lines: number }
  | { readonly by: 'clear'; readonly lines: number };

export type NothingShown =
  /** An answer or a snapshot that changes nothing that shows. */
  | { readonly kind: 'unchanged'; readonly rule: 'F1' | 'F2' | 'F3' }
  | { readonly kind: 'olderSnapshot'; readonly rule: 'F1' }
  | { readonly kind: 'heardAlready' | 'otherContent'; readonly rule: 'E6' }
  | { readonly kind: 'explained'; readonly rule: Explanation['rule']; readonly explanation: Explanation };

/** A record that the log has just taken in, and the views around it. */
export interface Taken {
  readonly record: LogRecord;
  readonly learnt: News;
  readonly before: CartView;
  readonly after: CartView;
  readonly reading: Reading;
}

export function effectOf(taken: Taken): Effect {
  const { record, learnt, before, after, reading } = taken;
  const changes = lineChanges(before.carts, after.carts);
  const gone = changes.filter((change) => change.after === 0).length;
  const cleared = 'event' in record ? clearedBy(learnt, gone) : undefined;
  const values = before === after ? [] : valueChanges(before, after);
  const released = releasedBy(taken);
  // What others had waited for may do more than show itself, or be voided by what it released.
  const own = 'event' in record && released.length > 0 ? ownFate(reading, record.event.id) : undefined;
  const shows = changes.length > 0 || values.length > 0 || released.length > 0;
  return { changes, values, cleared, released, own, nothing: shows ? undefined : explainNothing(taken) };
}

/** V1: the ids that waited before and show, or are void, now. */
function releasedBy({ before, after, reading: { log } }: Taken): readonly string[] {
  if (before.blocked.length === 0 || sameVector(before.known, after.known)) return [];
  const waiting = new Set(after.blocked);
  return before.blocked.filter((id) => log.entries.has(id) && !log.rejected.has(id) && !waiting.has(id));
}

function ownFate({ log, merged }: Reading, id: string): Explanation | undefined {
  const explanation = createExplainer(log, merged)(id);
  const shows = explanation.kind === 'changed' || explanation.kind === 'set' || explanation.kind === 'cut';
  return shows ? undefined : explanation;
}

function clearedBy({ entries }: News, lines: number): Cleared | undefined {
  if (lines === 0) return undefined;
  const removal = entries[0]?.upcast;
  if (removal?.type === 'orderPlaced') return { by: 'order', orderId: removal.orderId, lines };
  return removal?.type === 'cartCleared' ? { by: 'clear', lines } : undefined;
}

function explainNothing({ record, learnt, reading: { log, merged } }: Taken): NothingShown {
  if ('accepted' in record) return { kind: 'unchanged', rule: 'F3' };
  if ('rejected' in record) return { kind: 'unchanged', rule: 'F2' };
  if ('snapshot' in record) return { kind: learnt.snapshot ? 'unchanged' : 'olderSnapshot', rule: 'F1' };
  if (learnt.entries.length === 0) {
    const same = JSON.stringify(log.entries.get(record.event.id)?.event) === JSON.stringify(record.event);
    return { kind: same ? 'heardAlready' : 'otherContent', rule: 'E6' };
  }
  const explanation = createExplainer(log, merged)(record.event.id);
  return { kind: 'explained', rule: explanation.rule, explanation };
}
