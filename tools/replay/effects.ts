/** What a record did to the cart that its phone showed, in words, with the rule where nothing came of it. */
import type { LogRecord } from '#events/records/records.ts';
import type { Effect } from '#projections/replay/effect.ts';
import { wordsWith, type NameOf } from './words.ts';
import type { Cell } from '../terminal/text-table.ts';

export function effectCell(record: LogRecord, effect: Effect, nameOf: NameOf): Cell {
  const author = 'event' in record ? record.event.userId : undefined;
  const rule = (effect.nothing ?? effect.own)?.rule;
  const words = wordsWith(nameOf).did(effect, author).join('; ');
  return { text: rule === undefined ? words : `${words} (${rule})`, colour: colourOf(effect) };
}

function colourOf({ changes, nothing }: Effect): Cell['colour'] {
  if (nothing?.kind === 'explained') {
    const { kind } = nothing.explanation;
    return kind === 'changed' || kind === 'cut' ? 'dim' : 'yellow';
  }
  if (nothing) return 'dim';
  const isLess = changes.length > 0 && changes.every((change) => change.after < change.before);
  return isLess ? 'red' : changes.length > 0 ? 'green' : undefined;
}
