import { toPlainText } from '#projections/menu/plain-text.ts';
import { createStoredValue, storageKeys, useStoredValue } from '#client/values/web-storage.ts';

/** The most searches that are stored for one merchant. */
const maxSearches = 6;
const none: readonly string[] = [];

/** By merchant id, the newest search first. */
type Recent = Readonly<Record<string, readonly string[]>>;

const storedSearches = createStoredValue<Recent>(storageKeys.recentSearches, readRecent);

/** The last searches on a merchant's menu, the newest first. */
export function useRecentSearches(merchantId: string): readonly string[] {
  return useStoredValue(storedSearches)[merchantId] ?? none;
}

export function rememberSearch(merchantId: string, keyword: string): void {
  updateRecent(merchantId, (list) => addSearch(list, keyword));
}

export function forgetSearch(merchantId: string, keyword: string): void {
  updateRecent(merchantId, (list) => list.filter((each) => each !== keyword));
}

export function forgetSearches(merchantId: string): void {
  updateRecent(merchantId, () => none);
}

/**
 * Puts a search first. The same words in another spelling are removed, and so is the newest search if these words continue
 * it: "noo" followed by "noodles" leaves "noodles".
 */
export function addSearch(list: readonly string[], keyword: string): readonly string[] {
  const words = keyword.trim();
  if (words === '') return list;
  const [newest, ...older] = list;
  const others = newest !== undefined && toPlainText(words).startsWith(toPlainText(newest)) ? older : list;
  return [words, ...others.filter((each) => toPlainText(each) !== toPlainText(words))].slice(0, maxSearches);
}

/** Reads the stored value. Entries of another shape are dropped. */
export function readRecent(value: unknown): Recent {
  const lists = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    lists.map(([merchantId, list]) => [
      merchantId,
      Array.isArray(list) ? list.filter((each) => typeof each === 'string').slice(0, maxSearches) : none,
    ]),
  );
}

function updateRecent(merchantId: string, next: (list: readonly string[]) => readonly string[]): void {
  const recent = storedSearches.get();
  storedSearches.set({ ...recent, [merchantId]: next(recent[merchantId] ?? none) });
}
