/**
 * Derives the menu that is served at a time from the whole menu. Pure, with a cache.
 *
 * A category without serving hours is always served. A category outside of its hours moves to the end of the menu, and
 * its dishes are marked as sold out with the time of the next service (`servedAgain`).
 */
import type { Category, Menu } from '#contract/calls/merchant.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { ServedHours } from '#contract/menu-file/hours.ts';
import { isServedAt, findNextServingChange, formatTime } from './serving-times.ts';

export interface MenuHours {
  /** IANA name */
  readonly timeZone: string;
  /** By category id. Categories that are always served are missing. */
  readonly sections: ReadonlyMap<string, readonly ServedHours[]>;
}

interface ServedMenu {
  readonly menu: Menu;
  /** The span in which this menu is valid, ms since 1970. */
  readonly from: number;
  readonly until: number;
}

/** The latest result for each whole menu. */
const cache = new WeakMap<Menu, ServedMenu>();

/**
 * Returns the menu at a time: served categories first, the others after them.
 * @param menu must not change later
 * @param now ms since 1970
 */
export function selectServedMenu(menu: Menu, hours: MenuHours, language: LanguageCode, now: number): Menu {
  if (hours.sections.size === 0) return menu;
  const cached = cache.get(menu);
  if (cached && cached.from <= now && now < cached.until) return cached.menu;
  const sections = menu.categories.map((category) => toServedCategory(category, hours, language, now));
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
    // The result is recomputed each hour, because a time that is more than a day away is shown with its weekday.
    until: Math.min(now + hourMs, ...sections.map(({ change }) => change)),
  };
  cache.set(menu, served);
  return served.menu;
}

const hourMs = 3_600_000;

function toServedCategory(
  category: Category,
  { timeZone, sections }: MenuHours,
  language: LanguageCode,
  now: number,
): { readonly category: Category; readonly change: number } {
  const hours = sections.get(category.id);
  const change = hours && findNextServingChange(hours, timeZone, now);
  if (change === undefined) return { category, change: Infinity };
  const formatMoment = (at: number) => formatTime(timeZone, at, { now, language });
  if (isServedAt(hours!, timeZone, now))
    return { category: { ...category, servedUntil: formatMoment(change) }, change };
  const end = findNextServingChange(hours!, timeZone, change)!;
  const servedAgain = {
    from: formatMoment(change),
    to: formatTime(timeZone, end, { now: change, language }),
  };
  const products = category.products.map((product) =>
    // A dish that is really sold out gets no time, because it will not be available then either.
    product.soldOut ? product : { ...product, soldOut: true, servedAgain },
  );
  return { category: { ...category, servedAgain, products }, change };
}

/** Returns the time of the next change of the served menu, ms since 1970. Undefined: never. */
export function findNextChange({ timeZone, sections }: MenuHours, now: number): number | undefined {
  const changes = [...sections.values()].flatMap(
    (hours) => findNextServingChange(hours, timeZone, now) ?? [],
  );
  return changes.length === 0 ? undefined : Math.min(...changes);
}
