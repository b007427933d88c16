/**
 * Why an event shows as it does: for support, the replay tool and the log viewer. Data, not words; each answer names
 * the rule that decided.
 */
import type { RegisterEventType } from '#events/cart/registers.ts';
import { newestVersionOf } from '#events/cart/registry.ts';
import { eventId } from '#events/log/event-id.ts';
import { compareEntries, isCovered, type Knowledge, type LogEntry } from '#events/records/log.ts';
import type { Rejected } from '#events/records/records.ts';
import { lacking, reach, union } from '#events/log/version-vector.ts';
import { createBaseCheck } from './base.ts';
import { mergeAll, type Merged } from './cart-view.ts';
import { isRemoval, keeps, voids, type RemovalEntry } from './removals.ts';
import { lineChanges, type LineChange } from './line-changes.ts';
import { applyToLines, indexOfLine, isLineEvent, type LineEvent } from './line-fold.ts';
import { linesBefore } from './timeline.ts';
import { isOlder, registerSetBy } from './register-values.ts';

export type Explanation =
  /** It changed lines of its user's cart, at its place in the total order. */
  | {
      readonly kind: 'changed';
      readonly rule: LineRule;
      readonly changes: readonly LineChange[];
      /** O5: ids of the orders that had seen it and left it in the cart, in total order. */
      readonly keptBy: readonly string[];
    }
  /** The value that it sets is the one that shows. */
  | { readonly kind: 'set'; readonly rule: 'V5d' }
  /** It cuts: the ids that it voids, those that it left in the cart (O5), and the users whose snapshot carts it empties (V4). */
  | {
      readonly kind: 'cut';
      readonly rule: 'V3';
      readonly voids: readonly string[];
      readonly keeps: readonly string[];
      readonly emptiesBaseOf: readonly string[];
    }
  /** Live cuts that had seen it, in total order. */
  | { readonly kind: 'void'; readonly rule: 'V3'; readonly by: readonly string[] }
  /** Ids that are missing here; none: it waits for itself, which only a forged `seen` brings about. */
  | { readonly kind: 'waits'; readonly rule: 'V1'; readonly for: readonly string[] }
  | { readonly kind: 'rejected'; readonly rule: 'F2'; readonly code: Rejected['code'] }
  /** The snapshot of that version has it, or has settled it. */
  | { readonly kind: 'covered'; readonly rule: 'F1'; readonly version: number }
  | ({ readonly kind: 'nothing' } & NothingDone)
  /** No record speaks of it. */
  | { readonly kind: 'unheard'; readonly rule: 'V1' };

type LineRule = 'V5a' | 'V5b' | 'V5c';

/** Why a live event that is not void changed nothing. */
type NothingDone =
  | { readonly rule: 'V5b' | 'V5c'; readonly because: 'noSuchLine' }
  | { readonly rule: 'V5c'; readonly because: 'sameNotes' }
  /** `by`: the event that sorts later, or undefined when it is the snapshot's value. */
  | { readonly rule: 'V5d'; readonly because: 'laterValue'; readonly by: string | undefined }
  | { readonly rule: 'E7'; readonly because: 'unknownType' | 'newerVersion' };

const lineRules = { itemAdded: 'V5a', itemDecreased: 'V5b', notesEdited: 'V5c' } as const;

/** Why the event `id` shows as it does, given what is known. */
export function explain(knowledge: Knowledge, id: string): Explanation {
  return createExplainer(knowledge)(id);
}

/**
 * The same for many events of one state of knowledge.
 *
 * @param shown what that knowledge comes to, where it is at hand
 */
export function createExplainer(knowledge: Knowledge, shown?: Merged): (id: string) => Explanation {
  let all = shown;
  return (id) => {
    const { snapshot, covers, entries, rejected } = knowledge;
    const code = rejected.get(id);
    if (code !== undefined) return { kind: 'rejected', rule: 'F2', code };
    if (snapshot && isCovered(id, covers)) return { kind: 'covered', rule: 'F1', version: snapshot.version };
    const entry = entries.get(id);
    if (!entry) return { kind: 'unheard', rule: 'V1' };
    all ??= mergeAll(knowledge);
    if (entry.seq > reach(all.view.known, entry.replicaId))
      return { kind: 'waits', rule: 'V1', for: missingFor(knowledge, all, entry) };
    return explainLive(knowledge, all, entry);
  };
}

