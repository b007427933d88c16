import { plain } from '#projections/menu/plain-text.ts';
import { keptValue, storageKeys, useKeptValue } from '#client/values/web-storage.ts';

/** More would be another list to search. */
const most = 6;
const none: readonly string[] = [];

/** By merchant, the newest first. */
type Recent = Readonly<Record<string, readonly string[]>>;

const kept = keptValue<Recent>(storageKeys.recentSearches, readRecent);

/** What this phone has looked for on a merchant's menu, the newest first. */
export function useRecentSearches(merchantId: string): readonly string[] {
  return useKeptValue(kept)[merchantId] ?? none;
}

export function rememberSearch(merchantId: string, keyword: string): void {
  change(merchantId, (list) => withSearch(list, keyword));
}

export function forgetSearch(merchantId: string, keyword: string): void {
  change(merchantId, (list) => list.filter((each) => each !== keyword));
}

export function forgetSearches(merchantId: string): void {
  change(merchantId, () => none);
}

/** The same words once, however they were written, and not the beginning of them typed just before; the oldest falls out. */
export function withSearch(list: readonly string[], keyword: string): readonly string[] {
  const words = keyword.trim();
  if (words === '') return list;
  const [newest, ...older] = list;
  const others = newest !== undefined && plain(words).startsWith(plain(newest)) ? older : list;
  return [words, ...others.filter((each) => plain(each) !== plain(words))].slice(0, most);
}

/** What can be made of the kept value. */
export function readRecent(value: unknown): Recent {
  const lists = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    lists.map(([merchantId, list]) => [
      merchantId,
      Array.isArray(list) ? list.filter((each) => typeof each === 'string').slice(0, most) : none,
    ]),
  );
}

function change(merchantId: string, next: (list: readonly string[]) => readonly string[]): void {
  const recent = kept.get();
  kept.set({ ...recent, [merchantId]: next(recent[merchantId] ?? none) });
}
