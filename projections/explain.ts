/**
 * Why an event shows as it does: for support, the replay tool and the log viewer. Data, not words; each answer names
 * the rule that decided.
 */
import { newestVersionOf } from '#events/catalogue.ts';
import { eventId, parseEventId } from '#events/event-id.ts';
import { variantKey } from '#events/item.ts';
import { compareEntries, type Knowledge, type LogEntry } from '#events/log.ts';
import type { Rejected, Snapshot } from '#events/records.ts';
import { lacking, reach, union, type VersionVector } from '#events/version-vector.ts';
import { isNewer, isVoid } from './cart-view.ts';
import { isCut, scopeOf, type Cut } from './cut-cover.ts';
import { knownEvents } from './known.ts';
import { lineChanges, type LineChange } from './line-changes.ts';
import { indexIn, isLineEvent, LineFold, type LineEvent, type Lines } from './line-fold.ts';
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
  const { known } = knownEvents(knowledge);
  const why = new Explainer(knowledge, () => known);
  return (id) => why.explain(id);
}

/** Explains the events of a log: an event costs those that have to do with it. */
class Explainer {
  private readonly cuts: LogEntry[] = [];
  /** Events of lines, by diner and variant. */
  private readonly groups = new Map<string, LogEntry[]>();
  /** Events that set a value, by type. */
  private readonly values = new Map<string, LogEntry[]>();

  /** `known` is asked whenever an event is explained: what is known then (V1). */
  constructor(
    private readonly knowledge: Knowledge,
    private readonly known: () => VersionVector,
  ) {
    this.learn(knowledge.entries.values());
  }

  /** Takes in what `log.append` has just learnt. */
  learn(entries: Iterable<LogEntry>): void {
    for (const entry of entries) {
      const event = entry.known;
      if (!event) continue;
      if (isCut(event)) this.cuts.push(entry);
      else if (isLineEvent(event)) listed(this.groups, groupOf(event), entry);
      else listed(this.values, event.type, entry);
    }
  }

  explain(id: string): Explanation {
    const { snapshot, entries, rejected } = this.knowledge;
    const code = rejected.get(id);
    if (code !== undefined) return { kind: 'rejected', rule: 'F2', code };
    const parts = parseEventId(id);
    if (snapshot && parts && parts.seq <= reach(this.knowledge.covers, parts.replicaId))
      return { kind: 'covered', rule: 'F1', version: snapshot.version };
    const entry = entries.get(id);
    if (!entry) return { kind: 'unheard', rule: 'V1' };
    const known = this.known();
    if (entry.seq > reach(known, entry.replicaId))
      return { kind: 'waits', rule: 'V1', for: this.missingFor(entry, known) };
    return this.explainLive(entry, known);
  }

  private explainLive(entry: LogEntry, known: VersionVector): Explanation {
    const event = entry.known;
    switch (event?.type) {
      case 'itemAdded':
      case 'itemDecreased':
      case 'notesEdited':
        return this.explainLine(entry, event, known);
      case 'cartCleared':
      case 'orderPlaced':
        return this.explainCut(event, known);
      case 'guestsSet':
        return this.explainValue(entry, known, this.knowledge.snapshot?.guestsAt);
      case 'orderTypeSet':
        return this.explainValue(entry, known, this.knowledge.snapshot?.orderTypeAt);
      case undefined: {
        const isTypeKnown = newestVersionOf(entry.event.type) !== undefined;
        return { kind: 'nothing', rule: 'E7', because: isTypeKnown ? 'newerVersion' : 'unknownType' };
      }
      default:
        return event satisfies never;
    }
  }

