import { createContext, use } from 'react';
import { dinerColours } from '#ui/theme/theme.ts';

/** Which of the theme's diner colours each diner at the table has. */
export const DinerHuesContext = createContext<ReadonlyMap<string, number>>(new Map());

/** A diner's colour as an index into the theme's; who is not at the table has the one of their id. */
export function useDinerHue(userId: string): number {
  return useDinerHues()(userId);
}

/** The same for several diners. */
export function useDinerHues(): (userId: string) => number {
  const hues = use(DinerHuesContext);
  return (userId) => hues.get(userId) ?? hash(userId) % dinerColours;
}

/**
 * A colour for each diner, as an index into the theme's: the one of their id, or the next that is free when somebody with a
 * lower id has it; only a table with more diners than colours has one twice. It hangs on who is there and nothing else,
 * so that every phone at the table shows the same. `kept`: who has one already keeps it. `was`: by which id somebody came
 * who has logged in since (O4): they have the colour of that one.
 */
export function dinerHues(
  userIds: Iterable<string>,
  kept: ReadonlyMap<string, number> = new Map(),
  was: ReadonlyMap<string, string> = new Map(),
): Map<string, number> {
  const first = (userId: string) => was.get(userId) ?? userId;
  const inOrder = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);
  const ids = [...new Set(userIds)].toSorted((a, b) => inOrder(first(a), first(b)));
  const chosen = new Map(kept);
  for (const userId of ids) {
    if (chosen.has(userId)) continue;
    const round = new Set([...chosen.values()].slice(Math.floor(chosen.size / dinerColours) * dinerColours));
    let hue = hash(first(userId)) % dinerColours;
    while (round.has(hue)) hue = (hue + 1) % dinerColours;
    chosen.set(userId, hue);
  }
  return chosen;
}

/** FNV-1a, finished so that neighbouring ids fall far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
