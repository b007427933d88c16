import { storageKeys } from '#src/kit/storage/storage-keys.ts';
import { localValue } from '#src/kit/storage/web-storage.ts';

/** Sizes of all text, and of what is measured by it, as parts of the size that the phone is set to. */
export const textSizes = { normal: '100%', large: '118.75%', largest: '137.5%' } as const;
export type TextSize = keyof typeof textSizes;

export function keptTextSize(): TextSize {
  const kept = localValue.get(storageKeys.textSize);
  return kept !== undefined && Object.hasOwn(textSizes, kept) ? (kept as TextSize) : 'normal';
}

export function keepTextSize(size: TextSize): void {
  localValue.set(storageKeys.textSize, size === 'normal' ? undefined : size);
}
