/**
 * Explains why an event shows as it does, for support, the replay command and the log viewer. An explanation is data,
 * not text. It names the rule that decided.
 */
import type { RegisterEventType } from '#events/cart/registers.ts';
import { findNewestEventVersion } from '#events/cart/registry.ts';
import { formatEventId } from '#events/log/event-id.ts';
import { compareEntries, isCovered, type Knowledge, type LogEntry } from '#events/records/log.ts';
import type { Rejected } from '#events/records/records.ts';
import { selectMissing, reach, union } from '#events/log/version-vector.ts';
import { createBaseCheck } from './base.ts';
import { mergeAll, type Merged } from './cart-view.ts';
import { isRemoval, shouldKeep, shouldRemove, type RemovalEntry } from './removals.ts';
import { listLineChanges, type LineChange } from './line-changes.ts';
import { applyToLines, indexOfLine, isLineEvent, type LineEvent, type Lines } from './line-fold.ts';
import type { Timeline } from './timeline.ts';
import { isOlder, registerSetBy } from './register-values.ts';

export type Explanation =
  /** It changed lines of its user's cart, at its place in the total order. */
  | {
      readonly kind: 'changed';
      readonly rule: LineRule;
      readonly changes: readonly LineChange[];
      /** Ids of the orders that had seen it and left it in the cart, in total order. */
      readonly keptBy: readonly string[];
    }
  /** It sets a register, and its value is the one that shows. */
  | { readonly kind: 'set'; readonly rule: 'V5d' }
  /**
   * It is a removal. It lists the events that it removes, those that it leaves in the cart, and the users whose
   * snapshot carts it empties.
   */
  | {
      readonly kind: 'removal';
      readonly rule: 'V3';
      readonly removes: readonly string[];
      readonly keeps: readonly string[];
      readonly emptiesBaseOf: readonly string[];
    }
  /** It was removed by these clears and orders, in total order. */
  | { readonly kind: 'removed'; readonly rule: 'V3'; readonly by: readonly string[] }
  /**
   * It is blocked by these missing ids. The list is empty if it waits for itself, which only a forged `seen` can cause.
   */
  | { readonly kind: 'blocked'; readonly rule: 'V1'; readonly for: readonly string[] }
  | { readonly kind: 'rejected'; readonly rule: 'F2'; readonly code: Rejected['code'] }
  /** The snapshot of that version contains it or stands for it. */
  | { readonly kind: 'covered'; readonly rule: 'F1'; readonly version: number }
  | ({ readonly kind: 'nothing' } & NothingDone)
  /** No record mentions it. */
  | { readonly kind: 'unknown'; readonly rule: 'V1' };

type LineRule = 'V5a' | 'V5b' | 'V5c';

/** Why a live event that was not removed changed nothing. */
type NothingDone =
  | { readonly rule: 'V5b' | 'V5c'; readonly because: 'noSuchLine' }
  | { readonly rule: 'V5c'; readonly because: 'sameNotes' }
  /** `by` is the event that sorts later, or undefined if the snapshot has a later value. */
  | { readonly rule: 'V5d'; readonly because: 'laterValue'; readonly by: string | undefined }
  | { readonly rule: 'E7'; readonly because: 'unknownType' | 'newerVersion' };

const lineRules = { itemAdded: 'V5a', itemDecreased: 'V5b', notesEdited: 'V5c' } as const;

/** Explains one event. */
export function explain(knowledge: Knowledge, id: string): Explanation {
  return createExplainer(knowledge)(id);
}

/**
 * Explains many events of one state of knowledge.
 *
 * @param shown the merged knowledge, if the caller has it
 */
export function createExplainer(knowledge: Knowledge, shown?: Merged): (id: string) => Explanation {
  let all = shown;
  return (id) => {
    const { snapshot, covers, entries, rejected } = knowledge;
    const code = rejected.get(id);
    if (code !== undefined) return { kind: 'rejected', rule: 'F2', code };
    if (snapshot && isCovered(id, covers)) return { kind: 'covered', rule: 'F1', version: snapshot.version };
    const entry = entries.get(id);
    if (!entry) return { kind: 'unknown', rule: 'V1' };
    all ??= mergeAll(knowledge);
    if (entry.seq > reach(all.view.known, entry.replicaId))
      return { kind: 'blocked', rule: 'V1', for: findMissing(knowledge, all, entry) };
    return explainLive(knowledge, all, entry);
  };
}

