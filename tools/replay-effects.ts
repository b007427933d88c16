/** What a record did to the cart that its phone showed, in words, with the rule where nothing came of it. */
import type { Log, Learnt } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import { sameVector } from '#events/version-vector.ts';
import type { CartView } from '#projections/cart-view.ts';
import type { Explainer, Explanation } from '#projections/explain.ts';
import { lineChanges } from '#projections/line-changes.ts';
import { changeWords, counted, idWords, valueChangeWords, type NameOf } from './replay-words.ts';
import type { Cell } from './text-table.ts';

/** A record that the log has just taken in, and the views around it. */
export interface Taken {
  readonly record: LogRecord;
  readonly learnt: Learnt;
  readonly before: CartView;
  readonly after: CartView;
  readonly log: Log;
  readonly why: Explainer;
}

export function effectOf(taken: Taken, nameOf: NameOf): Cell {
  const { record, learnt, before, after, why } = taken;
  const changes = lineChanges(before.carts, after.carts);
  const gone = changes.filter((change) => change.after === 0);
  const clearing =
    'event' in record && learnt.entries.length > 0 ? clearingWords(learnt, gone.length) : undefined;
  const author = 'event' in record ? record.event.userId : undefined;
  const lines = (clearing ? changes.filter((change) => change.after > 0) : changes).map((change) => {
    const others = change.userId === author ? '' : `${nameOf(change.userId)}: `;
    return others + changeWords(change);
  });
  const released = releasedBy(taken);
  // What others had waited for may do more than show itself, or be voided by what it released.
  const own = 'event' in record && released.length > 0 ? ownFate(why, record.event.id) : undefined;
  const words = [
    ...(clearing ? [clearing] : []),
    ...(own ? [own] : []),
    ...lines,
    ...valueChangeWords(before, after),
    ...(released.length > 0 ? [`no longer waiting: ${idWords(released)}`] : []),
  ];
  if (words.length > 0) {
    const isLess = changes.length > 0 && changes.every((change) => change.after < change.before);
    return { text: words.join('; '), colour: isLess ? 'red' : changes.length > 0 ? 'green' : undefined };
  }
  return nothingSeen(taken);
}

/** V1: the ids that waited before and show, or are void, now. */
function releasedBy({ before, after, log }: Taken): readonly string[] {
  if (before.waiting.length === 0 || sameVector(before.known, after.known)) return [];
  const waiting = new Set(after.waiting);
  return before.waiting.filter((id) => log.entries.has(id) && !log.rejected.has(id) && !waiting.has(id));
}

function ownFate(why: Explainer, id: string): string | undefined {
  const explanation = why.explain(id);
  const shows = explanation.kind === 'changed' || explanation.kind === 'set' || explanation.kind === 'cut';
  return shows ? undefined : explanationWords(explanation);
}

function clearingWords({ entries }: Learnt, gone: number): string | undefined {
  if (gone === 0) return undefined;
  const cut = entries[0]?.known;
  if (cut?.type === 'orderPlaced') return `order ${cut.orderId} took ${counted(gone, 'line')}`;
  if (cut?.type === 'cartCleared') return `cart cleared: ${counted(gone, 'line')} gone`;
  return undefined;
}

/** Why a record changed nothing that shows. */
function nothingSeen({ record, learnt, log, why }: Taken): Cell {
  if ('accepted' in record) return dim('cart unchanged (F3)');
  if ('rejected' in record) return dim('cart unchanged (F2)');
  if ('snapshot' in record)
    return dim(learnt.snapshot ? 'cart unchanged (F1)' : 'nothing: an older snapshot (F1)');
  if (learnt.entries.length === 0) {
    const same = JSON.stringify(log.entries.get(record.event.id)?.event) === JSON.stringify(record.event);
    return dim(`nothing: ${same ? 'known already' : 'another content under a known id'} (E6)`);
  }
  const explanation = why.explain(record.event.id);
  const colour = explanation.kind === 'changed' || explanation.kind === 'cut' ? 'dim' : 'yellow';
  return { text: explanationWords(explanation), colour };
}

export function explanationWords(explanation: Explanation): string {
  const { rule } = explanation;
  switch (explanation.kind) {
    case 'changed':
    case 'set':
      return `cart unchanged (${rule})`;
    case 'cut':
      return `nothing to clear (${rule})`;
    case 'void':
      return `voided by ${idWords(explanation.by)} (${rule})`;
    case 'waits':
      return `waits for ${idWords(explanation.for) || 'what it pretends to have seen of itself'} (${rule})`;
    case 'rejected':
      return `rejected: ${explanation.code} (${rule})`;
    case 'covered':
      return `in snapshot ${explanation.version} already (${rule})`;
    case 'unheard':
      return `not known here (${rule})`;
    case 'nothing':
      return `nothing: ${becauseWords(explanation)} (${rule})`;
    default:
      return explanation satisfies never;
  }
}

function becauseWords(explanation: Extract<Explanation, { kind: 'nothing' }>): string {
  switch (explanation.because) {
    case 'noSuchLine':
      return 'no such line';
    case 'sameNotes':
      return 'the line has these notes';
    case 'laterValue':
      return `${explanation.by ?? 'the snapshot'} set it later`;
    case 'unknownType':
      return 'a type that this program does not know';
    case 'newerVersion':
      return 'a newer version than this program knows';
    default:
      return explanation satisfies never;
  }
}

function dim(text: string): Cell {
  return { text, colour: 'dim' };
}
