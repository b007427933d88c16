/**
 * Why an event shows as it does: for support, the replay tool and the log viewer. Data, not words; each answer names
 * the rule that decided.
 */
import { newestVersionOf, type CartEvent } from '#events/catalogue.ts';
import { eventId, parseEventId } from '#events/event-id.ts';
import { variantKey } from '#events/item.ts';
import { compareEntries, type Knowledge, type LogEntry } from '#events/log.ts';
import type { Rejected, Snapshot } from '#events/records.ts';
import { lacking, reach, union } from '#events/version-vector.ts';
import { CutCover, isCut, scopeOf, type Cut } from './cut-cover.ts';
import { knownEvents } from './known.ts';
import { lineChanges, type LineChange } from './line-changes.ts';
import { foldEvent, isLineEvent, type LineEvent, type Lines } from './line-group.ts';
import { placed } from './live-carts.ts';
import { isOlder } from './value-stamps.ts';

export type Explanation =
  /** It changed lines of its user's cart, at its place in the total order. */
  | { readonly kind: 'changed'; readonly rule: LineRule; readonly changes: readonly LineChange[] }
  /** The value that it sets is the one that shows. */
  | { readonly kind: 'set'; readonly rule: 'V5d' }
  /** It cuts: the ids that it voids, and the users whose snapshot carts it empties (V4). */
  | {
      readonly kind: 'cut';
      readonly rule: 'V3';
      readonly voids: readonly string[];
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
  return explainer(knowledge)(id);
}

/** The same for many events of one state of knowledge: what they share is worked out once. */
export function explainer(knowledge: Knowledge): (id: string) => Explanation {
  const { snapshot, entries, rejected } = knowledge;
  const { known, live, waiting } = knownEvents(knowledge);
  const ordered = [...live].sort(compareEntries);
  const waits = new Set(waiting);
  const cuts: (readonly [LogEntry, Cut])[] = [];
  const cover = new CutCover();
  for (const entry of ordered) {
    if (!entry.known || !isCut(entry.known)) continue;
    cuts.push([entry, entry.known]);
    cover.add(entry.known);
  }

  return (id) => {
    const code = rejected.get(id);
    if (code !== undefined) return { kind: 'rejected', rule: 'F2', code };
    const parts = parseEventId(id);
    if (snapshot && parts && parts.seq <= reach(snapshot.covers, parts.replicaId))
      return { kind: 'covered', rule: 'F1', version: snapshot.version };
    const entry = entries.get(id);
    if (!entry) return { kind: 'unheard', rule: 'V1' };
    if (waits.has(id)) return { kind: 'waits', rule: 'V1', for: missingFor(entry) };
    return explainLive(entry);
  };

  function explainLive(entry: LogEntry): Explanation {
    const event = entry.known;
    switch (event?.type) {
      case 'itemAdded':
      case 'itemDecreased':
      case 'notesEdited': {
        if (!cover.voids(entry)) return explainLine(entry, event);
        const by = cuts.filter(([, cut]) => coverOf(cut).voids(entry));
        return { kind: 'void', rule: 'V3', by: by.map(([{ event }]) => event.id) };
      }
      case 'cartCleared':
      case 'orderPlaced':
        return explainCut(event);
      case 'guestsSet':
        return explainValue(entry, event.type, snapshot?.guestsAt);
      case 'orderTypeSet':
        return explainValue(entry, event.type, snapshot?.orderTypeAt);
      case undefined: {
        const isTypeKnown = newestVersionOf(entry.event.type) !== undefined;
        return { kind: 'nothing', rule: 'E7', because: isTypeKnown ? 'newerVersion' : 'unknownType' };
      }
      default:
        return event satisfies never;
    }
  }

  /** V5a–V5c: the events of the same diner and variant, folded up to this one. */
  function explainLine(entry: LogEntry, event: LineEvent): Explanation {
    const { userId } = event;
    const variant = variantKey(event.item);
    let lines = baseOf(userId, variant);
    for (const each of ordered) {
      if (each === entry) break;
      if (isOfGroup(each, userId, variant) && !cover.voids(each)) lines = foldEvent(lines, each);
    }
    const after = foldEvent(lines, entry);
    const changes = lineChanges([{ userId, lines }], [{ userId, lines: after }]);
    if (changes.length > 0) return { kind: 'changed', rule: lineRules[event.type], changes };
    if (event.type === 'notesEdited' && after !== lines)
      return { kind: 'nothing', rule: 'V5c', because: 'sameNotes' };
    return { kind: 'nothing', rule: event.type === 'notesEdited' ? 'V5c' : 'V5b', because: 'noSuchLine' };
  }

  /** V4: what the snapshot has of that variant, unless a live cut has that user in its scope. */
  function baseOf(userId: string, variant: string): Lines {
    if (cover.clearsBaseOf(userId)) return [];
    return (snapshot?.userCarts ?? [])
      .filter((cart) => cart.userId === userId)
      .flatMap((cart) => placed(cart.lines, 0))
      .filter((line) => variantKey(line.item) === variant);
  }

  function explainCut(cut: Cut): Explanation {
    const only = coverOf(cut);
    const voids = ordered.filter((entry) => entry.known && isLineEvent(entry.known) && only.voids(entry));
    const bases = (snapshot?.userCarts ?? []).filter(({ userId, lines }) => {
      const scope = scopeOf(cut);
      return lines.length > 0 && (scope === undefined || scope === userId);
    });
    return {
      kind: 'cut',
      rule: 'V3',
      voids: voids.map(({ event }) => event.id),
      emptiesBaseOf: bases.map(({ userId }) => userId),
    };
  }

  /** V5d: the last one in total order counts, unless the snapshot's is later still. */
  function explainValue(entry: LogEntry, type: CartEvent['type'], stamp: Snapshot['guestsAt']): Explanation {
    const last = ordered.findLast((each) => each.known?.type === type);
    const shown = last && !isOlder(last, stamp) ? last : undefined;
    if (shown === entry) return { kind: 'set', rule: 'V5d' };
    return { kind: 'nothing', rule: 'V5d', because: 'laterValue', by: shown?.event.id };
  }

  /** V1: what nobody has told yet, of all that has to be known before `entry`. */
  function missingFor(entry: LogEntry): string[] {
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
}

/** What one cut alone has seen. */
function coverOf(cut: Cut): CutCover {
  const cover = new CutCover();
  cover.add(cut);
  return cover;
}

function isOfGroup({ known }: LogEntry, userId: string, variant: string): boolean {
  return (
    known !== undefined && isLineEvent(known) && known.userId === userId && variantKey(known.item) === variant
  );
}
