/** What a record did to the cart that its phone showed, in words, with the rule where nothing came of it. */
import type { LogRecord } from '#events/records.ts';
import type { Explanation } from '#projections/merge/explain.ts';
import type { Cleared, Effect, NothingShown } from '#projections/replay/effect.ts';
import { changeWords, counted, idWords, valueChangeWords, type NameOf } from './words.ts';
import type { Cell } from '../terminal/text-table.ts';

export function effectCell(record: LogRecord, effect: Effect, nameOf: NameOf): Cell {
  const { changes, values, cleared, released, own, nothing } = effect;
  if (nothing) return nothingCell(nothing);
  const author = 'event' in record ? record.event.userId : undefined;
  const lines = (cleared ? changes.filter((change) => change.after > 0) : changes).map((change) => {
    const others = change.userId === author ? '' : `${nameOf(change.userId)}: `;
    return others + changeWords(change);
  });
  const words = [
    ...(cleared ? [clearedWords(cleared)] : []),
    ...(own ? [explanationWords(own)] : []),
    ...lines,
    ...valueChangeWords(values),
    ...(released.length > 0 ? [`no longer waiting: ${idWords(released)}`] : []),
  ];
  const isLess = changes.length > 0 && changes.every((change) => change.after < change.before);
  return { text: words.join('; '), colour: isLess ? 'red' : changes.length > 0 ? 'green' : undefined };
}

function clearedWords(cleared: Cleared): string {
  const lines = counted(cleared.lines, 'line');
  return cleared.by === 'order' ? `order ${cleared.orderId} took ${lines}` : `cart cleared: ${lines} gone`;
}

/** Why a record changed nothing that shows. */
function nothingCell(nothing: NothingShown): Cell {
  const { rule } = nothing;
  switch (nothing.kind) {
    case 'unchanged':
      return dim(`cart unchanged (${rule})`);
    case 'olderSnapshot':
      return dim(`nothing: an older snapshot (${rule})`);
    case 'heardAlready':
      return dim(`nothing: known already (${rule})`);
    case 'otherContent':
      return dim(`nothing: another content under a known id (${rule})`);
    case 'explained': {
      const { kind } = nothing.explanation;
      const colour = kind === 'changed' || kind === 'cut' ? 'dim' : 'yellow';
      return { text: explanationWords(nothing.explanation), colour };
    }
    default:
      return nothing satisfies never;
  }
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
