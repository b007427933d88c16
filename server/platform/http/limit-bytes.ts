import { limits } from '#contract/limits.ts';

/** Returns the first items that fit into one answer, and at least one, so that a caller who pages makes progress. */
export function limitBytes<Item>(items: readonly Item[], maxBytes: number = limits.pageBytes): Item[] {
  let left = maxBytes;
  const rest = items.findIndex((item, index) => {
    left -= countJsonBytes(item);
    return left < 0 && index > 0;
  });
  return rest === -1 ? [...items] : items.slice(0, rest);
}

export function countJsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
