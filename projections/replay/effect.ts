/** What a record changed in the cart of its phone, as data. If it changed nothing, the rule says why. */
import type { News } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { isSameVector } from '#events/log/version-vector.ts';
import type { CartView } from '../merge/cart-view.ts';
import { createExplainer, type Explanation } from '../merge/explain.ts';
import { listLineChanges, type LineChange } from '../merge/line-changes.ts';
import type { Reading } from '../merge/reading.ts';
import { listValueChanges, type ValueChange } from './value-changes.ts';

export interface Effect {
  /** The lines that changed. */
  readonly changes: readonly LineChange[];
  readonly values: readonly ValueChange[];
  /** Set if it is a removal that emptied lines. */
  readonly cleared: Cleared | undefined;
  /** Ids of events that were blocked until this record. */
  readonly released: readonly string[];
  /** The explanation of the event itself, if it does not simply show. */
  readonly own: Explanation | undefined;
  /** Why nothing changed; undefined if something did. */
  readonly nothing: NothingShown | undefined;
}

export type Cleared =
  | { readonly by: 'order'; readonly orderId: string; readonly lines: number }
  | { readonly by: 'clear'; readonly lines: number };

export type NothingShown =
  /** An answer or a snapshot that changes nothing visible. */
  | { readonly kind: 'unchanged'; readonly rule: 'F1' | 'F2' | 'F3' }
  | { readonly kind: 'olderSnapshot'; readonly rule: 'F1' }
  | { readonly kind: 'knownAlready' | 'otherContent'; readonly rule: 'E6' }
  | { readonly kind: 'explained'; readonly rule: Explanation['rule']; readonly explanation: Explanation };

/** A record that was just added to a log, with the views before and after it. */
export interface AddedRecord {
  readonly record: LogRecord;
  /** The part of the record that the log did not know before. */
  readonly news: News;
  readonly before: CartView;
  readonly after: CartView;
  readonly reading: Reading;
}

export function computeEffect(added: AddedRecord): Effect {
  const { record, news, before, after, reading } = added;
  const changes = listLineChanges(before.carts, after.carts);
  const gone = changes.filter((change) => change.after === 0).length;
  const cleared = 'event' in record ? findCleared(news, gone) : undefined;
  const values = before === after ? [] : listValueChanges(before, after);
  const released = listReleased(added);
  // An event that unblocks others may do more than show itself, or be removed by one that it unblocked.
  const own =
    'event' in record && released.length > 0 ? explainOwnEvent(reading, record.event.id) : undefined;
  const shows = changes.length > 0 || values.length > 0 || released.length > 0;
  return { changes, values, cleared, released, own, nothing: shows ? undefined : explainNothing(added) };
}

/** Returns the ids that were blocked before and are known now, even if they were removed. */
function listReleased({ before, after, reading: { log } }: AddedRecord): readonly string[] {
  if (before.blocked.length === 0 || isSameVector(before.known, after.known)) return [];
  const stillBlocked = new Set(after.blocked);
  return before.blocked.filter((id) => log.entries.has(id) && !log.rejected.has(id) && !stillBlocked.has(id));
}

/** Explains the event of the record itself. Undefined if it simply shows. */
function explainOwnEvent({ log, merged }: Reading, id: string): Explanation | undefined {
  const explanation = createExplainer(log, merged)(id);
  const shows =
    explanation.kind === 'changed' || explanation.kind === 'set' || explanation.kind === 'removal';
  return shows ? undefined : explanation;
}

function findCleared({ entries }: News, lines: number): Cleared | undefined {
  if (lines === 0) return undefined;
  const removal = entries[0]?.upcast;
  if (removal?.type === 'orderPlaced') return { by: 'order', orderId: removal.orderId, lines };
  return removal?.type === 'cartCleared' ? { by: 'clear', lines } : undefined;
}

function explainNothing({ record, news, reading: { log, merged } }: AddedRecord): NothingShown {
  if ('accepted' in record) return { kind: 'unchanged', rule: 'F3' };
  if ('rejected' in record) return { kind: 'unchanged', rule: 'F2' };
  if ('snapshot' in record) return { kind: news.snapshot ? 'unchanged' : 'olderSnapshot', rule: 'F1' };
  if (news.entries.length === 0) {
    const same = JSON.stringify(log.entries.get(record.event.id)?.event) === JSON.stringify(record.event);
    return { kind: same ? 'knownAlready' : 'otherContent', rule: 'E6' };
  }
  const explanation = createExplainer(log, merged)(record.event.id);
  return { kind: 'explained', rule: explanation.rule, explanation };
}