function explainLive(knowledge: Knowledge, all: Merged, entry: LogEntry): Explanation {
  const event = entry.upcast;
  if (!event) {
    const isTypeKnown = findNewestEventVersion(entry.event.type) !== undefined;
    return { kind: 'nothing', rule: 'E7', because: isTypeKnown ? 'newerVersion' : 'unknownType' };
  }
  if (isLineEvent(event)) return explainLine(all, entry, event);
  if (isRemoval(event)) return explainRemoval(knowledge, entry as RemovalEntry);
  event.type satisfies RegisterEventType;
  return explainValue(knowledge, all, entry);
}

/** Applies the diner's events up to this one. */
function explainLine({ removals, timelines }: Merged, entry: LogEntry, event: LineEvent): Explanation {
  const by = removals.filter((removal) => shouldRemove(removal, entry));
  if (by.length > 0) return { kind: 'removed', rule: 'V3', by: by.toSorted(compareEntries).map(getId) };

  const { userId } = event;
  const timeline = timelines.find(({ cart }) => cart.userId === userId)!;
  const lines = findLinesBefore(timeline, entry);
  const after = [...lines];
  applyToLines(after, event);
  const changes = listLineChanges([{ userId, lines }], [{ userId, lines: after }]);
  const keptBy = removals.filter((removal) => shouldKeep(removal, entry)).toSorted(compareEntries);
  if (changes.length > 0)
    return { kind: 'changed', rule: lineRules[event.type], changes, keptBy: keptBy.map(getId) };
  if (event.type === 'notesEdited' && indexOfLine(lines, event) >= 0)
    return { kind: 'nothing', rule: 'V5c', because: 'sameNotes' };
  return { kind: 'nothing', rule: event.type === 'notesEdited' ? 'V5c' : 'V5b', because: 'noSuchLine' };
}

/** The removal is known, so everything that it has seen is known, too. */
function explainRemoval(knowledge: Knowledge, removal: RemovalEntry): Explanation {
  const { snapshot, covers, entries, rejected } = knowledge;
  const live = [...entries.values()].filter((entry) => {
    const isLive = !isCovered(entry.event.id, covers) && !rejected.has(entry.event.id);
    return isLive && entry.upcast && isLineEvent(entry.upcast);
  });
  const listIds = (which: (removal: RemovalEntry, entry: LogEntry) => boolean) =>
    live
      .filter((entry) => which(removal, entry))
      .sort(compareEntries)
      .map(getId);
  const removesBase = createBaseCheck(knowledge);
  const bases = snapshot?.userCarts.filter(
    ({ userId, lines }) => lines.length > 0 && removesBase(removal, userId),
  );
  const emptiesBaseOf = bases?.map(({ userId }) => userId) ?? [];
  return {
    kind: 'removal',
    rule: 'V3',
    removes: listIds(shouldRemove),
    keeps: listIds(shouldKeep),
    emptiesBaseOf,
  };
}

/** The last event in total order sets the value, unless the snapshot has a later stamp. */
function explainValue({ snapshot }: Knowledge, { setters }: Merged, entry: LogEntry): Explanation {
  const { field, stampField } = registerSetBy(entry)!;
  const last = setters[field]!;
  const shown = isOlder(last, snapshot?.[stampField]) ? undefined : last;
  if (shown === entry) return { kind: 'set', rule: 'V5d' };
  return { kind: 'nothing', rule: 'V5d', because: 'laterValue', by: shown?.event.id };
}

/** Returns the ids of missing events that must be known before `entry`. */
function findMissing({ entries }: Knowledge, { view: { known } }: Merged, entry: LogEntry): string[] {
  const missing = new Set<string>();
  const visited = new Set<LogEntry>();
  const queue = [entry];
  for (let each = queue.pop(); each; each = queue.pop()) {
    if (visited.has(each)) continue;
    visited.add(each);
    const needed = union(each.event.seen, { [each.replicaId]: each.seq - 1 });
    for (const replica in selectMissing(known, needed)) {
      const id = formatEventId(replica, reach(known, replica) + 1);
      const blocked = entries.get(id);
      if (blocked) queue.push(blocked);
      else missing.add(id);
    }
  }
  return [...missing].sort();
}

function getId({ event }: LogEntry): string {
  return event.id;
}

/** Returns the lines just before an event of this timeline. */
function findLinesBefore({ stretches }: Timeline, entry: LogEntry): Lines {
  const stretch = stretches.find(({ entries }) => entries.includes(entry))!;
  const lines = [...stretch.before];
  for (const each of stretch.entries.slice(0, stretch.entries.indexOf(entry)))
    applyToLines(lines, each.upcast as LineEvent);
  return lines;
}
