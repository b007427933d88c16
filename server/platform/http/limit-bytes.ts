import { limits } from '#contract/limits.ts';

/** D37: as many of the first as go into one answer; one at least, so that whoever asks for the rest comes to an end. */
export function limitBytes<Item>(items: readonly Item[], mostBytes: number = limits.pageBytes): Item[] {
  let left = mostBytes;
  const rest = items.findIndex((item, index) => {
    left -= jsonBytes(item);
    return left < 0 && index > 0;
  });
  return rest === -1 ? [...items] : items.slice(0, rest);
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