function explainLive(knowledge: Knowledge, all: Merged, entry: LogEntry): Explanation {
  const event = entry.upcast;
  if (!event) {
    const isTypeKnown = newestVersionOf(entry.event.type) !== undefined;
    return { kind: 'nothing', rule: 'E7', because: isTypeKnown ? 'newerVersion' : 'unknownType' };
  }
  if (isLineEvent(event)) return explainLine(all, entry, event);
  if (isRemoval(event)) return explainCut(knowledge, entry as RemovalEntry);
  event.type satisfies RegisterEventType;
  return explainValue(knowledge, all, entry);
}

/** V3; V5a–V5c: the diner's events, folded up to this one. */
function explainLine({ removals, timelines }: Merged, entry: LogEntry, event: LineEvent): Explanation {
  const by = removals.filter((removal) => removes(removal, entry));
  if (by.length > 0) return { kind: 'void', rule: 'V3', by: by.toSorted(compareEntries).map(idOf) };

  const { userId } = event;
  const timeline = timelines.find(({ cart }) => cart.userId === userId)!;
  const lines = linesBefore(timeline, entry);
  const after = [...lines];
  applyToLines(after, event);
  const changes = lineChanges([{ userId, lines }], [{ userId, lines: after }]);
  const keptBy = removals.filter((removal) => keeps(removal, entry)).toSorted(compareEntries);
  if (changes.length > 0)
    return { kind: 'changed', rule: lineRules[event.type], changes, keptBy: keptBy.map(idOf) };
  if (event.type === 'notesEdited' && indexOfLine(lines, event) >= 0)
    return { kind: 'nothing', rule: 'V5c', because: 'sameNotes' };
  return { kind: 'nothing', rule: event.type === 'notesEdited' ? 'V5c' : 'V5b', because: 'noSuchLine' };
}

/** What it had seen is known, for it is known itself. */
function explainCut(knowledge: Knowledge, removal: RemovalEntry): Explanation {
  const { snapshot, covers, entries, rejected } = knowledge;
  const live = [...entries.values()].filter((entry) => {
    const isLive = !isCovered(entry.event.id, covers) && !rejected.has(entry.event.id);
    return isLive && entry.upcast && isLineEvent(entry.upcast);
  });
  const idsOf = (which: (removal: RemovalEntry, entry: LogEntry) => boolean) =>
    live
      .filter((entry) => which(removal, entry))
      .sort(compareEntries)
      .map(idOf);
  const isTaken = createBaseCheck(knowledge);
  const bases = snapshot?.userCarts.filter(({ userId, lines }) => lines.length > 0 && isTaken(removal, userId));
  const emptiesBaseOf = bases?.map(({ userId }) => userId) ?? [];
  return { kind: 'cut', rule: 'V3', voids: idsOf(voids), keeps: idsOf(keeps), emptiesBaseOf };
}

/** V5d: the last one in total order counts, unless the snapshot's is later still. */
function explainValue({ snapshot }: Knowledge, { setters }: Merged, entry: LogEntry): Explanation {
  const { field, stampField } = registerSetBy(entry)!;
  const last = setters[field]!;
  const shown = isOlder(last, snapshot?.[stampField]) ? undefined : last;
  if (shown === entry) return { kind: 'set', rule: 'V5d' };
  return { kind: 'nothing', rule: 'V5d', because: 'laterValue', by: shown?.event.id };
}

/** V1: what nobody has told yet, of all that has to be known before `entry`. */
function missingFor({ entries }: Knowledge, { view: { known } }: Merged, entry: LogEntry): string[] {
  const missing = new Set<string>();
  const visited = new Set<LogEntry>();
  const queue = [entry];
  for (let each = queue.pop(); each; each = queue.pop()) {
    if (visited.has(each)) continue;
    visited.add(each);
    const needed = union(each.event.seen, { [each.replicaId]: each.seq - 1 });
    for (const replica in lacking(known, needed)) {
      const id = eventId(replica, reach(known, replica) + 1);
      const waiting = entries.get(id);
      if (waiting) queue.push(waiting);
      else missing.add(id);
    }
  }
  return [...missing].sort();
}

function idOf({ event }: LogEntry): string {
  return event.id;
}
