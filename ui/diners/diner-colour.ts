import { createContext, use } from 'react';
import { dinerColours } from '#ui/theme/theme.ts';

/** The colour of each diner at the table, as an index into the theme's diner colours. */
export const DinerHuesContext = createContext<ReadonlyMap<string, number>>(new Map());

/** A diner's colour as an index into the theme's diner colours. Without a place at the table it depends on the id alone. */
export function useDinerHue(userId: string): number {
  return useDinerHues()(userId);
}

/** Like `useDinerHue`, for several diners. */
export function useDinerHues(): (userId: string) => number {
  const hues = use(DinerHuesContext);
  return (userId) => hues.get(userId) ?? hash(userId) % dinerColours;
}

/**
 * Assigns a colour to each diner, as an index into the theme's diner colours. Each id has a preferred colour. If a diner with
 * a lower id has it, the next free one is used. Colours repeat only if there are more diners than colours. The result depends
 * on the set of diners alone, so every phone at the table shows the same.
 * @param kept colours that were assigned before; they do not change
 * @param formerIds former guest ids by member id: a diner who has logged in has the colour of the guest id
 */
export function assignHues(
  userIds: Iterable<string>,
  kept: ReadonlyMap<string, number> = new Map(),
  formerIds: ReadonlyMap<string, string> = new Map(),
): Map<string, number> {
  const getFirstId = (userId: string) => formerIds.get(userId) ?? userId;
  const compareIds = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);
  const ids = [...new Set(userIds)].toSorted((a, b) => compareIds(getFirstId(a), getFirstId(b)));
  const chosen = new Map(kept);
  for (const userId of ids) {
    if (chosen.has(userId)) continue;
    const round = new Set([...chosen.values()].slice(Math.floor(chosen.size / dinerColours) * dinerColours));
    let hue = hash(getFirstId(userId)) % dinerColours;
    while (round.has(hue)) hue = (hue + 1) % dinerColours;
    chosen.set(userId, hue);
  }
  return chosen;
}

/** FNV-1a with a final mix, so that similar ids get different colours. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}
