import { localValue, storageKeys } from '#client/values/web-storage.ts';

/** Whether this phone records its engine's inputs, for support. Off by default. */
export function isRecordingWanted(): boolean {
  return localValue.get(storageKeys.recordRuns) === 'true';
}

/** Takes effect when the cart is opened next. */
export function setRecordingWanted(isWanted: boolean): void {
  localValue.set(storageKeys.recordRuns, isWanted ? 'true' : undefined);
}
