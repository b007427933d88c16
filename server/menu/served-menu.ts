/** D65: a menu as it is served at a time. */
import type { Category, Menu } from '#contract/calls/merchant.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { ServedHours } from '#contract/menu-file/hours.ts';
import { isServedAt, nextChange, timeText } from './serving-times.ts';

export interface MenuHours {
  /** IANA */
  readonly timeZone: string;
  /** By the sections' ids; of those that are always served nothing. */
  readonly sections: ReadonlyMap<string, readonly ServedHours[]>;
}

interface Served {
  readonly menu: Menu;
  /** From when on, and when it is another one, ms. */
  readonly from: number;
  readonly until: number;
}

/** The same menu is asked for again and again. */
const servedMenus = new WeakMap<Menu, Served>();

/**
 * What is served then, before what is not: that stays listed, and cannot be ordered.
 * @param menu nobody may change it
 * @param now ms
 */
export function menuServedAt(menu: Menu, hours: MenuHours, language: LanguageCode, now: number): Menu {
  if (hours.sections.size === 0) return menu;
  const known = servedMenus.get(menu);
  if (known && known.from <= now && now < known.until) return known.menu;
  const sections = menu.categories.map((category) => sectionAt(category, hours, language, now));
  const all = sections.map(({ category }) => category);
  const served = {
    menu: {
      ...menu,
      categories: [
        ...all.filter(({ servedAgain }) => !servedAgain),
        ...all.filter(({ servedAgain }) => servedAgain),
      ],
    },
    from: now,
    // What is further away than a day is said with its day.
    until: Math.min(now + hourMs, ...sections.map(({ change }) => change)),
  };
  servedMenus.set(menu, served);
  return served.menu;
}

const hourMs = 3_600_000;

function sectionAt(
  category: Category,
  { timeZone, sections }: MenuHours,
  language: LanguageCode,
  now: number,
): { readonly category: Category; readonly change: number } {
  const hours = sections.get(category.id);
  const change = hours && nextChange(hours, timeZone, now);
  if (change === undefined) return { category, change: Infinity };
  const text = (at: number) => timeText(timeZone, at, { now, language });
  if (isServedAt(hours!, timeZone, now))
    return { category: { ...category, servedUntil: text(change) }, change };
  const end = nextChange(hours!, timeZone, change)!;
  const servedAgain = { from: text(change), to: timeText(timeZone, end, { now: change, language }) };
  const products = category.products.map((product) =>
    // Who comes in its hours does not get it either.
    product.soldOut ? product : { ...product, soldOut: true, servedAgain },
  );
  return { category: { ...category, servedAgain, products }, change };
}

/** When what is served is another the next time, ms; undefined: never. */
export function nextChangeOf({ timeZone, sections }: MenuHours, now: number): number | undefined {
  const changes = [...sections.values()].flatMap((hours) => nextChange(hours, timeZone, now) ?? []);
  return changes.length === 0 ? undefined : Math.min(...changes);
}