  /** V3; V5a–V5c: the events of the same diner and variant, folded up to this one. */
  private explainLine(entry: LogEntry, event: LineEvent, known: VersionVector): Explanation {
    const cuts = this.live(this.cuts, known);
    const by = cuts.filter((cut) => isVoid(entry, event.userId, [cut.known as Cut]));
    if (by.length > 0) return { kind: 'void', rule: 'V3', by: by.sort(compareEntries).map(idOf) };

    const { userId } = event;
    const cover = cuts.map((cut) => cut.known as Cut);
    const earlier = this.live(this.groups.get(groupOf(event)) ?? [], known)
      .filter((each) => compareEntries(each, entry) < 0 && !isVoid(each, userId, cover))
      .sort(compareEntries);
    const fold = new LineFold(this.baseOf(event, cover));
    for (const each of earlier) fold.take(each);
    const { lines } = fold;
    fold.take(entry);
    const changes = lineChanges([{ userId, lines }], [{ userId, lines: fold.lines }]);
    if (changes.length > 0) return { kind: 'changed', rule: lineRules[event.type], changes };
    if (event.type === 'notesEdited' && indexIn(lines, event) >= 0)
      return { kind: 'nothing', rule: 'V5c', because: 'sameNotes' };
    return { kind: 'nothing', rule: event.type === 'notesEdited' ? 'V5c' : 'V5b', because: 'noSuchLine' };
  }

  /** V4: what the snapshot has of that diner and variant, unless a live cut has them in its scope. */
  private baseOf({ userId, item }: LineEvent, cuts: readonly Cut[]): Lines {
    if (cuts.some((cut) => this.empties(cut, userId))) return [];
    const variant = variantKey(item);
    return (this.knowledge.snapshot?.userCarts ?? [])
      .filter((cart) => cart.userId === userId)
      .flatMap((cart) => placed(cart.lines, 0))
      .filter((line) => variantKey(line.item) === variant);
  }

  /** V4 */
  private empties(cut: Cut, userId: string): boolean {
    return (scopeOf(cut) ?? userId) === userId && !isNewer(this.knowledge, userId, cut);
  }

  private explainCut(cut: Cut, known: VersionVector): Explanation {
    const voids = [...this.groups.values()].flatMap((group) =>
      this.live(group, known).filter((entry) => isVoid(entry, entry.event.userId, [cut])),
    );
    const bases = (this.knowledge.snapshot?.userCarts ?? []).filter(
      ({ userId, lines }) => lines.length > 0 && this.empties(cut, userId),
    );
    return {
      kind: 'cut',
      rule: 'V3',
      voids: voids.sort(compareEntries).map(idOf),
      emptiesBaseOf: bases.map(({ userId }) => userId),
    };
  }

  /** V5d: the last one in total order counts, unless the snapshot's is later still. */
  private explainValue(entry: LogEntry, known: VersionVector, stamp: Snapshot['guestsAt']): Explanation {
    const all = this.live(this.values.get(entry.event.type)!, known);
    const last = all.reduce((a, b) => (compareEntries(a, b) < 0 ? b : a));
    const shown = isOlder(last, stamp) ? undefined : last;
    if (shown === entry) return { kind: 'set', rule: 'V5d' };
    return { kind: 'nothing', rule: 'V5d', because: 'laterValue', by: shown?.event.id };
  }

  /** V1: what nobody has told yet, of all that has to be known before `entry`. */
  private missingFor(entry: LogEntry, known: VersionVector): string[] {
    const missing = new Set<string>();
    const visited = new Set<LogEntry>();
    const queue = [entry];
    for (let each = queue.pop(); each; each = queue.pop()) {
      if (visited.has(each)) continue;
      visited.add(each);
      const needed = union(each.event.seen, { [each.replicaId]: each.seq - 1 });
      for (const replica in lacking(known, needed)) {
        const id = eventId(replica, reach(known, replica) + 1);
        const waiting = this.knowledge.entries.get(id);
        if (waiting) queue.push(waiting);
        else missing.add(id);
      }
    }
    return [...missing].sort();
  }

  /** V2 */
  private live(entries: readonly LogEntry[], known: VersionVector): LogEntry[] {
    const { covers, rejected } = this.knowledge;
    return entries.filter(
      ({ replicaId, seq, event }) =>
        seq <= reach(known, replicaId) && seq > reach(covers, replicaId) && !rejected.has(event.id),
    );
  }
}

function groupOf({ userId, item }: LineEvent): string {
  return JSON.stringify(userId) + variantKey(item);
}

function listed(lists: Map<string, LogEntry[]>, key: string, entry: LogEntry): void {
  const list = lists.get(key);
  if (list) list.push(entry);
  else lists.set(key, [entry]);
}

function idOf({ event }: LogEntry): string {
  return event.id;
}
