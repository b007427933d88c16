/** Describes the effect of a record on the cart, with the merge rule if it had no effect. */
import type { LogRecord } from '#events/records/records.ts';
import type { Effect } from '#projections/replay/effect.ts';
import { createWords, type NameOf } from './words.ts';
import type { Cell } from '../terminal/text-table.ts';

export function createEffectCell(record: LogRecord, effect: Effect, nameOf: NameOf): Cell {
  const author = 'event' in record ? record.event.userId : undefined;
  const rule = (effect.nothing ?? effect.own)?.rule;
  const words = createWords(nameOf).did(effect, author).join('; ');
  return { text: rule === undefined ? words : `${words} (${rule})`, colour: chooseColour(effect) };
}

function chooseColour({ changes, nothing }: Effect): Cell['colour'] {
  if (nothing?.kind === 'explained') {
    const { kind } = nothing.explanation;
    return kind === 'changed' || kind === 'removal' ? 'dim' : 'yellow';
  }
  if (nothing) return 'dim';
  const isLess = changes.length > 0 && changes.every((change) => change.after < change.before);
  return isLess ? 'red' : changes.length > 0 ? 'green' : undefined;
}
