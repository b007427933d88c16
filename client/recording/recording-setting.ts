import { localValue, storageKeys } from '#client/values/web-storage.ts';

/** Whoever looks for a mistake wants this phone's engine recorded; off until they say so. */
export function isRecordingWanted(): boolean {
  return localValue.get(storageKeys.recordRuns) === 'true';
}

/** Takes effect at the next opening of the cart. */
export function setRecordingWanted(isWanted: boolean): void {
  localValue.set(storageKeys.recordRuns, isWanted ? 'true' : undefined);
}
